#include "run/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/escaped.h"

namespace etscope::run {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
constexpr int kPollMilliseconds = 20;
/// After the child's end its pipes are read until they close; whoever else holds them is not waited for longer.
constexpr std::chrono::milliseconds kAfterEnd{500};

class Descriptor {
public:
    explicit Descriptor(int number = -1) noexcept : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Descriptor() { close(); }
    int number() const noexcept { return m_number; }
    void close() noexcept {
        if (m_number >= 0) ::close(m_number);
        m_number = -1;
    }

private:
    int m_number;
};

struct Pipe {
    Descriptor read, write;
};

Result<Pipe> makePipe() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return fail("run-not-started", std::string("no pipe: ") + std::strerror(errno));
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Behind fork(): nothing but calls that are safe there. Gives errno to the parent where the program cannot be started.
struct Start {
    char* const* words = nullptr;
    const char* folder = nullptr;
    std::uint64_t memory = 0;
    int output = -1, failure = -1;
    pid_t parent = 0;

    [[noreturn]] void go() const noexcept {
        ::setpgid(0, 0);
#ifdef __linux__
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) ::_exit(127);
#endif
        for (int signal = 1; signal < NSIG; ++signal)
            if (signal != SIGKILL && signal != SIGSTOP) std::signal(signal, SIG_DFL);
        sigset_t none;
        sigemptyset(&none);
        ::sigprocmask(SIG_SETMASK, &none, nullptr);
        const rlimit noCore{0, 0};
        ::setrlimit(RLIMIT_CORE, &noCore);
        if (memory > 0) {
            const rlimit most{static_cast<rlim_t>(memory), static_cast<rlim_t>(memory)};
#ifdef RLIMIT_DATA
            ::setrlimit(RLIMIT_DATA, &most);
#else
            ::setrlimit(RLIMIT_AS, &most);
#endif
        }
        const int null = ::open("/dev/null", O_RDONLY);
        const bool ready = null >= 0 && ::dup2(null, STDIN_FILENO) >= 0 && ::dup2(output, STDOUT_FILENO) >= 0 &&
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

/// Takes what comes as lines; keeps the end of those that nobody wants.
class Lines {
public:
    Lines(const OnLine& onLine, std::size_t keep) : m_onLine(onLine), m_keep(keep) {}

    void add(std::string_view bytes) {
        m_total += bytes.size();
        while (!bytes.empty()) {
            const std::size_t end = bytes.find('\n');
            const std::string_view part = bytes.substr(0, end);
            m_line.append(part.substr(0, kLongestLine - std::min(kLongestLine, m_line.size())));
            if (end == std::string_view::npos) return;
            finishLine();
            bytes.remove_prefix(end + 1);
        }
    }
    void finishLine() {
        if (m_line.ends_with('\r')) m_line.pop_back();
        if (!m_onLine || !m_onLine(m_line)) {
            m_said += m_line;
            m_said += '\n';
            if (m_said.size() > 2 * m_keep) m_said.erase(0, m_said.size() - m_keep);
        }
        m_line.clear();
    }
    std::uint64_t total() const noexcept { return m_total; }
    std::string said() {
        if (!m_line.empty()) finishLine();
        if (m_said.size() > m_keep) m_said.erase(0, m_said.size() - m_keep);
        return std::move(m_said);
    }

private:
    const OnLine& m_onLine;
    std::size_t m_keep;
    std::string m_line, m_said;
    std::uint64_t m_total = 0;
};

/// A started child. Whatever happens, nothing of its group is left.
class Child {
public:
    Child(pid_t pid, Descriptor output) : m_pid(pid), m_output(std::move(output)) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        kill();
        if (!m_ended) ::waitpid(m_pid, &m_status, 0);
    }

    void kill() const noexcept { ::kill(-m_pid, SIGKILL); }

