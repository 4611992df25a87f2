// State in planned memory: what a call reads before it has written it, so that it outlives calls: caches. Any thread.
#pragma once

#include <cstdint>

#include "program/memory_plan.h"

namespace etscope::findings {

struct PlannedState {
    std::uint64_t bytes = 0;  ///< of places that several values share, the largest
    std::uint64_t f32 = 0;    ///< of them: of places whose values are all f32
    std::size_t buffers = 0;  ///< places
    std::size_t f32Buffers = 0;
};

/// What the turns of a loop fill is a result, though each turn names it. Errors: `cancelled`.
Result<PlannedState> plannedState(const program::ExecutionPlan& plan, const program::MemoryPlan& memory, const JobContext& job);

}  // namespace etscope::findings
