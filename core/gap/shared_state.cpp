#include "gap/shared_state.h"

#include <algorithm>
#include <set>

namespace etscope::gap {
namespace {

constexpr std::uint32_t kOwnMemory = 1;  ///< where a method's activations are planned

using Kind = std::tuple<SharedPlace, ScalarType>;

std::optional<Kind> kindOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    const program::TensorInfo* tensor = plan.tensor(index);
    if (tensor == nullptr || !tensor->allocation || tensor->allocation->memoryId <= kOwnMemory) return std::nullopt;
    const auto bytes = tensor->byteCount();
    if (!bytes || *bytes == 0) return std::nullopt;
    return Kind{{tensor->allocation->memoryId, tensor->allocation->offset, *bytes}, tensor->scalarType};
}

bool isPort(const program::ExecutionPlan& plan, program::ValueIndex index) {
    return std::ranges::find(plan.inputs, index) != plan.inputs.end() ||
           std::ranges::find(plan.outputs, index) != plan.outputs.end();
}

/// A memory of the host, of the same size in both.
bool isCommon(const program::ExecutionPlan& one, const program::ExecutionPlan& other, std::uint32_t id) {
    const auto hosted = [id](const program::ExecutionPlan& plan) {
        return id < plan.bufferSizes.size() && std::ranges::none_of(plan.bufferDevices, [id](const program::BufferDevice& device) {
                   return static_cast<std::int64_t>(device.buffer) == static_cast<std::int64_t>(id);
               });
    };
    return hosted(one) && hosted(other) && one.bufferSizes[id] == other.bufferSizes[id];
}

std::set<Kind> kindsOf(const program::ExecutionPlan& plan) {
    std::set<Kind> kinds;
    for (std::size_t i = 0; i < plan.values.size(); ++i)
        if (const auto kind = kindOf(plan, static_cast<program::ValueIndex>(i));
            kind && !isPort(plan, static_cast<program::ValueIndex>(i)))
            kinds.insert(*kind);
    return kinds;
}

}  // namespace

std::map<SharedPlace, std::vector<program::ValueIndex>> sharedValues(const program::ExecutionPlan& plan,
                                                                     const std::vector<program::ExecutionPlan>& plans) {
    std::map<SharedPlace, std::vector<program::ValueIndex>> shared;
    const std::set<Kind> own = kindsOf(plan);
    if (own.empty()) return shared;
    std::set<Kind> common;
    for (const program::ExecutionPlan& other : plans) {
        if (&other == &plan || other.name == plan.name) continue;
        for (const Kind& kind : kindsOf(other))
            if (own.contains(kind) && isCommon(plan, other, std::get<0>(kind).memoryId)) common.insert(kind);
    }
    for (std::size_t i = 0; i < plan.values.size(); ++i) {
        const auto index = static_cast<program::ValueIndex>(i);
        if (const auto kind = kindOf(plan, index); kind && common.contains(*kind) && !isPort(plan, index))
            shared[std::get<0>(*kind)].push_back(index);
    }
    return shared;
}

std::vector<const program::ExecutionPlan*> SharedState::sharers(const program::ExecutionPlan& plan) const {
    std::vector<const program::ExecutionPlan*> found;
    const auto own = sharedValues(plan, m_plans);
    if (own.empty()) return found;
    for (const program::ExecutionPlan& other : m_plans) {
        if (other.name == plan.name) continue;
        const auto theirs = sharedValues(other, m_plans);
        if (std::ranges::any_of(theirs, [&](const auto& one) { return own.contains(one.first); })) found.push_back(&other);
    }
    return found;
}

void SharedState::enter(const program::ExecutionPlan& plan, PlanMemory& memory) const {
    for (const auto& [place, values] : sharedValues(plan, m_plans)) {
        const auto left = m_left.find(place);
        if (left == m_left.end()) continue;
        memory.write(values.front(), {left->second, -1});
        for (std::size_t i = 1; i < values.size(); ++i) memory.alias(values.front(), values[i]);
    }
}

void SharedState::leave(const program::ExecutionPlan& plan, const PlanMemory& memory) {
    for (const auto& [place, values] : sharedValues(plan, m_plans))
        if (memory.touched(values.front())) m_left[place] = memory.read(values.front()).array;
}

void SharedState::forget() {
    for (const program::ExecutionPlan& plan : m_plans)
        for (const auto& [place, values] : sharedValues(plan, m_plans)) m_left[place] = std::nullopt;
}

}  // namespace etscope::gap
