// The table of handles: which nodes each runtime instruction came from, a row for each debug handle that ties them.
#include <algorithm>
#include <set>

#include "answers/program_tables.h"
#include "answers/tables.h"
#include "join/handles.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {

/// An instruction and one of its handles; no handle where nothing tells its nodes apart.
struct HandleRelation {
    const join::MethodHandles* method;
    const join::HandleRow* row;
    std::optional<std::int64_t> handle;
    std::vector<graph::NodeRef> edgeNodes;  ///< that carry the handle, of the nodes that the instruction runs
};

namespace {

/// Nodes that nothing tells apart.
Cell sharedCell(const join::SharedHandles& shared) {
    const QString words = QObject::tr("one of %1 that %n instruction(s) share", nullptr, counted(shared.instructions.size()))
                              .arg(QObject::tr("%n node(s)", nullptr, counted(shared.edgeNodes.size())));
    return {.text = words, .tooltip = words, .dim = true};
}

/// Of the nodes of an instruction those that carry the handle.
std::vector<graph::NodeRef> handleNodes(const std::vector<graph::NodeRef>& all, const join::NodesByHandle& byHandle,
                                        const std::optional<std::int64_t>& handle) {
    if (!handle) return all;
    std::vector<graph::NodeRef> nodes;
    const auto carry = byHandle.find(*handle);
    if (carry == byHandle.end()) return nodes;
    for (const graph::NodeRef& node : carry->second)
        if (std::ranges::find(all, node) != all.end()) nodes.push_back(node);
    return nodes;
}

Cell nodesCell(const HandleRelation& one, const std::vector<graph::NodeRef>& nodes) {
    if (nodes.empty() && one.row->shared) return sharedCell(one.method->shared[*one.row->shared]);
    const QString list = texts(one.method->graphs.paths(nodes)).join(QStringLiteral(", "));
    return list.isEmpty() ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("no node carries this handle")} : nameCell(list);
}

Cell exportedCell(const HandleRelation& one) {
    if (!one.method->hasExported) return noCell();
    return nodesCell(one, handleNodes(one.row->exportedNodes, one.method->exportedByHandle, one.handle));
}

Cell runsCell(const HandleRelation& one) {
    const QString what = text(one.row->isDelegate ? one.row->backend : one.row->op);
    return {.text = what.isEmpty() ? QObject::tr("kernel") : what};
}

/// Ids by which the backend names what carries the handle.
Cell idsCell(const HandleRelation& one) {
    if (!one.row->isDelegate) return noCell();
    QStringList ids;
    for (const join::DelegateHandleRow& inside : one.row->delegateHandles)
        if (!one.handle || std::ranges::find(inside.debugHandles, *one.handle) != inside.debugHandles.end())
            ids.append(text(inside.delegateDebugId));
    return ids.isEmpty() ? Cell{.text = QObject::tr("no ids from the backend"), .dim = true}
                         : nameCell(ids.join(QStringLiteral(", ")));
}

/// A handle that an instruction lists twice is one row. Its address is that of its first node; the others lead to it, too.
Result<Rows> handleRows(const SessionPtr& session, const QString& name, const JobContext& job) {
    const auto handles = join::handles({*session, name.toStdString()}, job);
    if (!handles) return handles.failure();
    const join::MethodHandles& method = **handles;
    const auto of = [&](const graph::NodeRef& node) { return Address::ofNode(name, node.stage, text(method.graphs.path(node))); };
    const auto addressOf = [&](const HandleRelation& one) {
        return one.edgeNodes.empty() ? Address::ofMethod(name) : of(one.edgeNodes.front());
    };
    std::vector<HandleRelation> all;
    for (const join::HandleRow& row : method.rows) {
        if (job.cancelled()) return cancelledFailure();
        std::set<std::optional<std::int64_t>> listed(row.debugHandles.begin(), row.debugHandles.end());
        if (row.shared || listed.empty()) listed = {std::nullopt};
        for (const auto& handle : listed)
            all.push_back({&method, &row, handle, handleNodes(row.edgeNodes, method.edgeByHandle, handle)});
    }
    Rows rows = Tables::handles().rows(all, addressOf, *handles);
    for (std::size_t row = 0; row < all.size(); ++row)
        for (const graph::NodeRef& node : all[row].edgeNodes) rows.alias(of(node), rows.addresses[row]);
    QStringList parts{QObject::tr("%n instruction(s)", nullptr, counted(method.rows.size()))};
    if (method.unknownHandles > 0)
        parts.append(QObject::tr("%n handle(s) without a node", nullptr, counted(method.unknownHandles)));
    if (method.unmappedNodes > 0)
        parts.append(QObject::tr("%n node(s) without an instruction", nullptr, counted(method.unmappedNodes)));
    rows.summary = parts.join(QStringLiteral(" · "));
    return rows;
}

bool hasHandles(const session::Session& session) {
    return session.recordFile() != nullptr && session.recordFile()->record->sideTables().hasDebugHandles;
}

}  // namespace

const TypedSpec<HandleRelation>& Tables::handles() {
    using Row = HandleRelation;
    static const TypedSpec<Row> kSpec{
        {"handlesTable", QT_TR_NOOP("Joining handles"), QT_TR_NOOP("linear, handle:5, edge_nodes:add"), hasHandles,
         QT_TR_NOOP("No debug handles"), QT_TR_NOOP("They tell which nodes each instruction came from; the session has none."),
         QT_TR_NOOP("Add an ETRecord that was saved after to_executorch()."), handleRows, nullptr, false,
         QT_TR_NOOP("Handles tie each instruction to the nodes that it was made from: times, values and errors "
                    "of a run find their operator by them.")},
        {{{QT_TR_NOOP("Instr."), QT_TR_NOOP("Index of the instruction in the method's chain"), kDigits, 7},
          [](const Row& one) {
              return Cell{.text = QStringLiteral("0/%1").arg(one.row->instruction),
                          .sort = QVariant::fromValue(one.row->instruction)};
          }},
         {{QT_TR_NOOP("Runs"), QT_TR_NOOP("The operator, or the backend of a delegate call"), kCode, 18}, runsCell},
         {{QT_TR_NOOP("Handle"), QT_TR_NOOP("The number that the export gave to nodes and instruction alike"), kDigits, 8},
          [](const Row& one) {
              return one.handle ? Cell{.text = QString::number(*one.handle), .sort = QVariant::fromValue(*one.handle)} : noCell();
          }},
         {{QT_TR_NOOP("Edge nodes"), QT_TR_NOOP("Nodes of the edge graph that carry the handle"), kCode},
          [](const Row& one) { return nodesCell(one, one.edgeNodes); }},
         {{QT_TR_NOOP("Exported nodes"), QT_TR_NOOP("Nodes of the exported program they came from"), kCode}, exportedCell},
         {{QT_TR_NOOP("Delegate ids"), QT_TR_NOOP("By which the backend names the operators that carry it"), kPlain, 13},
          idsCell}}};
    return kSpec;
}

}  // namespace etscope::ui
