// Whether a case goes on from what calls of other methods left in buffers of the same names: the model has them once, a program
// gives each method its own unless it is asked to share them. Any thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "stages/computed_graph.h"

namespace etscope::stages {

/// The buffers that other methods write under names that this one reads, if `follows` says that the case's outputs follow from the
/// run's graph computed on what the runs before it in its dump leave in them; else none. `run`: SessionRun::index. Costs an
/// evaluation for each of these runs, the last 64 of which count. Errors: `cancelled`.
Result<std::vector<std::string>> buffersOfOthers(const session::MethodView& method, std::size_t run,
                                                 const std::function<Result<bool>(const ComputedGraph&)>& follows,
                                                 const JobContext& job);

}  // namespace etscope::stages
