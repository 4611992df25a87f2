// TracedProcess: a program that is stopped at each of its system calls, so that a test can do something to its files, or kill it,
// at exactly that point. Needs ptrace(), which containers may forbid: the test is skipped then.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace etscope::test {

struct SystemCall {
    std::uint64_t number = 0;  ///< SYS_…
    std::uint64_t arguments[6] = {};
    bool entry = true;  ///< it is about to be made; else it is done
};

class TracedProcess {
public:
    enum class Then : std::uint8_t { GoOn, Kill, LetGo };
    /// Runs the program, its output thrown away, and asks at each system call. The exit status; −1: killed, −2: cannot be traced.
    static int run(const std::string& program, const std::vector<std::string>& arguments,
                   const std::function<Then(const SystemCall&)>& at);
};

}  // namespace etscope::test
