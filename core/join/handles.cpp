#include "join/handles.h"

#include <algorithm>
#include <set>

#include "base/escaped.h"
#include "exported/provenance.h"
#include "join/delegate_steps.h"
#include "join/taps.h"
#include "modules/operator_family.h"

namespace etscope::join {
namespace {

using graph::NodeId;
using graph::NodeRef;
using graph::StageId;

/// Nested graphs included, in the order of the file. `handleOf`: NodeId → its handle. A tap has that of the node that it shows, and
/// is none of what an instruction runs.
template <class HandleOf>
NodesByHandle nodesByHandle(const StageId& stage, const graph::GraphModel& model, HandleOf&& handleOf, bool taps = false) {
    NodesByHandle nodes;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i)
        if (const std::optional<std::int64_t> handle = handleOf(NodeId(i));
            handle && *handle != 0 && isTap(model.text(model.node(NodeId(i)).target)) == taps)
            nodes[*handle].push_back({stage, NodeId(i)});
    return nodes;
}

/// A graph whose nodes carry handles: the edge graph, or what a call of it runs.
struct Carrier {
    StageId stage;
    std::shared_ptr<const exported::Program> program;
};

/// The edge graph and its lowered modules; one that cannot be read hides no other.
std::vector<Carrier> carriers(const session::MethodView& method, Diagnostics& diagnostics, const JobContext& job) {
    std::vector<Carrier> found;
    const auto edge = method.program(StageId::edge(), job);
    if (!edge) return found;
    found.push_back({StageId::edge(), *edge});
    for (std::uint32_t call = 0; call < (*edge)->graph->delegates().size() && !job.cancelled(); ++call) {
        const StageId stage = StageId::lowered(call);
        const auto lowered = method.program(stage, job);
        if (lowered)
            found.push_back({stage, *lowered});
        else
            diagnostics.warning(lowered.error().code, escaped(method.name) + "/" + stage.text(), lowered.error().message);
    }
    return found;
}

void addAll(NodesByHandle& to, NodesByHandle from) {
    for (auto& [handle, refs] : from) {
        std::vector<NodeRef>& list = to[handle];
        list.insert(list.end(), refs.begin(), refs.end());
    }
}

NodesByHandle edgeNodes(const std::vector<Carrier>& carriers, bool taps = false) {
    NodesByHandle nodes;
    for (const auto& [stage, program] : carriers) {
        const graph::GraphModel& model = *program->graph;
        addAll(nodes, nodesByHandle(
                          stage, model, [&](NodeId id) { return model.node(id).debugHandle; }, taps));
    }
    return nodes;
}

/// What a node was lowered to comes before what is left of it in the edge graph; a program that records no origins says nothing
/// where another does.
NodesByHandle exportedNodes(const std::vector<Carrier>& carriers, const exported::Program& original, std::uint64_t graphId,
                            Diagnostics& diagnostics, const JobContext& job) {
    std::vector<std::optional<std::int64_t>> handles(original.graph->nodeCount());
    Diagnostics silent, told;
    bool any = false;
    for (const Carrier& carrier : carriers) {
        Diagnostics met;
        const auto match = exported::matchExported(*carrier.program, original, graphId, met, job);
        if (!match) return {};
        any = any || match->matchedHandles > 0;
        (match->matchedHandles > 0 ? told : silent).merge(met);
        for (std::size_t n = 0; n < handles.size(); ++n)
            if (match->handles[n] && *match->handles[n] != 0) handles[n] = match->handles[n];
    }
    diagnostics.merge(any ? told : silent);
    return nodesByHandle(StageId::exported(), *original.graph, [&](NodeId id) { return handles[id.index()]; });
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
    const program::Instruction* instruction = plan != nullptr ? plan->instructionAt(0, row.instruction) : nullptr;
    if (instruction == nullptr) return;
    if (const auto kind = program::instructionKind(*instruction); !kind.empty()) row.kind = kind;
    if (const program::Operator* op = plan->calledOperator(*instruction)) row.op = op->fullName();
}

void countUnlinked(MethodHandles& method, const NodesByHandle& nodes) {
    std::set<std::int64_t> named;
    for (const HandleRow& row : method.rows)
        for (const std::int64_t handle : row.debugHandles)
            if (named.insert(handle).second && !nodes.contains(handle)) ++method.unknownHandles;
    for (const auto& [handle, refs] : nodes)
        if (!named.contains(handle)) method.unmappedNodes += refs.size();
}

/// The only kernel and the only node of one operator are each other's. Of several, equally many, the n-th kernel is the n-th node
/// where instructions stand in the order of the graph: delegation changes that (`ordered`).
void refine(const StageGraphs& graphs, const SharedHandles& shared, bool ordered, const std::vector<HandleRow*>& rows) {
    std::map<std::string, std::vector<HandleRow*>> kernels;
    for (HandleRow* row : rows)
        if (!row->op.empty()) kernels[modules::operatorWord(row->op)].push_back(row);
    std::map<std::string, std::vector<NodeRef>> nodes;
    for (const NodeRef& ref : shared.edgeNodes) {
        const graph::GraphModel& model = *graphs.find(ref.stage);
        nodes[modules::operatorWord(model.text(model.node(ref.node).target))].push_back(ref);
    }
    for (const auto& [word, ofWord] : kernels)
        if (const auto hit = nodes.find(word);
            hit != nodes.end() && hit->second.size() == ofWord.size() && (ordered || ofWord.size() == 1))
            for (std::size_t i = 0; i < ofWord.size(); ++i) ofWord[i]->edgeNodes = {hit->second[i]};
}

/// Gives every instruction its nodes; where many instructions share many, the nodes are held once for all of them.
void addNodes(MethodHandles& method) {
    /// Names that instructions with the same handles repeat at most.
    constexpr std::size_t kMostNames = 1000;
    const bool ordered = std::ranges::none_of(method.rows, &HandleRow::isDelegate);
    std::map<std::set<std::int64_t>, std::vector<HandleRow*>> groups;
    for (HandleRow& row : method.rows) groups[{row.debugHandles.begin(), row.debugHandles.end()}].push_back(&row);
    for (const auto& [key, rows] : groups) {
        const std::vector<std::int64_t>& handles = rows.front()->debugHandles;
        SharedHandles shared{handles, {}, collect(method.edgeByHandle, handles), collect(method.exportedByHandle, handles)};
        if (rows.size() == 1 || rows.size() * (shared.edgeNodes.size() + shared.exportedNodes.size()) <= kMostNames) {
            for (HandleRow* row : rows) {
                row->edgeNodes = collect(method.edgeByHandle, row->debugHandles);
                row->exportedNodes = collect(method.exportedByHandle, row->debugHandles);
            }
            continue;
        }
        for (HandleRow* row : rows) {
            row->shared = method.shared.size();
            shared.instructions.push_back(row->instruction);
        }
        refine(method.graphs, shared, ordered, rows);
        method.shared.push_back(std::move(shared));
    }
}

MethodHandles join(const session::Session& session, const std::string& name, const etrecord::SideTables& tables,
                   Diagnostics& diagnostics, const JobContext& job) {
    MethodHandles method;
    method.method = name;
    method.rows = sideTableRows(tables, name);
    for (HandleRow& row : method.rows) addInstruction(session.plan(name), row);
    const std::vector<Carrier> all = carriers({session, name}, diagnostics, job);
    for (HandleRow& row : method.rows) row.steps = delegateSteps({session, name}, row, {}, {}, job);
    if (all.empty()) return method;
    method.hasEdge = true;
    for (const auto& [stage, program] : all) method.graphs.add(stage, program->graph);
    method.edgeByHandle = edgeNodes(all);
    method.edgeTaps = edgeNodes(all, true);
    if (const auto original = session.program(name, StageId::exported(), job)) {
        method.hasExported = true;
        method.graphs.add(StageId::exported(), (*original)->graph);
        method.exportedByHandle = exportedNodes(all, **original, tables.exportGraphId.value_or(0), diagnostics, job);
    }
    addNodes(method);
    for (HandleRow& row : method.rows)  // of nodes that many calls share nothing tells which are whose
        if (!row.shared && !job.cancelled())
            row.steps = delegateSteps({session, name}, row, method.edgeByHandle, method.graphs, job);
    countUnlinked(method, method.edgeByHandle);
    if (method.unknownHandles > 0)
        diagnostics.warning("side-table-unknown-handle", "debug_handle_map[" + escaped(name) + "]",
                            std::to_string(method.unknownHandles) +
                                " handles belong to no node of the edge graph: the graph and the "
                                "program may come from different exports");
    return method;
}

}  // namespace

