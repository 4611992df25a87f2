#include "pages/handles_page.h"

#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <set>

#include "look/elided_label.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

enum HandleColumns { Instruction, Kind, Handles, EdgeNodes, ExportedNodes, Inner };

/// Nodes that nothing tells apart.
Cell sharedCell(const join::SharedHandles& shared) {
    const QString words = QObject::tr("one of %1 that %n instruction(s) share", nullptr, counted(shared.instructions.size()))
                              .arg(QObject::tr("%n node(s)", nullptr, counted(shared.edgeNodes.size())));
    return {.text = words, .tooltip = words, .dim = true};
}

/// Of the nodes of an instruction those that carry the handle.
std::vector<graph::NodeRef> nodesOf(const std::vector<graph::NodeRef>& all, const join::NodesByHandle& byHandle,
                                    const std::optional<std::int64_t>& handle) {
    const auto carry = handle ? byHandle.find(*handle) : byHandle.end();
    if (!handle) return all;
    std::vector<graph::NodeRef> nodes;
    if (carry == byHandle.end()) return nodes;
    for (const graph::NodeRef& node : carry->second)
        if (std::ranges::find(all, node) != all.end()) nodes.push_back(node);
    return nodes;
}

/// Ids by which the backend names what carries the handle.
QString idsOf(const join::HandleRow& row, const std::optional<std::int64_t>& handle) {
    QStringList ids;
    for (const join::DelegateHandleRow& one : row.delegateHandles)
        if (!handle || std::ranges::find(one.debugHandles, *handle) != one.debugHandles.end())
            ids.append(text(one.delegateDebugId));
    return ids.join(QStringLiteral(", "));
}

}  // namespace

std::vector<graph::NodeRef> HandleTable::edgeNodes(int relation) const {
    return nodesOf(rowOf(relation).edgeNodes, method->edgeByHandle, relations[static_cast<std::size_t>(relation)].handle);
}

std::vector<graph::NodeRef> HandleTable::exportedNodes(int relation) const {
    return nodesOf(rowOf(relation).exportedNodes, method->exportedByHandle, relations[static_cast<std::size_t>(relation)].handle);
}

/// A handle that an instruction lists twice is one relation.
HandlesPtr handleTable(std::shared_ptr<const join::MethodHandles> method) {
    auto table = std::make_shared<HandleTable>();
    for (std::size_t row = 0; row < method->rows.size(); ++row) {
        const join::HandleRow& handle = method->rows[row];
        const std::set<std::int64_t> handles(handle.debugHandles.begin(), handle.debugHandles.end());
        if (handle.shared || handles.empty()) table->relations.push_back({row, std::nullopt});
        if (handle.shared) continue;
        for (const std::int64_t one : handles) table->relations.push_back({row, one});
    }
    table->method = std::move(method);
    return table;
}

std::span<const Column> HandleModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Instr."), QT_TRANSLATE_NOOP("Column", "Index of the instruction in the method's chain"),
         Qt::AlignRight, true, 7},
        {QT_TRANSLATE_NOOP("Column", "Runs"), QT_TRANSLATE_NOOP("Column", "The operator, or the backend of a delegate call"),
         Qt::AlignLeft, true, 18},
        {QT_TRANSLATE_NOOP("Column", "Handle"),
         QT_TRANSLATE_NOOP("Column", "The number that the export gave to nodes and instruction alike"), Qt::AlignRight, true, 8},
        {QT_TRANSLATE_NOOP("Column", "Edge nodes"), QT_TRANSLATE_NOOP("Column", "Nodes of the edge graph that carry the handle"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Exported nodes"), QT_TRANSLATE_NOOP("Column", "Nodes of the exported program they came from"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Delegate ids"),
         QT_TRANSLATE_NOOP("Column", "By which the backend names the operators that carry it"), Qt::AlignLeft, false, 13}};
    return kColumns;
}

Cell HandleModel::cellOf(const HandleTable& table, int row, int column) {
    const join::MethodHandles& method = *table.method;
    const join::HandleRow& handle = table.rowOf(row);
    const std::optional<std::int64_t>& number = table.relations[static_cast<std::size_t>(row)].handle;
    const auto names = [&](const std::vector<graph::NodeRef>& refs) {
        const QString list = texts(method.graphs.paths(refs)).join(QStringLiteral(", "));
        if (refs.empty() && handle.shared) return sharedCell(method.shared[*handle.shared]);
        return list.isEmpty() ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("no node carries this handle")} : nameCell(list);
    };
    const Cell none = noCell();
    switch (column) {
        case Instruction:
            return {.text = QStringLiteral("0/%1").arg(handle.instruction), .sort = QVariant::fromValue(handle.instruction)};
        case Kind: {
            const QString what = handle.isDelegate ? text(handle.backend) : text(handle.op);
            return {.text = what.isEmpty() ? QObject::tr("kernel") : what};
        }
        case Handles: return number ? Cell{.text = QString::number(*number), .sort = QVariant::fromValue(*number)} : none;
        case EdgeNodes: return names(table.edgeNodes(row));
        case ExportedNodes: return method.hasExported ? names(table.exportedNodes(row)) : none;
        case Inner: {
            if (!handle.isDelegate) return none;
            const QString ids = idsOf(handle, number);
            return ids.isEmpty() ? Cell{.text = QObject::tr("none given"), .dim = true} : Cell{.text = ids, .tooltip = ids};
        }
        default: return {};
    }
}

