#include "join/links.h"

#include <algorithm>
#include <set>

#include "base/text.h"

namespace etscope::join {
namespace {

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

std::unordered_map<std::string, std::int64_t> byNode(const NodesByHandle& nodes) {
    std::unordered_map<std::string, std::int64_t> handles;
    for (const auto& [handle, paths] : nodes)
        for (const std::string& path : paths) handles.try_emplace(path, handle);
    return handles;
}

/// "0/12" → 12; nodes of other chains have no handles.
std::optional<std::int64_t> instructionOf(std::string_view node) {
    return node.starts_with("0/") ? parseInt(node.substr(2)) : std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const MethodLinks>> MethodLinks::make(const session::Session& session, std::string_view method,
                                                             const JobContext& job) {
    auto links = std::make_shared<MethodLinks>();
    auto all =
        session.recordFile() != nullptr ? handles(session, job) : Result<std::vector<MethodHandles>>(std::vector<MethodHandles>{});
    if (!all) return all.failure();
    if (const auto mine = std::ranges::find(*all, method, &MethodHandles::method); mine != all->end()) {
        links->m_handles = std::move(*mine);
        links->m_hasHandles = true;
    }
    links->m_edge = byNode(links->m_handles.edgeByHandle);
    links->m_exported = byNode(links->m_handles.exportedByHandle);
    for (std::size_t r = 0; r < links->m_handles.rows.size(); ++r) {
        const HandleRow& row = links->m_handles.rows[r];
        links->m_rowOfInstruction.emplace(row.instruction, r);
        for (const std::int64_t handle : distinct(row.debugHandles)) links->m_rowsOfHandle[handle].push_back(r);
    }
    if (const program::ExecutionPlan* plan = session.plan(method)) {
        links->m_hasProgram = true;
        if (!plan->chains.empty()) links->m_instructions = static_cast<std::int64_t>(plan->chains[0].instructions.size());
        for (std::size_t d = 0; d < plan->delegates.size(); ++d)
            links->m_backendOf.emplace(static_cast<std::int64_t>(d), repairedUtf8(plan->delegates[d].id));
        for (std::size_t i = 0; !plan->chains.empty() && i < plan->chains[0].instructions.size(); ++i)
            if (const auto* call = std::get_if<program::DelegateCall>(&plan->chains[0].instructions[i])) {
                links->m_delegateOf.emplace(static_cast<std::int64_t>(i), call->delegateIndex);
                links->m_callsOf[call->delegateIndex].push_back(static_cast<std::int64_t>(i));
            }
    }
    for (const auto& [instruction, delegate] : links->m_delegateOf) {
        const auto row = links->m_rowOfInstruction.find(instruction);
        if (job.cancelled()) return cancelledFailure();
        if (row != links->m_rowOfInstruction.end() && !links->m_handles.rows[row->second].delegateHandles.empty())
            links->addDelegateNodes(session, method, delegate, job);
    }
    return std::shared_ptr<const MethodLinks>(std::move(links));
}

/// Backends use as debug id what they were given (a node's debug handle) or the id of their own graph's node.
void MethodLinks::addDelegateNodes(const session::Session& session, std::string_view method, std::int64_t delegate,
                                   const JobContext& job) {
    const auto graph = session.graph(method, "delegate:" + std::to_string(delegate), job);
    if (!graph || m_nodesOf.contains(delegate)) return;
    const graph::GraphModel& model = **graph;
    bool byHandle = false;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        byHandle = byHandle || model.node(graph::NodeId(i)).debugHandle.has_value();
    DelegateNodes& nodes = m_nodesOf[delegate];
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        if (byHandle && !node.debugHandle) continue;
        const std::string path = repairedUtf8(model.nodePath(graph::NodeId(i)));
        const std::string id = byHandle ? std::to_string(*node.debugHandle) : path;
        nodes.nodeOfId.try_emplace(id, path);
        nodes.idOfNode.try_emplace(path, id);
    }
}

void MethodLinks::addInstruction(std::int64_t instruction, NodeLinks& links) const {
    links.instructions.push_back(instruction);
    if (const auto row = m_rowOfInstruction.find(instruction); row != m_rowOfInstruction.end())
        if (const HandleRow& one = m_handles.rows[row->second]; one.isDelegate) links.backends.push_back(one.backend);
    const auto delegate = m_delegateOf.find(instruction);
    if (delegate == m_delegateOf.end()) return;
    links.delegates.push_back(delegate->second);
    if (const auto backend = m_backendOf.find(delegate->second); backend != m_backendOf.end())
        links.backends.push_back(backend->second);
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
    const auto addNodes = [handle](const NodesByHandle& nodes, std::vector<std::string>& list) {
        if (const auto hit = nodes.find(handle); hit != nodes.end())
            list.insert(list.end(), hit->second.begin(), hit->second.end());
    };
    addNodes(m_handles.exportedByHandle, links.exported);
    addNodes(m_handles.edgeByHandle, links.edge);
    const auto rows = m_rowsOfHandle.find(handle);
    if (rows == m_rowsOfHandle.end()) return;
    for (const std::size_t r : rows->second) {
        const HandleRow& row = m_handles.rows[r];
        if (instruction && row.instruction != *instruction) continue;
        addInstruction(row.instruction, links);
        const auto delegate = m_delegateOf.find(row.instruction);
        for (const DelegateHandleRow& inner : row.delegateHandles) {
            if (std::ranges::find(inner.debugHandles, handle) == inner.debugHandles.end()) continue;
            links.delegateDebugIds.push_back(inner.delegateDebugId);
            if (delegate == m_delegateOf.end()) continue;
            const auto nodes = m_nodesOf.find(delegate->second);
            if (nodes == m_nodesOf.end()) continue;
            if (const auto node = nodes->second.nodeOfId.find(inner.delegateDebugId); node != nodes->second.nodeOfId.end())
                links.delegateNodes.push_back({delegate->second, node->second});
        }
    }
}

/// A node inside a delegate: through its debug id, else it shares the call with all others.
void MethodLinks::ofDelegate(std::string_view stage, const std::string& node, NodeLinks& links) const {
    const auto delegate = parseInt(stage.substr(0, stage.find('/')));
    if (!delegate) return;
    links.delegateNodes.push_back({*delegate, node});
    const auto calls = m_callsOf.find(*delegate);
    if (calls == m_callsOf.end()) return;
    std::string id;
    if (const auto nodes = m_nodesOf.find(*delegate); nodes != m_nodesOf.end())
        if (const auto hit = nodes->second.idOfNode.find(node); hit != nodes->second.idOfNode.end()) id = hit->second;
    for (const std::int64_t instruction : calls->second) {
        addInstruction(instruction, links);
        const auto row = m_rowOfInstruction.find(instruction);
        if (row == m_rowOfInstruction.end()) continue;
        for (const DelegateHandleRow& inner : m_handles.rows[row->second].delegateHandles)
            if (!id.empty() && inner.delegateDebugId == id)
                for (const std::int64_t handle : distinct(inner.debugHandles)) addHandle(handle, instruction, links);
    }
}

NodeLinks MethodLinks::of(std::string_view stage, const std::string& node) const {
    constexpr std::string_view kDelegate = "delegate:";
    NodeLinks links;
    if (stage.starts_with(kDelegate)) {
        ofDelegate(stage.substr(kDelegate.size()), node, links);
    } else if (stage == "program") {
        const auto instruction = instructionOf(node);
        if (!instruction) return {};
        addInstruction(*instruction, links);
        if (const auto row = m_rowOfInstruction.find(*instruction); row != m_rowOfInstruction.end())
            for (const std::int64_t handle : distinct(m_handles.rows[row->second].debugHandles))
                addHandle(handle, *instruction, links);
    } else {
        const HandlesByNode& known = stage == "exported" ? m_exported : m_edge;
        if (const auto hit = known.find(node); hit != known.end()) addHandle(hit->second, std::nullopt, links);
    }
    return withoutRepeats(std::move(links));
}

Result<std::shared_ptr<const MethodLinks>> links(const session::Session& session, std::string_view method, const JobContext& job) {
    return session.store().get<MethodLinks>("join::links/" + std::string(method), job,
                                            [&] { return MethodLinks::make(session, method, job); });
}

}  // namespace etscope::join
