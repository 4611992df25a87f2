#include "support/traced_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

namespace etscope::test {
namespace {

constexpr int kNotTraced = 113;

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& arguments) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const int none = ::open("/dev/null", O_RDWR);
    ::dup2(none, STDOUT_FILENO);
    ::dup2(none, STDERR_FILENO);
    if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) ::_exit(kNotTraced);
    ::raise(SIGSTOP);
    ::execv(argv[0], argv.data());
    ::_exit(kNotTraced);
}

bool read(pid_t process, SystemCall& call) {
    __ptrace_syscall_info info{};
    if (::ptrace(static_cast<__ptrace_request>(PTRACE_GET_SYSCALL_INFO), process, sizeof(info), &info) <= 0) return false;
    call.entry = info.op == PTRACE_SYSCALL_INFO_ENTRY;
    if (info.op != PTRACE_SYSCALL_INFO_ENTRY && info.op != PTRACE_SYSCALL_INFO_EXIT) return false;
    if (!call.entry) return true;  // the number is that of the entry before
    call.number = info.entry.nr;
    for (int i = 0; i < 6; ++i) call.arguments[i] = info.entry.args[i];
    return true;
}

}  // namespace

int TracedProcess::run(const std::string& program, const std::vector<std::string>& arguments,
                       const std::function<Then(const SystemCall&)>& at) {
    const pid_t process = ::fork();
    if (process == 0) become(program, arguments);
    int status = 0;
    if (process < 0 || ::waitpid(process, &status, 0) != process || !WIFSTOPPED(status)) return -2;
    ::ptrace(PTRACE_SETOPTIONS, process, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    SystemCall call;
    bool traced = false;
    int signal = 0;
    for (;;) {
        if (::ptrace(PTRACE_SYSCALL, process, nullptr, static_cast<long>(signal)) != 0) return -2;
        if (::waitpid(process, &status, 0) != process) return -2;
        if (WIFEXITED(status)) return !traced || WEXITSTATUS(status) == kNotTraced ? -2 : WEXITSTATUS(status);
        if (WIFSIGNALED(status)) return -1;
        const bool atCall = WIFSTOPPED(status) && WSTOPSIG(status) == (SIGTRAP | 0x80);
        signal = atCall || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        if (!atCall || !read(process, call)) continue;
        traced = true;
        const Then then = at(call);
        if (then == Then::Kill) {
            ::kill(process, SIGKILL);
            ::waitpid(process, &status, 0);
            return -1;
        }
        if (then == Then::LetGo) {
            ::ptrace(PTRACE_DETACH, process, nullptr, nullptr);
            return ::waitpid(process, &status, 0) == process && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        }
    }
}

}  // namespace etscope::test
