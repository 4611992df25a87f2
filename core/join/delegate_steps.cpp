#include "join/delegate_steps.h"

#include <algorithm>
#include <set>

#include "graph/data_flow.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

using graph::GraphModel;
using graph::NodeId;

/// executorch/backends/vulkan/serialization/vulkan_graph_builder.py, process_node: the debug handle of a node becomes its place in
/// the delegate's own graph before the map is made. WebGPU takes the same payloads under the same id.
bool numbersItsOwn(std::string_view backend) { return backend == "VulkanBackend"; }

/// Operators that passes turn into each other.
std::string classOf(std::string_view target) {
    std::string word = modules::operatorWord(target);
    return word == "addmm" || word == "mm" ? "linear" : word;
}

/// A graph whose nodes are held against another's.
class Side {
public:
    Side(const GraphModel& model, const std::vector<NodeId>& nodes) : m_model(model), m_flow(model) {
        for (const NodeId node : nodes) m_byClass[classOf(model.text(model.node(node).target))].push_back(node);
    }
    const std::map<std::string, std::vector<NodeId>>& classes() const& { return m_byClass; }
    const std::map<std::string, std::vector<NodeId>>& classes() const&& = delete;

    /// Whether each needs what the one before it gives: no pass can change their order.
    bool inTurn(const std::vector<NodeId>& nodes) const {
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
            if (!needs(nodes[i + 1], nodes[i])) return false;
        return true;
    }
    /// Elements of its only result; nothing: not known.
    std::optional<std::int64_t> elements(NodeId node) const {
        const auto results = m_flow.results(node);
        if (results.size() != 1 || !m_model.value(results[0]).meta.valid()) return std::nullopt;
        std::int64_t count = 1;
        for (const graph::Dim& dim : m_model.dims(m_model.meta(m_model.value(results[0]).meta).sizes)) {
            if (dim.expression.valid() || dim.value < 0 || (dim.value > 0 && count > INT64_MAX / dim.value)) return std::nullopt;
            count *= dim.value;
        }
        return count;
    }

private:
    bool needs(NodeId later, NodeId earlier) const {
        std::vector<NodeId> open{later};
        std::set<NodeId> met;
        while (!open.empty()) {
            const NodeId at = open.back();
            open.pop_back();
            if (at == earlier) return true;
            if (!met.insert(at).second) continue;
            for (const graph::ValueId input : m_flow.inputs(at))
                if (const NodeId producer = m_model.value(input).producer; producer.valid()) open.push_back(producer);
        }
        return false;
    }

    const GraphModel& m_model;
    const graph::DataFlow m_flow;
    std::map<std::string, std::vector<NodeId>> m_byClass;  ///< in the order of the graph
};

/// Nodes of one operator that no other can be: the only ones, or equally many, one behind the other on both sides.
std::map<NodeId, NodeId> matched(const Side& payload, const Side& recorded) {
    /// Of more nodes of one operator nothing is told: each costs a walk through its graph.
    constexpr std::size_t kMostNodes = 512;
    std::map<NodeId, NodeId> of;
    for (const auto& [word, own] : payload.classes()) {
        const auto there = recorded.classes().find(word);
        if (there == recorded.classes().end() || there->second.size() != own.size() || own.size() > kMostNodes) continue;
        const std::vector<NodeId>& theirs = there->second;
        if (own.size() > 1 && (!payload.inTurn(own) || !recorded.inTurn(theirs))) continue;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const auto left = payload.elements(own[i]), right = recorded.elements(theirs[i]);
            if (!left || !right || *left == *right) of.emplace(own[i], theirs[i]);
        }
    }
    return of;
}

/// The nodes of the call: of the edge graph or, where it was recorded after lowering, of the lowered module.
std::vector<graph::NodeRef> nodesOf(const HandleRow& row, const NodesByHandle& edge) {
    std::vector<graph::NodeRef> nodes;
    for (const std::int64_t handle : std::set(row.debugHandles.begin(), row.debugHandles.end()))
        if (const auto hit = edge.find(handle); hit != edge.end())
            nodes.insert(nodes.end(), hit->second.begin(), hit->second.end());
    const auto inside = [](const graph::NodeRef& ref) { return ref.stage.is(graph::StageId::Kind::Lowered); };
    if (std::ranges::any_of(nodes, inside)) std::erase_if(nodes, [&](const graph::NodeRef& ref) { return !inside(ref); });
    std::ranges::sort(nodes);
    return nodes;
}

std::vector<NodeId> allNodes(const GraphModel& model) { return model.top().nodes; }

/// Handles of the nodes of the payload, by their ids.
std::map<std::string, std::int64_t> handlesByStructure(const session::MethodView& method, const HandleRow& row,
                                                       const NodesByHandle& edge, const StageGraphs& graphs,
                                                       const JobContext& job) {
    std::map<std::string, std::int64_t> handles;
    const program::ExecutionPlan* plan = method.plan();
    const program::Instruction* call = plan == nullptr ? nullptr : plan->instructionAt(0, row.instruction);
    const auto delegate = call == nullptr ? std::nullopt : plan->calledDelegate(*call);
    const std::vector<graph::NodeRef> refs = nodesOf(row, edge);
    const GraphModel* recorded = refs.empty() ? nullptr : graphs.find(refs.front().stage);
    if (!delegate || recorded == nullptr) return handles;
    const auto payload = method.graph(graph::StageId::payload(static_cast<std::uint32_t>(*delegate)), job);
    if (!payload) return handles;
    std::vector<NodeId> nodes;
    for (const graph::NodeRef& ref : refs)
        if (ref.stage == refs.front().stage && recorded->node(ref.node).graph == graph::GraphId(0U)) nodes.push_back(ref.node);
    for (const auto& [own, theirs] : matched(Side(**payload, allNodes(**payload)), Side(*recorded, nodes)))
        if (const auto handle = recorded->node(theirs).debugHandle) handles.emplace((*payload)->nodePath(own), *handle);
    return handles;
}

}  // namespace

std::vector<DelegateHandleRow> delegateSteps(const session::MethodView& method, const HandleRow& row, const NodesByHandle& edge,
                                             const StageGraphs& graphs, const JobContext& job) {
    if (!numbersItsOwn(row.backend) || row.delegateHandles.empty()) return row.delegateHandles;
    const auto handles = handlesByStructure(method, row, edge, graphs, job);
    std::vector<DelegateHandleRow> steps;
    for (const DelegateHandleRow& one : row.delegateHandles) {
        DelegateHandleRow& step = steps.emplace_back(DelegateHandleRow{one.delegateDebugId, {}});
        if (const auto known = handles.find(one.delegateDebugId); known != handles.end()) step.debugHandles = {known->second};
    }
    return steps;
}

}  // namespace etscope::join