Address HandleModel::address(int row) const {
    const join::MethodHandles& handles = *m_table->method;
    const QString method = text(handles.method);
    const std::vector<graph::NodeRef> nodes = m_table->edgeNodes(row);
    return nodes.empty() ? Address::ofMethod(method)
                         : Address::ofNode(method, nodes.front().stage, text(handles.graphs.path(nodes.front())));
}

HandlesPage::HandlesPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = makeColumn(body(), {}, 0);
    m_view = named("handlesTable", new TableView(body()));
    m_view->setTable(&m_model, m_view->objectName());
    m_summary = new QLabel(body());
    auto* bar = makeRow(nullptr, kBarMargins);
    bar->addWidget(makeFilterLine(m_view, tr("Filter: linear, handle:5, edge_nodes:add"), body()), 1);
    bar->addSpacing(12);
    bar->addWidget(m_summary);
    auto* purpose = new ElidedLabel(body());
    purpose->setText(
        tr("Handles tie each instruction to the nodes that it was made from: times, values and errors of a run find "
           "their operator by them."));
    auto* line = makeRow(nullptr, {8, 7, 8, 0});
    line->addWidget(purpose);
    column->addLayout(line);
    column->addLayout(bar);
    column->addWidget(m_view);
    connect(m_view, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_view, &TableView::rowOpened, this, [this](const Address& address) {
        this->workspace().select(address);
        this->workspace().showPage(QStringLiteral("graph"));
    });
    connect(&workspace, &Workspace::selectionChanged, this, [this](const Address& address) {
        const graph::StageId stage = address.stageId();
        const HandleTable& table = m_model.table();
        const graph::GraphModel* model = address.kind == Address::Kind::Node ? table.method->graphs.find(stage) : nullptr;
        if (model == nullptr) return;
        const graph::NodeRef node{stage, model->findNode(address.name.toStdString())};
        for (int row = 0; row < m_model.rows(); ++row) {
            const std::vector<graph::NodeRef>& all = table.rowOf(row).edgeNodes;
            if (std::ranges::find(all, node) == all.end()) continue;
            const std::vector<graph::NodeRef> nodes = table.edgeNodes(row);
            if (std::ranges::find(nodes, node) != nodes.end()) return m_view->selectAddress(m_model.address(row));
        }
    });
}

bool HandlesPage::hasContent() const {
    const SessionPtr& session = workspace().session();
    return session != nullptr && session->recordFile() != nullptr && session->recordFile()->record->sideTables().hasDebugHandles;
}

void HandlesPage::refresh() {
    if (!hasContent())
        return showEmpty(tr("No debug handles"), tr("They tell which nodes each instruction came from; the session has none."),
                         tr("Add an ETRecord that was saved after to_executorch()."));
    const SessionPtr session = workspace().session();
    ask<HandlesPtr>(
        m_job, tr("Joining handles"),
        [session, method = workspace().method().toStdString()](const JobContext& job) -> Result<HandlesPtr> {
            auto handles = join::handles({*session, method}, job);
            if (!handles) return handles.failure();
            return handleTable(*std::move(handles));
        },
        [this](HandlesPtr method) {
            show(std::move(method));
            emit stateChanged();
        },
        [this] { show(nullptr); });
}

void HandlesPage::leave() {
    m_job.cancel();
    m_model.setMethod(nullptr);
    m_summary->clear();
}

void HandlesPage::show(HandlesPtr shown) {
    m_model.setMethod(std::move(shown));
    const join::MethodHandles& method = *m_model.table().method;
    QStringList parts{tr("%n instruction(s)", nullptr, counted(method.rows.size()))};
    if (method.unknownHandles > 0) parts.append(tr("%n handle(s) without a node", nullptr, counted(method.unknownHandles)));
    if (method.unmappedNodes > 0) parts.append(tr("%n node(s) without an instruction", nullptr, counted(method.unmappedNodes)));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

}  // namespace etscope::ui
