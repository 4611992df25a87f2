// What a run is likely to take, told before it is made: an estimate, and from what. Reads no values; any thread. Rules:
// docs/FORMATS.md "Run record".
#pragma once

#include "run/run_plan.h"

namespace etscope::run {

/// What the time of a call is taken from, the best first.
enum class TimeFrom : std::uint8_t {
    None,       ///< nothing tells
    RunRecord,  ///< calls of runs that etscope made of this program
    Trace,      ///< calls of the session's trace
    Dump        ///< runs of ETDumps, whose ticks are taken for nanoseconds
};

struct MethodEstimate {
    std::string method;
    std::size_t calls = 0;          ///< over all passes
    std::optional<double> seconds;  ///< of one: the median of what is known
    TimeFrom from = TimeFrom::None;
    std::size_t samples = 0;
};

struct Estimate {
    std::vector<MethodEstimate> methods;  ///< of the plan, in its order
    std::optional<double> seconds;        ///< of all calls, without loading; nothing: of a method no time is known
    /// Bytes: of the program and its data, of the methods' planned memory, of one call's inputs, and of the largest buffer of
    /// values. What delegates take for themselves is in none.
    std::uint64_t files = 0, planned = 0, inputs = 0, buffer = 0;

    std::uint64_t memory() const noexcept;  ///< all of them
};

/// Errors: `cancelled`, those of reading runs.
Result<Estimate> estimateOf(const session::Session& session, const RunPlan& plan, const JobContext& job);

/// Inputs that a method could be given by a word of PlanOptions::cases.
struct OfferedCases {
    std::string word;       ///< "": all that are there
    std::size_t calls = 0;  ///< that it stands for
};
/// Those of a method that lead to a call, "" first; "random" is always the last. Errors: `cancelled`.
Result<std::vector<OfferedCases>> offeredCases(const session::Session& session, const std::string& method, const JobContext& job);

}  // namespace etscope::run
