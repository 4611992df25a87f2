#include "join/links.h"

#include <algorithm>
#include <set>

#include "base/number_text.h"

namespace etscope::join {
namespace {

using graph::NodeId;
using graph::NodeRef;
using graph::StageId;

/// Keeps the first of equal items, in order.
template <class T>
void removeRepeats(std::vector<T>& list) {
    std::set<T> seen;
    std::erase_if(list, [&seen](const T& item) { return !seen.insert(item).second; });
}

std::vector<std::int64_t> distinct(std::vector<std::int64_t> list) {
    removeRepeats(list);
    return list;
}

NodeLinks withoutRepeats(NodeLinks links) {
    removeRepeats(links.exported);
    removeRepeats(links.edge);
    removeRepeats(links.debugHandles);
    removeRepeats(links.instructions);
    removeRepeats(links.backends);
    removeRepeats(links.delegates);
    removeRepeats(links.delegateDebugIds);
    removeRepeats(links.delegateNodes);
    return links;
}

/// "0/12" → 12; nodes of other chains have no handles.
std::optional<std::int64_t> instructionOf(std::string_view node) {
    return node.starts_with("0/") ? parseInt(node.substr(2)) : std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const MethodLinks>> MethodLinks::make(const session::MethodView& method, const JobContext& job) {
    auto links = std::make_shared<MethodLinks>();
    auto mine = handles(method, job);
    if (mine.cancelled()) return mine.failure();
    links->m_hasHandles = static_cast<bool>(mine);
    links->m_handles = mine ? *std::move(mine) : std::make_shared<const MethodHandles>();
    links->m_graphs = links->m_handles->graphs;
    for (const NodesByHandle* nodes : {&links->m_handles->exportedByHandle, &links->m_handles->edgeByHandle})
        for (const auto& [handle, refs] : *nodes)
            for (const NodeRef& ref : refs) links->m_handleOf.try_emplace(ref, handle);
    for (std::size_t r = 0; r < links->m_handles->rows.size(); ++r) {
        const HandleRow& row = links->m_handles->rows[r];
        links->m_rowOfInstruction.emplace(row.instruction, r);
        if (row.shared && row.edgeNodes.size() == 1) links->m_onlyInstructionOf.emplace(row.edgeNodes.front(), row.instruction);
        for (const std::int64_t handle : distinct(row.debugHandles)) links->m_rowsOfHandle[handle].push_back(r);
    }
    if (const program::ExecutionPlan* plan = method.plan()) links->addPlan(method, *plan, job);
    for (const auto& [instruction, delegate] : links->m_delegateOf) {
        const auto row = links->m_rowOfInstruction.find(instruction);
        if (job.cancelled()) return cancelledFailure();
        if (row != links->m_rowOfInstruction.end())
            links->addDelegateNodes(method, delegate, links->m_handles->rows[row->second], job);
    }
    return std::shared_ptr<const MethodLinks>(std::move(links));
}

void MethodLinks::addPlan(const session::MethodView& method, const program::ExecutionPlan& plan, const JobContext& job) {
    m_hasProgram = true;
    for (std::size_t d = 0; d < plan.delegates.size(); ++d) m_backendOf.emplace(static_cast<std::int64_t>(d), plan.delegates[d].id);
    const auto& instructions = plan.mainInstructions();
    m_instructions = static_cast<std::int64_t>(instructions.size());
    for (std::size_t i = 0; i < instructions.size(); ++i)
        if (const auto* call = std::get_if<program::DelegateCall>(&instructions[i])) {
            m_delegateOf.emplace(static_cast<std::int64_t>(i), call->delegateIndex);
            m_callsOf[call->delegateIndex].push_back(static_cast<std::int64_t>(i));
        }
    const auto graph = method.graph(StageId::program(), job);
    if (!graph) return;
    const graph::GraphModel& model = **graph;
    m_graphs.add(StageId::program(), *graph);
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        m_instructionOf.push_back(instructionOf(model.text(model.node(NodeId(n)).id)));
        if (m_instructionOf.back()) m_nodeOfInstruction.try_emplace(*m_instructionOf.back(), NodeId(n));
    }
}

/// The handles of a delegate's nodes: those that they carry, else those of the nodes of the lowered module that the payload says
/// they were made of. None of a node that nothing tells.
std::vector<std::optional<std::int64_t>> MethodLinks::handlesInside(const session::MethodView& method, std::int64_t delegate,
                                                                    const graph::GraphModel& model, const HandleRow& row,
                                                                    const JobContext& job) const {
    std::vector<std::optional<std::int64_t>> handles;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) handles.push_back(model.node(NodeId(i)).debugHandle);
    const auto decoded = method.delegate(static_cast<std::size_t>(delegate), job);
    const bool carried = std::ranges::any_of(handles, [](const auto& handle) { return handle.has_value(); });
    if (carried || !decoded || (*decoded)->origins.empty() || (*decoded)->graph.get() != &model) return handles;
    std::unordered_map<std::string_view, std::int64_t> ofName;
    for (const NodeRef& ref : row.shared ? m_handles->shared[*row.shared].edgeNodes : row.edgeNodes) {
        const graph::GraphModel* recorded = ref.stage.is(StageId::Kind::Lowered) ? m_handles->graphs.find(ref.stage) : nullptr;
        if (recorded == nullptr) continue;
        if (const graph::Node& node = recorded->node(ref.node); node.debugHandle)
            ofName.try_emplace(recorded->text(node.id), *node.debugHandle);
    }
    for (const delegates::Origin& origin : (*decoded)->origins) {
        const NodeId node = model.findNode(origin.node);
        for (const std::string& name : origin.names)
            if (const auto hit = ofName.find(name); node.valid() && hit != ofName.end() && !handles[node.index()])
                handles[node.index()] = hit->second;
    }
    return handles;
}

/// Backends use as debug id what they were given (a node's debug handle) or the id of their own graph's node; others write the
/// handles, or the names of the nodes, into their payload and no ids into the map.
void MethodLinks::addDelegateNodes(const session::MethodView& method, std::int64_t delegate, const HandleRow& row,
                                   const JobContext& job) {
    const StageId stage = StageId::payload(static_cast<std::uint32_t>(delegate));
    const auto graph = method.graph(stage, job);
    if (!graph || m_idsOf.contains(delegate)) return;
    const graph::GraphModel& model = **graph;
    m_graphs.add(stage, *graph);
    const auto handles = handlesInside(method, delegate, model, row, job);
    const bool byHandle = std::ranges::any_of(handles, [](const auto& handle) { return handle.has_value(); });
    DelegateIds& ids = m_idsOf[delegate];
    if (row.delegateHandles.empty()) {
        const std::set<std::int64_t> ofCall(row.debugHandles.begin(), row.debugHandles.end());
        for (std::uint32_t i = 0; byHandle && i < model.nodeCount(); ++i)
            if (const auto& handle = handles[i]; handle && ofCall.contains(*handle)) {
                ids.nodesOfHandle[*handle].push_back(NodeId(i));
                ids.handleOfNode.emplace(NodeId(i), *handle);
            }
        return;
    }
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        if (byHandle && !handles[i]) continue;
        std::string id = byHandle ? std::to_string(*handles[i]) : model.nodePath(NodeId(i));
        ids.nodeOfId.try_emplace(id, NodeId(i));
        ids.idOfNode.try_emplace(NodeId(i), std::move(id));
    }
}

