#include "modules/side_values.h"

#include <algorithm>

namespace etscope::modules {
namespace {

/// Steps between a value and its reader that are near.
constexpr std::uint32_t kNear = 8;
/// Nodes between a table and what is taken from it at most.
constexpr int kTableSteps = 4;

bool isScalar(graph::ValueKind kind) {
    return kind == graph::ValueKind::SymInt || kind == graph::ValueKind::SymFloat || kind == graph::ValueKind::SymBool;
}

}  // namespace

SideValues::SideValues(const graph::GraphModel& model, const graph::DataFlow& flow, const std::vector<bool>& works)
    : m_model(&model), m_flow(&flow), m_beside(model.valueCount(), false), m_step(model.nodeCount(), 0) {
    // Work above and below each value. Producers come before their consumers.
    std::vector<std::uint32_t> above(model.valueCount(), 0), below(model.valueCount(), 0);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        const graph::NodeId node(n);
        std::uint32_t most = 0;
        for (const graph::ValueId input : flow.inputs(node)) {
            most = std::max(most, above[input.index()]);
            m_step[n] = std::max(m_step[n], stepOf(input) + 1);
        }
        for (const graph::ValueId result : flow.results(node)) above[result.index()] = most + (works[n] ? 1 : 0);
    }
    for (auto n = static_cast<std::uint32_t>(model.nodeCount()); n-- > 0;) {
        const graph::NodeId node(n);
        std::uint32_t most = 0;
        for (const graph::ValueId result : flow.results(node)) most = std::max(most, below[result.index()]);
        for (const graph::ValueId input : flow.inputs(node))
            below[input.index()] = std::max(below[input.index()], most + (works[n] ? 1 : 0));
    }
    const std::uint32_t trunk = below.empty() ? 0 : *std::ranges::max_element(below);
    for (std::uint32_t v = 0; v < m_beside.size(); ++v)
        m_beside[v] = isScalar(model.value(graph::ValueId(v)).kind) || (above[v] == 0 && below[v] < trunk);
}

std::uint32_t SideValues::stepOf(graph::ValueId value) const {
    const graph::NodeId producer = m_model->value(value).producer;
    return producer.valid() ? m_step[producer.index()] : 0;
}

bool SideValues::isFar(graph::ValueId value, graph::NodeId reader) const { return m_step[reader.index()] > stepOf(value) + kNear; }

graph::ValueId SideValues::tableOf(graph::ValueId value) const {
    const graph::GraphModel& model = *m_model;
    for (int i = 0; i < kTableSteps; ++i) {
        const graph::NodeId producer = model.value(value).producer;
        if (!producer.valid()) return i > 0 ? value : graph::ValueId();
        const auto inputs = m_flow->inputs(producer);
        if (inputs.empty() || isScalar(model.value(value).kind)) return {};
        value = inputs.front();
    }
    return {};
}

}  // namespace etscope::modules
