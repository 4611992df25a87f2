// Operators that run outside delegates in methods that have some: how many, where, what they cost, and why as far as the session's
// graphs tell. Any thread. Rules: docs/FORMATS.md "Outside delegates".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"

namespace etscope::findings {

struct UndelegatedOperator {
    std::string method;
    graph::StageId stage;            ///< of `nodes`
    std::string target;              ///< "aten.bmm.default", of programs without a record "aten::bmm.out"
    std::vector<std::string> nodes;  ///< paths in graph order
    std::optional<double> ticks;     ///< of a run at the median, all places together; nothing: no run tells
    std::optional<double> share;     ///< of the time of the method's calls; nothing: no run tells, or they cannot be added
    Sentence reason;
    std::vector<Sentence> evidence;
};

/// Of each method that has a delegate, those that take longest in a run first, then those of most nodes: shares of different
/// methods are of different times. Empty `method`: all. Errors: `cancelled`.
Result<std::vector<UndelegatedOperator>> undelegated(const session::MethodView& method, const JobContext& job);

/// Calls of the plan, of all its chains, that run operators on the CPU: kernels, without those that only give a tensor another
/// shape or count sizes (`executorch_prim::`, `aten::sym_size`). What delegates do not run of a model is counted by these alone.
std::size_t operatorCalls(const program::ExecutionPlan& plan);

}  // namespace etscope::findings