void MethodLinks::addInstruction(std::int64_t instruction, NodeLinks& links) const {
    links.instructions.push_back(instruction);
    if (const auto row = m_rowOfInstruction.find(instruction); row != m_rowOfInstruction.end())
        if (const HandleRow& one = m_handles->rows[row->second]; one.isDelegate) links.backends.push_back(one.backend);
    const auto delegate = m_delegateOf.find(instruction);
    if (delegate == m_delegateOf.end()) return;
    links.delegates.push_back(delegate->second);
    if (const auto backend = m_backendOf.find(delegate->second); backend != m_backendOf.end())
        links.backends.push_back(backend->second);
}

InsideBy MethodLinks::insideBy(std::int64_t delegate) const {
    const auto ids = m_idsOf.find(delegate);
    if (ids == m_idsOf.end()) return InsideBy::Nothing;
    if (!ids->second.nodeOfId.empty()) return InsideBy::Ids;
    return ids->second.nodesOfHandle.empty() ? InsideBy::Nothing : InsideBy::Handles;
}

RunsIn MethodLinks::runsIn(const NodeLinks& links) const {
    if (!links.backends.empty() || !links.delegates.empty()) return RunsIn::Delegate;
    const bool proven = m_hasProgram && !links.instructions.empty() &&
                        std::ranges::all_of(links.instructions, [this](std::int64_t i) { return i >= 0 && i < m_instructions; });
    return proven ? RunsIn::Kernels : RunsIn::Unknown;
}

