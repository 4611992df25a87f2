// Windows: a child is the first of a job, whose processes end with it.
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// after it
#include <fcntl.h>
#include <io.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>

#include "base/escaped.h"
#include "run/started_child.h"

namespace etscope::run {
namespace {

constexpr UINT kEnded = 0xE75C;  ///< the status of what kill() ended

HANDLE handleOf(std::intptr_t number) noexcept { return reinterpret_cast<HANDLE>(number); }
HANDLE handleOf(const Descriptor& descriptor) noexcept { return handleOf(::_get_osfhandle(descriptor.number())); }

std::wstring wide(const std::string& text) { return std::filesystem::path(text).wstring(); }

Failure notStarted(const std::string& what, const std::string& program) {
    const std::error_code reason(static_cast<int>(::GetLastError()), std::system_category());
    return fail("run-not-started", what + reason.message(), escaped(program));
}

struct Ends {
    Descriptor read, write;
};

std::optional<Ends> makePipe() {
    constexpr DWORD kBuffer = DWORD{1} << 20U;
    HANDLE read = nullptr, write = nullptr;
    if (::CreatePipe(&read, &write, nullptr, kBuffer) == 0) return std::nullopt;
    const auto number = [](HANDLE handle, int mode) {
        return Descriptor(::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), mode | _O_BINARY | _O_NOINHERIT));
    };
    return Ends{number(read, _O_RDONLY), number(write, _O_WRONLY)};
}

/// As programs take their command line apart: a backslash counts before a quotation mark only.
std::wstring commandLine(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) {
        if (!line.empty()) line += ' ';
        if (!word.empty() && word.find_first_of(" \t\n\v\"") == std::string::npos) {
            line += word;
            continue;
        }
        line += '"';
        std::size_t slashes = 0;
        for (const char c : word) {
            if (c == '"') line.append(slashes + 1, '\\');
            slashes = c == '\\' ? slashes + 1 : 0;
            line += c;
        }
        line.append(slashes, '\\');
        line += '"';
    }
    return wide(line);
}

/// Ends all that is in it when its last handle is closed.
HANDLE makeJob(std::uint64_t memory) noexcept {
    const HANDLE job = ::CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    if (memory > 0) limits.BasicLimitInformation.LimitFlags |= JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = static_cast<SIZE_T>(memory);
    ::SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

/// The signals that other systems would have sent.
int signalOf(DWORD status) noexcept {
    switch (status) {
        case STATUS_ACCESS_VIOLATION:
        case STATUS_STACK_OVERFLOW: return SIGSEGV;
        case STATUS_ILLEGAL_INSTRUCTION: return SIGILL;
        case STATUS_INTEGER_DIVIDE_BY_ZERO: return SIGFPE;
        case 0xC0000409: return SIGABRT;  // of abort()
        default: return 0;
    }
}

}  // namespace

Child::~Child() {
    kill();
    ::WaitForSingleObject(handleOf(m_process), INFINITE);
    ::CloseHandle(handleOf(m_group));
    ::CloseHandle(handleOf(m_process));
}

void Child::kill() const noexcept { ::TerminateJobObject(handleOf(m_group), kEnded); }

bool Child::read(Lines& lines) {
    if (!platform::waitToRead(m_output.number(), kPollMilliseconds)) return true;
    std::array<char, std::size_t{1} << 16U> buffer;
    const std::int64_t count = platform::read(m_output.number(), buffer.data(), buffer.size());
    if (count > 0) lines.add({buffer.data(), static_cast<std::size_t>(count)});
    return count > 0;
}

bool Child::write(std::string_view line) const noexcept {
    std::string text(line);
    text += '\n';
    std::string_view left = text;
    while (!left.empty()) {
        const std::int64_t count = platform::write(m_input.number(), left.data(), left.size());
        if (count <= 0) return false;
        left.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool Child::ended() noexcept {
    if (!m_ended && ::WaitForSingleObject(handleOf(m_process), 0) == WAIT_OBJECT_0) {
        DWORD status = 0;
        ::GetExitCodeProcess(handleOf(m_process), &status);
        m_status = static_cast<int>(status);
        m_ended = true;
    }
    return m_ended;
}

void Child::end(ChildEnd& end) const noexcept {
    const int signal = signalOf(static_cast<DWORD>(m_status));
    end = {signal != 0 ? ChildEnd::How::Signalled : ChildEnd::How::Exited, signal != 0 ? signal : m_status, {}};
}

Result<std::unique_ptr<Child>> startChild(const std::vector<std::string>& words, const ChildOptions& options, ChildInput input) {
    // Ends that are inherited are so by every child that is started meanwhile: one at a time.
    static std::mutex starting;
    const std::scoped_lock lock(starting);
    auto output = makePipe(), given = makePipe();
    if (!output || !given) return notStarted("no pipe: ", words.front());
    if (input == ChildInput::None) given->write.close();
    STARTUPINFOW how{};
    how.cb = sizeof how;
    how.dwFlags = STARTF_USESTDHANDLES;
    how.hStdInput = handleOf(given->read);
    how.hStdOutput = how.hStdError = handleOf(output->write);
    for (const HANDLE end : {how.hStdInput, how.hStdOutput}) ::SetHandleInformation(end, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    std::wstring line = commandLine(words);
    const std::wstring folder = wide(options.folder);
    PROCESS_INFORMATION started{};
    if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, CREATE_SUSPENDED | CREATE_NO_WINDOW, nullptr,
                         folder.empty() ? nullptr : folder.c_str(), &how, &started) == 0)
        return notStarted("cannot be started: ", words.front());
    const HANDLE job = makeJob(options.memory);
    const bool held = ::AssignProcessToJobObject(job, started.hProcess) != 0;
    auto child = std::make_unique<Child>(reinterpret_cast<std::intptr_t>(started.hProcess), reinterpret_cast<std::intptr_t>(job),
                                         std::move(output->read), std::move(given->write));
    if (held)
        ::ResumeThread(started.hThread);
    else
        ::TerminateProcess(started.hProcess, kEnded);
    ::CloseHandle(started.hThread);
    if (!held) return notStarted("cannot be started: ", words.front());
    return child;
}

}  // namespace etscope::run
