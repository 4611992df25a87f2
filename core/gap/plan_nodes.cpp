#include "gap/plan_nodes.h"

#include <algorithm>
#include <array>
#include <string>

#include "modules/operator_family.h"

namespace etscope::gap {

using graph::NodeId;

namespace {

/// Words of operators whose results have the elements of their first argument in its order.
constexpr auto kViews = std::to_array<std::string_view>(
    {"alias", "clone", "clone_dim_order", "contiguous", "detach", "reshape", "squeeze", "unsafe_view", "unsqueeze", "view"});

/// Pairs of an instruction and a node that are kept at most.
constexpr std::size_t kMostPairs = std::size_t{1} << 20U;

/// Instructions and nodes of one debug handle and operator.
struct Alike {
    std::vector<std::int64_t> kernels;
    std::vector<NodeId> nodes;
};

/// What a kernel fills: the last of its arguments. nullptr: no tensor.
const program::TensorInfo* filled(const program::ExecutionPlan& plan, std::int64_t instruction) {
    const auto* kernel = std::get_if<program::KernelCall>(plan.instructionAt(0, instruction));
    return kernel == nullptr || kernel->arguments.empty() ? nullptr : plan.tensor(kernel->arguments.back());
}

/// Of the node's type and sizes; sizes that are symbols there are bounds here. What neither states fits.
bool fits(const program::TensorInfo* tensor, const graph::GraphModel& model, NodeId node) {
    const auto slots = model.outputs(model.node(node));
    const auto values = slots.size() == 1 ? model.values(slots.front()) : std::span<const graph::ValueId>();
    if (tensor == nullptr || values.size() != 1 || !model.value(values.front()).meta.valid()) return true;
    const graph::TensorMeta& meta = model.meta(model.value(values.front()).meta);
    const auto sizes = model.dims(meta.sizes);
    if ((meta.type && *meta.type != tensor->scalarType) || sizes.size() != tensor->sizes.size()) return false;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const bool symbol = sizes[d].expression.valid();
        if (symbol ? tensor->dynamism == program::Dynamism::Static : sizes[d].hasHint && sizes[d].value != tensor->sizes[d])
            return false;
    }
    return true;
}

}  // namespace

PlanNodes::PlanNodes(const graph::GraphModel& edge, const join::MethodLinks& links, const program::ExecutionPlan& plan)
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
    if (m_complete) settleKernels(links, plan);
}

void PlanNodes::settleKernels(const join::MethodLinks& links, const program::ExecutionPlan& plan) {
    std::map<std::pair<std::int64_t, std::string>, Alike> groups;
    for (const auto& [instruction, nodes] : m_nodesOf) {
        const program::Instruction* called = plan.instructionAt(0, instruction);
        const program::Operator* op = called != nullptr ? plan.calledOperator(*called) : nullptr;
        const auto handles = links.ofInstruction(instruction).debugHandles;
        if (op != nullptr && handles.size() == 1)
            groups[{handles.front(), modules::operatorWord(op->fullName())}].kernels.push_back(instruction);
    }
    for (std::uint32_t n = 0; n < m_edge.nodeCount(); ++n) {
        const graph::Node& node = m_edge.node(NodeId(n));
        if (!node.debugHandle || node.graph != graph::GraphId(0U)) continue;
        const auto group = groups.find({*node.debugHandle, modules::operatorWord(m_edge.text(node.target))});
        if (group != groups.end()) group->second.nodes.push_back(NodeId(n));
    }
    for (const auto& [key, alike] : groups) settleAlike(alike.kernels, alike.nodes, plan);
}

void PlanNodes::settleAlike(const std::vector<std::int64_t>& kernels, const std::vector<NodeId>& nodes,
                            const program::ExecutionPlan& plan) {
    std::map<std::set<NodeId>, std::vector<std::int64_t>> byNodes;
    std::map<NodeId, std::size_t> uses;
    for (const std::int64_t kernel : kernels) {
        std::set<NodeId> possible;
        for (const NodeId node : nodes)
            if (fits(filled(plan, kernel), m_edge, node)) possible.insert(node);
        byNodes[std::move(possible)].push_back(kernel);
    }
    for (const auto& [possible, ofThem] : byNodes)
        for (const NodeId node : possible) ++uses[node];
    for (const auto& [possible, ofThem] : byNodes) {
        const bool theirs = std::ranges::all_of(possible, [&](NodeId node) { return uses.at(node) == 1; });
        if (!theirs || possible.size() != ofThem.size()) continue;
        share(ofThem, possible);
        m_kernels.insert(possible.begin(), possible.end());
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

bool PlanNodes::hasInstruction(NodeId node) const {
    const auto found = m_instructionsOf.find(node);
    return found != m_instructionsOf.end() && !found->second.empty();
}

std::optional<std::size_t> PlanNodes::lowered(std::int64_t instruction) const {
    const auto found = m_lowered.find(instruction);
    return found == m_lowered.end() ? std::nullopt : std::optional(found->second);
}

std::span<const graph::ValueId> PlanNodes::resultsOf(std::int64_t instruction) const {
    const auto found = m_results.find(instruction);
    return found == m_results.end() ? std::span<const graph::ValueId>() : std::span<const graph::ValueId>(found->second);
}

}  // namespace etscope::gap
