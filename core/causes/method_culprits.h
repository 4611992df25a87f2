// All runs of a method judged: how many calls were looked at, what is at fault in which run. Any thread. Rules: docs/FORMATS.md
// "Audit of a run", "Causes".
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "causes/run_culprits.h"

namespace etscope::causes {

/// Runs of a method that are judged: those whose outputs are not the expected ones first, as far as these can be reached.
constexpr std::size_t kMostJudgedRuns = 64;
/// Runs that are replayed for it, from the first: state goes from one to the next.
constexpr std::size_t kMostReplayedRuns = 1024;

struct CallCounts {
    std::size_t right = 0, wrong = 0, open = 0;
    std::size_t all() const noexcept { return right + wrong + open; }
};

/// What was looked at around the call that is at fault.
struct Proof {
    std::string op;                                ///< of its instruction
    std::optional<evaluate::Judgement> judgement;  ///< of what it gave; nothing: it was not judged
    CallCounts before;                             ///< the calls before it in its run
    CallCounts same;                               ///< other instructions that run the same kernel, or a delegate as it does
    CallCounts otherRuns;                          ///< the same instruction
};

struct MethodCulprits {
    struct Calls {
        std::size_t right = 0, open = 0;
    };
    std::string method;
    std::map<std::size_t, Calls> calls;  ///< of each judged run, by SessionRun::index; those that are wrong are not in it
    std::vector<RunCulprits> runs;       ///< judged, in their order
    std::vector<Culprit> ofProgram;      ///< without runs: what of the program is not the record's
    std::size_t right = 0, wrong = 0;    ///< calls of these runs that were judged
    std::size_t left = 0;                ///< runs that were not judged
    std::size_t open = 0;                ///< calls that could not be: their inputs, operator or result are not known
    std::optional<Proof> proof;          ///< of first(), where it is of a call

    /// Of the first run that has one, by inferred(); without runs of the program; null: there is none.
    const Culprit* first() const noexcept;
};

/// What the runs of other methods show of their common dump counts, too. Kept after the first call; without a program empty.
/// Errors: `cancelled`.
Result<std::shared_ptr<const MethodCulprits>> methodCulprits(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::causes