Result<std::vector<std::string>> methodsWithHandles(const session::Session& session) {
    const session::SessionFile* file = session.recordFile();
    if (file == nullptr) return fail("no-record", "handles are told by an ETRecord; the session has none");
    const auto& table = file->record->sideTables().debugHandles;
    std::vector<std::string> names;
    for (const session::Method& method : session.methods())
        if (table.contains(method.name)) names.push_back(method.name);
    for (const auto& [name, rows] : table)
        if (session.method(name) == nullptr) names.push_back(name);
    return names;
}

Result<std::shared_ptr<const MethodHandles>> handles(const session::MethodView& method, const JobContext& job) {
    const std::string name(method.name);
    const session::SessionFile* file = method.session.recordFile();
    if (file == nullptr) return fail("no-record", "handles are told by an ETRecord; the session has none");
    if (!file->record->sideTables().debugHandles.contains(name))
        return fail("no-record", "the record's debug_handle_map does not know this method", name);
    return method.store().get<MethodHandles>(name, job, [&]() -> Result<std::shared_ptr<const MethodHandles>> {
        Diagnostics diagnostics;
        auto found = join(method.session, name, file->record->sideTables(), diagnostics, job);
        if (job.cancelled()) return cancelledFailure();
        method.session.addDiagnostics(diagnostics);
        return std::make_shared<const MethodHandles>(std::move(found));
    });
}

}  // namespace etscope::join
