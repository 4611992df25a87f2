// Another program as a child in a process group of its own: bounded in time, memory and what it may say. Cancelling, the time limit
// and the end of this process end the whole group. The child has no input, no descriptor of this process but its output, and the
// signals as a shell gives them. One thread; it waits for the child. Used only by what the user asked to have executed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"

namespace etscope::run {

struct ChildOptions {
    std::chrono::milliseconds time{0};  ///< 0: no limit
    std::uint64_t memory = 0;  ///< bytes of its own writable memory (RLIMIT_DATA; RLIMIT_AS where that counts no maps); 0: no limit
    std::string folder;        ///< where it starts; empty: here
    std::size_t said = std::size_t{64} << 10U;         ///< of what it says the last bytes are kept
    std::uint64_t mostSaid = std::uint64_t{1} << 30U;  ///< a child that says more is ended
};

struct ChildEnd {
    enum class How : std::uint8_t { Exited, Signalled, TimedOut, SaidTooMuch };
    How how = How::Exited;
    int code = 0;      ///< exit status, or the signal
    std::string said;  ///< the end of standard output and error, lines that `onLine` took left out
};

/// A whole line of standard output or error, without its end; longer ones than 1 MiB come cut. True: it is taken, and is no part of
/// what the child said.
using OnLine = std::function<bool(std::string_view line)>;

/// Runs `words` (the first one is looked up as a shell does) and waits. Errors: `run-not-started` with the system's reason,
/// `cancelled` after the group is gone.
Result<ChildEnd> runChild(const std::vector<std::string>& words, const ChildOptions& options, const OnLine& onLine,
                          const JobContext& job);

}  // namespace etscope::run
