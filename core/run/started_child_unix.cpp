#include "run/started_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/escaped.h"

namespace etscope::run {
namespace {

struct Pipe {
    Descriptor read, write;
};

/// Of sockets where a child that is gone must not end who writes to it with a signal.
Result<Pipe> makePipe(ChildInput kind = ChildInput::None) {
    std::array<int, 2> ends{};
    const bool isMade =
        kind == ChildInput::Lines ? ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0 : ::pipe(ends.data()) == 0;
    if (!isMade) return fail("run-not-started", std::string("no pipe: ") + std::strerror(errno));
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Behind fork(): nothing but calls that are safe there. Gives errno to the parent where the program cannot be started.
struct Start {
    char* const* words = nullptr;
    const char* folder = nullptr;
    std::uint64_t memory = 0;
    int output = -1, failure = -1, input = -1;
    pid_t parent = 0;

    [[noreturn]] void go() const noexcept {
        ::setpgid(0, 0);
#ifdef __linux__
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        if (::getppid() != parent) ::_exit(127);
        for (int signal = 1; signal < NSIG; ++signal)
            if (signal != SIGKILL && signal != SIGSTOP) std::signal(signal, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        const rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        if (memory > 0) {
            const rlimit most{static_cast<rlim_t>(memory), static_cast<rlim_t>(memory)};
            ::setrlimit(RLIMIT_DATA, &most);
        }
        const int given = input >= 0 ? input : ::open("/dev/null", O_RDONLY);
        const bool ready = given >= 0 && ::dup2(given, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
                           ::dup2(output, STDERR_FILENO) >= 0 && (folder == nullptr || ::chdir(folder) == 0);
        if (ready) {
            closeOthers();
            ::execvp(words[0], words);
        }
        const int reason = errno;
        static_cast<void>(!::write(failure, &reason, sizeof reason));
        ::_exit(127);
    }

private:
    /// Descriptors that other threads opened without O_CLOEXEC.
    void closeOthers() const noexcept {
        constexpr int kMost = 1024;
        for (int number = STDERR_FILENO + 1; number < kMost; ++number)
            if (number != failure) ::close(number);
    }
};

}  // namespace

Child::~Child() {
    kill();
    if (!m_ended) ::waitpid(static_cast<pid_t>(m_process), &m_status, 0);
}

void Child::kill() const noexcept { ::kill(-static_cast<pid_t>(m_group), SIGKILL); }

bool Child::read(Lines& lines) {
    pollfd wanted{m_output.number(), POLLIN, 0};
    if (::poll(&wanted, 1, kPollMilliseconds) <= 0) return true;
    std::array<char, std::size_t{1} << 16U> buffer;
    const ssize_t count = ::read(m_output.number(), buffer.data(), buffer.size());
    if (count > 0) lines.add({buffer.data(), static_cast<std::size_t>(count)});
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

bool Child::write(std::string_view line) const noexcept {
    std::string text(line);
    text += '\n';
    std::string_view left = text;
    while (!left.empty()) {
        const ssize_t count = ::send(m_input.number(), left.data(), left.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        left.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool Child::ended() noexcept {
    if (!m_ended) m_ended = ::waitpid(static_cast<pid_t>(m_process), &m_status, WNOHANG) == m_process;
    return m_ended;
}

void Child::end(ChildEnd& end) const noexcept {
    if (WIFSIGNALED(m_status)) end = {ChildEnd::How::Signalled, WTERMSIG(m_status), {}};
    if (WIFEXITED(m_status)) end = {ChildEnd::How::Exited, WEXITSTATUS(m_status), {}};
}

Result<std::unique_ptr<Child>> startChild(const std::vector<std::string>& words, const ChildOptions& options, ChildInput input) {
    auto output = makePipe(), failure = makePipe();
    if (!output) return output.failure();
    if (!failure) return failure.failure();
    Pipe given;
    if (input == ChildInput::Lines) {
        auto made = makePipe(input);
        if (!made) return made.failure();
        given = *std::move(made);
    }
    std::vector<std::string> own = words;
    std::vector<char*> pointers;
    for (std::string& word : own) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const Start start{pointers.data(),
                      options.folder.empty() ? nullptr : options.folder.c_str(),
                      options.memory,
                      output->write.number(),
                      failure->write.number(),
                      given.read.number(),
                      ::getpid()};
    const pid_t pid = ::fork();
    if (pid < 0) return fail("run-not-started", std::string("no process: ") + std::strerror(errno), escaped(words.front()));
    if (pid == 0) start.go();
    ::setpgid(pid, pid);  // whoever of both is first
    auto child = std::make_unique<Child>(pid, pid, std::move(output->read), std::move(given.write));
    output->write.close();
    failure->write.close();
    int reason = 0;
    ssize_t got = 0;
    while ((got = ::read(failure->read.number(), &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    if (got == static_cast<ssize_t>(sizeof reason))
        return fail("run-not-started", std::string("cannot be started: ") + std::strerror(reason), escaped(words.front()));
    return child;
}

}  // namespace etscope::run
