#include "findings/planned_state.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "program/plan_graph.h"

namespace etscope::findings {
namespace {

/// Values that a call reads before one has written them.
Result<std::set<program::ValueIndex>> keptValues(const program::ExecutionPlan& plan, const JobContext& job) {
    std::set<program::ValueIndex> kept, lists;
    program::PlanCalls calls(plan);
    for (const program::Instruction& instruction : plan.mainInstructions()) {
        if (job.cancelled()) return cancelledFailure();
        const program::PlanCall call = calls.read(instruction);
        const bool fills = call.target == "executorch_prim::et_copy_index.tensor";
        const auto look = [&](program::ValueIndex taken) {
            if (!calls.writers().holding(taken) && !(fills && taken == call.takes.front())) kept.insert(taken);
        };
        for (const program::ValueIndex taken : call.takes) {
            const auto* items = plan.tensorItems(taken);
            if (items == nullptr)
                look(taken);
            else if (lists.insert(taken).second)  // what it names is read first here
                std::ranges::for_each(*items, look);
        }
        calls.finish(call);
    }
    return kept;
}

struct Place {
    std::uint64_t bytes = 0;
    bool f32 = true;
};

}  // namespace

Result<PlannedState> plannedState(const program::ExecutionPlan& plan, const program::MemoryPlan& memory, const JobContext& job) {
    const auto kept = keptValues(plan, job);
    if (!kept) return kept.failure();
    std::map<std::pair<std::uint32_t, std::uint64_t>, Place> places;
    for (const program::PlannedTensor& tensor : memory.tensors) {
        if (!tensor.fits || !kept->contains(tensor.value)) continue;
        Place& place = places[{tensor.memoryId, tensor.offset}];
        place.bytes = std::max(place.bytes, tensor.reserved);
        const program::TensorInfo* info = plan.tensor(tensor.value);
        place.f32 = place.f32 && info != nullptr && info->scalarType == ScalarType::F32;
    }
    PlannedState state;
    for (const auto& [at, place] : places) {
        state.bytes += place.bytes, ++state.buffers;
        if (place.f32) state.f32 += place.bytes, ++state.f32Buffers;
    }
    return state;
}

}  // namespace etscope::findings
