#include "replay/plan_nodes.h"

#include <algorithm>
#include <array>

#include "modules/operator_family.h"

namespace etscope::replay {

using graph::NodeId;

namespace {

/// Words of operators whose results have the elements of their first argument in its order.
constexpr auto kViews = std::to_array<std::string_view>(
    {"alias", "clone", "clone_dim_order", "contiguous", "detach", "reshape", "squeeze", "unsafe_view", "unsqueeze", "view"});

/// Pairs of an instruction and a node that are kept at most.
constexpr std::size_t kMostPairs = std::size_t{1} << 20U;

}  // namespace

PlanNodes::PlanNodes(const graph::GraphModel& edge, const join::MethodLinks& links, const program::ExecutionPlan& plan,
                     const InstructionNodes& kernels)
    : m_edge(edge) {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < plan.mainInstructions().size() && m_complete; ++i) {
        const auto instruction = static_cast<std::int64_t>(i);
        const auto nodes = links.ofInstruction(instruction).edge;
        pairs += nodes.size();
        m_complete = pairs <= kMostPairs;
        for (const graph::NodeRef& node : nodes) {
            if (node.stage.is(graph::StageId::Kind::Lowered)) m_lowered.try_emplace(instruction, node.stage.index());
            if (node.stage != graph::StageId::edge() || m_edge.node(node.node).graph != graph::GraphId(0U)) continue;
            m_nodesOf[instruction].insert(node.node);
            m_instructionsOf[node.node].insert(instruction);
        }
    }
    if (!m_complete) return;
    std::map<std::vector<NodeId>, std::vector<std::int64_t>> alike;
    for (const auto& [instruction, nodes] : kernels.all()) alike[nodes].push_back(instruction);
    for (const auto& [nodes, instructions] : alike) {
        if (nodes.size() != instructions.size() || (nodes.size() == 1 && !kernels.nodeOf(instructions.front()))) continue;
        share(instructions, {nodes.begin(), nodes.end()});
        m_kernels.insert(nodes.begin(), nodes.end());
    }
}

void PlanNodes::share(const std::vector<std::int64_t>& instructions, const std::set<NodeId>& nodes) {
    for (const std::int64_t instruction : instructions) {
        for (const NodeId node : m_nodesOf[instruction])
            if (!nodes.contains(node)) m_instructionsOf[node].erase(instruction);
        m_nodesOf[instruction] = nodes;
    }
    for (const NodeId node : nodes) {
        for (const std::int64_t other : m_instructionsOf[node])
            if (std::ranges::find(instructions, other) == instructions.end()) m_nodesOf[other].erase(node);
        m_instructionsOf[node] = {instructions.begin(), instructions.end()};
    }
}

void PlanNodes::settle(std::int64_t instruction, const std::set<NodeId>& nodes, std::vector<graph::ValueId> results) {
    share({instruction}, nodes);
    if (!results.empty()) m_results.insert_or_assign(instruction, std::move(results));
}

const std::set<NodeId>& PlanNodes::of(std::int64_t instruction) const {
    static const std::set<NodeId> kNone;
    const auto found = m_nodesOf.find(instruction);
    return found == m_nodesOf.end() ? kNone : found->second;
}

bool PlanNodes::isShared(std::int64_t instruction) const {
    return std::ranges::any_of(of(instruction), [this](NodeId node) { return m_instructionsOf.at(node).size() > 1; });
}

bool PlanNodes::isView(NodeId node) const {
    return std::ranges::find(kViews, modules::operatorWord(m_edge.text(m_edge.node(node).target))) != kViews.end();
}

const std::set<std::int64_t>& PlanNodes::instructionsOf(NodeId node) const {
    static const std::set<std::int64_t> kNone;
    const auto found = m_instructionsOf.find(node);
    return found == m_instructionsOf.end() ? kNone : found->second;
}

std::set<graph::ValueId> PlanNodes::withViews(const graph::DataFlow& flow, std::vector<graph::ValueId> values) const {
    std::set<graph::ValueId> seen;
    while (!values.empty()) {
        const graph::ValueId value = values.back();
        values.pop_back();
        if (!seen.insert(value).second) continue;
        for (const NodeId user : flow.consumers(value))
            if (mayBeSilent(user)) std::ranges::copy(flow.results(user), std::back_inserter(values));
    }
    return seen;
}

std::optional<std::size_t> PlanNodes::lowered(std::int64_t instruction) const {
    const auto found = m_lowered.find(instruction);
    return found == m_lowered.end() ? std::nullopt : std::optional(found->second);
}

std::span<const graph::ValueId> PlanNodes::resultsOf(std::int64_t instruction) const {
    const auto found = m_results.find(instruction);
    return found == m_results.end() ? std::span<const graph::ValueId>() : std::span<const graph::ValueId>(found->second);
}

}  // namespace etscope::replay
