#include "join/handles.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "exported/provenance.h"

namespace etscope::join {
namespace {

using graph::NodeId;
using graph::NodeRef;
using graph::StageId;

/// Nested graphs included, in the order of the file. `handleOf`: NodeId → its handle.
template <class HandleOf>
NodesByHandle nodesByHandle(const StageId& stage, const graph::GraphModel& model, HandleOf&& handleOf) {
    NodesByHandle nodes;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        if (const std::optional<std::int64_t> handle = handleOf(NodeId(i)); handle && *handle != 0)
            nodes[*handle].push_back({stage, NodeId(i)});
    return nodes;
}

NodesByHandle edgeNodes(const graph::GraphModel& model) {
    return nodesByHandle(StageId::edge(), model, [&](NodeId id) { return model.node(id).debugHandle; });
}

NodesByHandle exportedNodes(const exported::Program& edge, const exported::Program& original, std::uint64_t graphId,
                            Diagnostics& diagnostics, const JobContext& job) {
    const auto match = exported::matchExported(edge, original, graphId, diagnostics, job);
    if (!match) return {};
    return nodesByHandle(StageId::exported(), *original.graph, [&](NodeId id) { return match->handles[id.index()]; });
}

/// The nodes of all handles, each once, in the order of the handles.
std::vector<NodeRef> collect(const NodesByHandle& nodes, const std::vector<std::int64_t>& handles) {
    std::vector<NodeRef> found;
    std::set<std::int64_t> done;
    for (const std::int64_t handle : handles) {
        const auto hit = nodes.find(handle);
        if (hit != nodes.end() && done.insert(handle).second) found.insert(found.end(), hit->second.begin(), hit->second.end());
    }
    return found;
}

/// The rows of one method from the side tables alone.
std::vector<HandleRow> sideTableRows(const etrecord::SideTables& tables, const std::string& method) {
    std::map<std::int64_t, HandleRow> rows;
    const auto each = [&](const auto& table, auto&& take) {
        const auto hit = table.find(method);
        if (hit == table.end()) return;
        for (const auto& [instruction, value] : hit->second) {
            HandleRow& row = rows[instruction];
            row.instruction = instruction;
            take(row, value);
        }
    };
    each(tables.debugHandles, [](HandleRow& row, const std::vector<std::int64_t>& handles) { row.debugHandles = handles; });
    each(tables.debugHandleIsList, [](HandleRow& row, bool isList) { row.isDelegate = isList; });
    each(tables.delegates, [](HandleRow& row, const etrecord::DelegateRow& delegate) {
        row.isDelegate = true;
        row.backend = delegate.backend;
        for (const auto& [id, handles] : delegate.handles) row.delegateHandles.push_back({id, handles});
    });
    each(tables.outputCounts, [](HandleRow& row, std::int64_t outputs) { row.outputs = outputs; });
    std::vector<HandleRow> list;
    for (auto& [instruction, row] : rows) list.push_back(std::move(row));
    return list;
}

/// What the program says about the instruction; instructions are numbered through the first chain, as the record does.
void addInstruction(const program::ExecutionPlan* plan, HandleRow& row) {
    row.kind = row.isDelegate ? "delegate" : "kernel";
    if (plan == nullptr || plan->chains.empty() || row.instruction < 0 ||
        static_cast<std::size_t>(row.instruction) >= plan->chains[0].instructions.size())
        return;
    const program::Instruction& instruction = plan->chains[0].instructions[static_cast<std::size_t>(row.instruction)];
    if (const auto* kernel = std::get_if<program::KernelCall>(&instruction)) {
        row.kind = "kernel";
        if (kernel->operatorIndex >= 0 && static_cast<std::size_t>(kernel->operatorIndex) < plan->operators.size())
            row.op = plan->operators[static_cast<std::size_t>(kernel->operatorIndex)].fullName();
    } else if (std::holds_alternative<program::DelegateCall>(instruction)) {
        row.kind = "delegate";
    } else if (std::holds_alternative<program::MoveCall>(instruction)) {
        row.kind = "move";
    } else if (std::holds_alternative<program::JumpFalseCall>(instruction)) {
        row.kind = "jump_false";
    } else if (std::holds_alternative<program::FreeCall>(instruction)) {
        row.kind = "free";
    }
}

void countUnlinked(MethodHandles& method, const NodesByHandle& nodes) {
    std::set<std::int64_t> named;
    for (const HandleRow& row : method.rows)
        for (const std::int64_t handle : row.debugHandles)
            if (named.insert(handle).second && !nodes.contains(handle)) ++method.unknownHandles;
    for (const auto& [handle, refs] : nodes)
        if (!named.contains(handle)) method.unmappedNodes += refs.size();
}

}  // namespace

Result<std::vector<MethodHandles>> handles(const session::Session& session, const JobContext& job) {
    std::vector<MethodHandles> result;
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return fail("no-record", "handles are told by an ETRecord; the session has none");
    const etrecord::SideTables& tables = file->record->sideTables();
    std::vector<std::string> names;
    for (const session::Method& method : session.methods())
        if (tables.debugHandles.contains(method.name)) names.push_back(method.name);
    for (const auto& [name, rows] : tables.debugHandles)
        if (session.method(name) == nullptr) names.push_back(name);

    Diagnostics diagnostics;
    for (const std::string& name : names) {
        MethodHandles& method = result.emplace_back();
        method.method = name;
        method.rows = sideTableRows(tables, name);
        for (HandleRow& row : method.rows) addInstruction(session.plan(name), row);
        const auto edge = session.program(name, StageId::edge(), job);
        if (job.cancelled()) return cancelledFailure();
        if (!edge) continue;
        method.hasEdge = true;
        method.graphs.add(StageId::edge(), (*edge)->graph);
        method.edgeByHandle = edgeNodes(*(*edge)->graph);
        if (const auto original = session.program(name, StageId::exported(), job)) {
            method.hasExported = true;
            method.graphs.add(StageId::exported(), (*original)->graph);
            method.exportedByHandle = exportedNodes(**edge, **original, tables.exportGraphId.value_or(0), diagnostics, job);
        }
        for (HandleRow& row : method.rows) {
            row.edgeNodes = collect(method.edgeByHandle, row.debugHandles);
            row.exportedNodes = collect(method.exportedByHandle, row.debugHandles);
        }
        countUnlinked(method, method.edgeByHandle);
        if (method.unknownHandles > 0)
            diagnostics.warning("side-table-unknown-handle", "debug_handle_map[" + escaped(name) + "]",
                                std::to_string(method.unknownHandles) +
                                    " handles belong to no node of the edge graph: the graph and the "
                                    "program may come from different exports");
    }
    session.addDiagnostics(diagnostics);
    return result;
}

}  // namespace etscope::join
