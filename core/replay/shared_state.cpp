#include "replay/shared_state.h"

#include <algorithm>
#include <set>

namespace etscope::replay {
namespace {

constexpr std::uint32_t kOwnMemory = 1;  ///< where a method's activations are planned

/// Tensors of one kind in two methods are one buffer: the same place, type, and memory of the host of the same size.
using PlaceKind = std::tuple<SharedPlace, ScalarType, std::int64_t>;

std::optional<PlaceKind> kindOf(const program::ExecutionPlan& plan, program::ValueIndex index) {
    const program::TensorInfo* tensor = plan.tensor(index);
    if (tensor == nullptr || !tensor->allocation || tensor->allocation->memoryId <= kOwnMemory) return std::nullopt;
    const std::uint32_t id = tensor->allocation->memoryId;
    const auto bytes = tensor->byteCount();
    if (!bytes || *bytes == 0 || id >= plan.bufferSizes.size()) return std::nullopt;
    return PlaceKind{{id, tensor->allocation->offset, *bytes}, tensor->scalarType, static_cast<std::int64_t>(plan.bufferSizes[id])};
}

/// Values of the plan that another method could share.
std::vector<std::pair<PlaceKind, program::ValueIndex>> candidatesOf(const program::ExecutionPlan& plan) {
    std::set<program::ValueIndex> ports(plan.inputs.begin(), plan.inputs.end());
    ports.insert(plan.outputs.begin(), plan.outputs.end());
    std::set<std::int64_t> devices;
    for (const program::BufferDevice& device : plan.bufferDevices) devices.insert(static_cast<std::int64_t>(device.buffer));
    std::vector<std::pair<PlaceKind, program::ValueIndex>> found;
    for (std::size_t i = 0; i < plan.values.size(); ++i) {
        const auto index = static_cast<program::ValueIndex>(i);
        const auto kind = kindOf(plan, index);
        if (kind && !ports.contains(index) && !devices.contains(static_cast<std::int64_t>(std::get<0>(*kind).memoryId)))
            found.emplace_back(*kind, index);
    }
    return found;
}

}  // namespace

SharedState::SharedState(const std::vector<program::ExecutionPlan>& plans) : m_plans(plans) {
    std::map<PlaceKind, std::set<std::string_view>> owners;
    for (const program::ExecutionPlan& plan : plans)
        for (const auto& [kind, index] : candidatesOf(plan)) owners[kind].insert(plan.name);
    for (const program::ExecutionPlan& plan : plans) {
        const auto [own, isFirst] = m_shared.try_emplace(plan.name);
        if (!isFirst) continue;
        for (const auto& [kind, index] : candidatesOf(plan))
            if (owners[kind].size() > 1) own->second[std::get<0>(kind)].push_back(index);
    }
}

const SharedValues& SharedState::shared(const program::ExecutionPlan& plan) const& {
    static const SharedValues none;
    const auto found = m_shared.find(plan.name);
    return found == m_shared.end() ? none : found->second;
}

std::vector<const program::ExecutionPlan*> SharedState::sharers(const program::ExecutionPlan& plan) const {
    std::vector<const program::ExecutionPlan*> found;
    const SharedValues& own = shared(plan);
    for (const program::ExecutionPlan& other : m_plans)
        if (other.name != plan.name && std::ranges::any_of(shared(other), [&](const auto& one) { return own.contains(one.first); }))
            found.push_back(&other);
    return found;
}

void SharedState::enter(const program::ExecutionPlan& plan, PlanMemory& memory) const {
    for (const auto& [place, values] : shared(plan)) {
        const auto left = m_left.find(place);
        if (left == m_left.end()) continue;
        memory.write(values.front(), {left->second, -1});
        for (std::size_t i = 1; i < values.size(); ++i) memory.alias(values.front(), values[i]);
    }
}

void SharedState::leave(const program::ExecutionPlan& plan, const PlanMemory& memory) {
    for (const auto& [place, values] : shared(plan))
        if (memory.touched(values.front())) m_left[place] = memory.read(values.front()).array;
}

void SharedState::forget() {
    for (const program::ExecutionPlan& plan : m_plans)
        for (const auto& [place, values] : shared(plan)) m_left[place] = std::nullopt;
}

}  // namespace etscope::replay
