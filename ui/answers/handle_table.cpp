// The table of handles: which nodes each runtime instruction came from, a row for each debug handle that ties them.
#include <algorithm>
#include <set>

#include "answers/program_tables.h"
#include "answers/tables.h"
#include "join/handles.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// An instruction and one of its handles; no handle where nothing tells its nodes apart.
struct HandleRelation {
    const join::MethodHandles& method;
    const join::HandleRow& row;
    std::optional<std::int64_t> handle;
    std::vector<graph::NodeRef> edgeNodes;  ///< that carry the handle, of the nodes that the instruction runs
};

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
    if (nodes.empty() && one.row.shared) return sharedCell(one.method.shared[*one.row.shared]);
    const QString list = texts(one.method.graphs.paths(nodes)).join(QStringLiteral(", "));
    return list.isEmpty() ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("no node carries this handle")} : nameCell(list);
}

/// Ids by which the backend names what carries the handle.
Cell idsCell(const HandleRelation& one) {
    if (!one.row.isDelegate) return noCell();
    QStringList ids;
    for (const join::DelegateHandleRow& inside : one.row.delegateHandles)
        if (!one.handle || std::ranges::find(inside.debugHandles, *one.handle) != inside.debugHandles.end())
            ids.append(text(inside.delegateDebugId));
    return ids.isEmpty() ? Cell{.text = QObject::tr("no ids from the backend"), .dim = true}
                         : nameCell(ids.join(QStringLiteral(", ")));
}

std::vector<Cell> handleCells(const HandleRelation& one) {
    const QString what = text(one.row.isDelegate ? one.row.backend : one.row.op);
    return {{.text = QStringLiteral("0/%1").arg(one.row.instruction), .sort = QVariant::fromValue(one.row.instruction)},
            {.text = what.isEmpty() ? QObject::tr("kernel") : what},
            one.handle ? Cell{.text = QString::number(*one.handle), .sort = QVariant::fromValue(*one.handle)} : noCell(),
            nodesCell(one, one.edgeNodes),
            one.method.hasExported ? nodesCell(one, handleNodes(one.row.exportedNodes, one.method.exportedByHandle, one.handle))
                                   : noCell(),
            idsCell(one)};
}

/// Its address is that of its first node; the others lead to it, too.
void addHandle(Rows& rows, const join::MethodHandles& method, const join::HandleRow& row, std::optional<std::int64_t> handle) {
    const HandleRelation one{method, row, handle, handleNodes(row.edgeNodes, method.edgeByHandle, handle)};
    const auto of = [&](const graph::NodeRef& node) {
        return Address::ofNode(text(method.method), node.stage, text(method.graphs.path(node)));
    };
    const Address address = one.edgeNodes.empty() ? Address::ofMethod(text(method.method)) : of(one.edgeNodes.front());
    for (const graph::NodeRef& node : one.edgeNodes) rows.alias(of(node), address);
    rows.add(handleCells(one), address);
}

/// A handle that an instruction lists twice is one relation.
Result<Rows> handleRows(const SessionPtr& session, const QString& name, const JobContext& job) {
    const auto handles = join::handles({*session, name.toStdString()}, job);
    if (!handles) return handles.failure();
    const join::MethodHandles& method = **handles;
    Rows rows;
    for (const join::HandleRow& row : method.rows) {
        if (job.cancelled()) return cancelledFailure();
        const std::set<std::int64_t> listed(row.debugHandles.begin(), row.debugHandles.end());
        if (row.shared || listed.empty()) addHandle(rows, method, row, std::nullopt);
        if (row.shared) continue;
        for (const std::int64_t handle : listed) addHandle(rows, method, row, handle);
    }
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

const RowsSpec& Tables::handles() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Instr."), QT_TR_NOOP("Index of the instruction in the method's chain"), kDigits, 7},
        {QT_TR_NOOP("Runs"), QT_TR_NOOP("The operator, or the backend of a delegate call"), kCode, 18},
        {QT_TR_NOOP("Handle"), QT_TR_NOOP("The number that the export gave to nodes and instruction alike"), kDigits, 8},
        {QT_TR_NOOP("Edge nodes"), QT_TR_NOOP("Nodes of the edge graph that carry the handle"), kCode},
        {QT_TR_NOOP("Exported nodes"), QT_TR_NOOP("Nodes of the exported program they came from"), kCode},
        {QT_TR_NOOP("Delegate ids"), QT_TR_NOOP("By which the backend names the operators that carry it"), kPlain, 13}};
    static constexpr RowsSpec kSpec{
        .table = "handlesTable",
        .job = QT_TR_NOOP("Joining handles"),
        .filter = QT_TR_NOOP("linear, handle:5, edge_nodes:add"),
        .hasContent = hasHandles,
        .emptyTitle = QT_TR_NOOP("No debug handles"),
        .emptyWhy = QT_TR_NOOP("They tell which nodes each instruction came from; the session has none."),
        .emptyAction = QT_TR_NOOP("Add an ETRecord that was saved after to_executorch()."),
        .make = handleRows,
        .purpose = QT_TR_NOOP("Handles tie each instruction to the nodes that it was made from: times, values and errors "
                              "of a run find their operator by them."),
        .columns = kColumns};
    return kSpec;
}

}  // namespace etscope::ui
