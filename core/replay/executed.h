// What a run executed: the instructions of its method in order, each as often as it ran, with the values it logged. Any
// thread. Rules: docs/FORMATS.md "Instructions of a run".
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "join/runs.h"
#include "program/plan.h"
#include "tensor/tensor.h"

namespace etscope::replay {

struct Executed {
    std::int64_t instruction = 0;
    std::size_t execution = 0;          ///< of several in one block
    bool told = true;                   ///< an event says that it ran; else it lies between two that did
    std::vector<tensor::Value> logged;  ///< in the order of the dump; elements of lists one by one
};

/// Of chain 0. Instructions without any event are added where the plan leads from one to the next, since level and build of the
/// runtime decide which events there are; those that only a jump leads past are added as well, as not told.
std::vector<Executed> executedInstructions(const join::SessionRun& run, const program::ExecutionPlan& plan);

/// The last instructions of runs that gave nothing though calls were to follow, by SessionRun::index: a kernel or delegate refused,
/// and what it left is no result. Of dumps that log values, which would have those of the outputs.
std::map<std::size_t, std::int64_t> stoppedRuns(const std::vector<const join::SessionRun*>& runs,
                                                const program::ExecutionPlan& plan);

/// The runs of the method in their order, blocks that only load left out. Errors: `cancelled`.
Result<std::vector<join::SessionRun>> executionsOf(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::replay