    /// What is there within the time of one turn; false: the pipe is closed.
    bool read(Lines& lines) {
        pollfd wanted{m_output.number(), POLLIN, 0};
        if (::poll(&wanted, 1, kPollMilliseconds) <= 0) return true;
        std::array<char, std::size_t{1} << 16U> buffer;
        const ssize_t count = ::read(m_output.number(), buffer.data(), buffer.size());
        if (count > 0) lines.add({buffer.data(), static_cast<std::size_t>(count)});
        return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
    }
    bool ended() noexcept {
        if (!m_ended) m_ended = ::waitpid(m_pid, &m_status, WNOHANG) == m_pid;
        return m_ended;
    }
    void end(ChildEnd& end) const noexcept {
        if (WIFSIGNALED(m_status)) end = {ChildEnd::How::Signalled, WTERMSIG(m_status), {}};
        if (WIFEXITED(m_status)) end = {ChildEnd::How::Exited, WEXITSTATUS(m_status), {}};
    }

private:
    pid_t m_pid;
    Descriptor m_output;
    int m_status = 0;
    bool m_ended = false;
};

Result<ChildEnd> follow(Child& child, const ChildOptions& options, const OnLine& onLine, const JobContext& job) {
    Lines lines(onLine, options.said);
    const auto began = Clock::now();
    std::optional<Clock::time_point> endedAt;
    ChildEnd end;
    for (bool open = true; open || !endedAt;) {
        if (job.cancelled()) return cancelledFailure();
        if (open)
            open = child.read(lines);
        else
            ::usleep(kPollMilliseconds * 1000U);
        if (!endedAt && child.ended()) endedAt = Clock::now();
        if (endedAt && Clock::now() - *endedAt > kAfterEnd) break;
        const bool late = options.time.count() > 0 && Clock::now() - began > options.time;
        if (endedAt || (!late && lines.total() <= options.mostSaid)) continue;
        end.how = late ? ChildEnd::How::TimedOut : ChildEnd::How::SaidTooMuch;
        child.kill();
        end.said = lines.said();
        return end;
    }
    child.end(end);
    end.said = lines.said();
    return end;
}

}  // namespace

Result<ChildEnd> runChild(const std::vector<std::string>& words, const ChildOptions& options, const OnLine& onLine,
                          const JobContext& job) {
    auto output = makePipe(), failure = makePipe();
    if (!output) return output.failure();
    if (!failure) return failure.failure();
    std::vector<std::string> own = words;
    std::vector<char*> pointers;
    for (std::string& word : own) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    const Start start{pointers.data(),         options.folder.empty() ? nullptr : options.folder.c_str(),
                      options.memory,          output->write.number(),
                      failure->write.number(), ::getpid()};
    const pid_t pid = ::fork();
    if (pid < 0) return fail("run-not-started", std::string("no process: ") + std::strerror(errno), escaped(words.front()));
    if (pid == 0) start.go();
    ::setpgid(pid, pid);  // whoever of both is first
    Child child(pid, std::move(output->read));
    output->write.close();
    failure->write.close();
    int reason = 0;
    ssize_t got = 0;
    while ((got = ::read(failure->read.number(), &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    if (got == static_cast<ssize_t>(sizeof reason))
        return fail("run-not-started", std::string("cannot be started: ") + std::strerror(reason), escaped(words.front()));
    return follow(child, options, onLine, job);
}

std::string signalName(int signal) {
    struct Name {
        int signal;
        const char* name;
    };
    static constexpr Name kNames[] = {{SIGABRT, "SIGABRT"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
                                      {SIGILL, "SIGILL"},   {SIGKILL, "SIGKILL"}, {SIGTERM, "SIGTERM"}, {SIGTRAP, "SIGTRAP"},
                                      {SIGXFSZ, "SIGXFSZ"}, {SIGPIPE, "SIGPIPE"}, {SIGINT, "SIGINT"},   {SIGXCPU, "SIGXCPU"}};
    for (const Name& one : kNames)
        if (one.signal == signal) return one.name;
    return "signal " + std::to_string(signal);
}

}  // namespace etscope::run