/// Everything that carries the handle; of the instructions only that one, when one is given.
void MethodLinks::addHandle(std::int64_t handle, std::optional<std::int64_t> instruction, NodeLinks& links) const {
    links.debugHandles.push_back(handle);
    const auto addNodes = [handle](const NodesByHandle& nodes, std::vector<NodeRef>& list) {
        if (const auto hit = nodes.find(handle); hit != nodes.end())
            list.insert(list.end(), hit->second.begin(), hit->second.end());
    };
    addNodes(m_handles->exportedByHandle, links.exported);
    addNodes(m_handles->edgeByHandle, links.edge);
    const auto rows = m_rowsOfHandle.find(handle);
    if (rows == m_rowsOfHandle.end()) return;
    for (const std::size_t r : rows->second) {
        const HandleRow& row = m_handles->rows[r];
        if (instruction && row.instruction != *instruction) continue;
        addInstruction(row.instruction, links);
        const auto delegate = m_delegateOf.find(row.instruction);
        const auto ids = delegate == m_delegateOf.end() ? m_idsOf.end() : m_idsOf.find(delegate->second);
        const auto addNode = [&](NodeId node) {
            links.delegateNodes.push_back({StageId::payload(static_cast<std::uint32_t>(delegate->second)), node});
        };
        for (const DelegateHandleRow& inner : row.steps) {
            if (std::ranges::find(inner.debugHandles, handle) == inner.debugHandles.end()) continue;
            links.delegateDebugIds.push_back(inner.delegateDebugId);
            if (ids == m_idsOf.end()) continue;
            if (const auto node = ids->second.nodeOfId.find(inner.delegateDebugId); node != ids->second.nodeOfId.end())
                addNode(node->second);
        }
        if (ids == m_idsOf.end()) continue;
        if (const auto own = ids->second.nodesOfHandle.find(handle); own != ids->second.nodesOfHandle.end())
            std::ranges::for_each(own->second, addNode);
    }
}

/// A node inside a delegate: through its debug id, else it shares the call with all others.
void MethodLinks::ofDelegate(const NodeRef& node, NodeLinks& links) const {
    links.delegateNodes.push_back(node);
    const std::int64_t delegate = node.stage.index();
    const auto calls = m_callsOf.find(delegate);
    if (calls == m_callsOf.end()) return;
    std::string id;
    std::optional<std::int64_t> handle;
    if (const auto ids = m_idsOf.find(delegate); ids != m_idsOf.end() && node.stage.name().empty()) {
        if (const auto hit = ids->second.idOfNode.find(node.node); hit != ids->second.idOfNode.end()) id = hit->second;
        if (const auto hit = ids->second.handleOfNode.find(node.node); hit != ids->second.handleOfNode.end()) handle = hit->second;
    }
    for (const std::int64_t instruction : calls->second) {
        addInstruction(instruction, links);
        const auto row = m_rowOfInstruction.find(instruction);
        if (row == m_rowOfInstruction.end()) continue;
        if (handle) addHandle(*handle, instruction, links);
        for (const DelegateHandleRow& inner : m_handles->rows[row->second].steps)
            if (!id.empty() && inner.delegateDebugId == id)
                for (const std::int64_t one : distinct(inner.debugHandles)) addHandle(one, instruction, links);
    }
}

void MethodLinks::addInstructionAndHandles(std::int64_t instruction, NodeLinks& links) const {
    addInstruction(instruction, links);
    const auto hit = m_rowOfInstruction.find(instruction);
    if (hit == m_rowOfInstruction.end()) return;
    const HandleRow& row = m_handles->rows[hit->second];
    for (const std::int64_t handle : distinct(row.debugHandles)) addHandle(handle, instruction, links);
    if (row.shared && !row.edgeNodes.empty()) links.edge = row.edgeNodes;
}

NodeLinks MethodLinks::ofInstruction(std::int64_t instruction) const {
    NodeLinks links;
    addInstructionAndHandles(instruction, links);
    return withoutRepeats(std::move(links));
}

NodeRef MethodLinks::nodeOf(std::int64_t instruction) const {
    const auto hit = m_nodeOfInstruction.find(instruction);
    return {StageId::program(), hit == m_nodeOfInstruction.end() ? NodeId() : hit->second};
}

NodeLinks MethodLinks::of(const NodeRef& node) const {
    NodeLinks links;
    if (node.stage.is(StageId::Kind::Payload)) {
        ofDelegate(node, links);
    } else if (node.stage.is(StageId::Kind::Program)) {
        if (node.node.index() < m_instructionOf.size() && m_instructionOf[node.node.index()])
            addInstructionAndHandles(*m_instructionOf[node.node.index()], links);
    } else if (const auto hit = m_handleOf.find(node); hit != m_handleOf.end()) {
        const auto only = m_onlyInstructionOf.find(node);
        const bool told = only != m_onlyInstructionOf.end();
        addHandle(hit->second, told ? std::optional(only->second) : std::nullopt, links);
        if (told) links.edge = {node};
    }
    return withoutRepeats(std::move(links));
}

Result<std::shared_ptr<const MethodLinks>> links(const session::MethodView& method, const JobContext& job) {
    return method.store().get<MethodLinks>("join::links/" + method.name, job, [&] { return MethodLinks::make(method, job); });
}

}  // namespace etscope::join
