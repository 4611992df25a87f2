#include "pages/handles_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

enum Columns { Instruction, Kind, Handles, EdgeNodes, ExportedNodes, Inner };

QString joined(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) list.append(text(name));
    return list.join(QStringLiteral(", "));
}

QString joined(const std::vector<std::int64_t>& numbers) {
    QStringList list;
    for (const std::int64_t number : numbers) list.append(QString::number(number));
    return list.join(QStringLiteral(", "));
}

/// Nodes that nothing tells apart.
Cell sharedCell(const join::SharedHandles& shared) {
    const QString words = QObject::tr("one of %1 that %n instruction(s) share", nullptr, counted(shared.instructions.size()))
                              .arg(QObject::tr("%n node(s)", nullptr, counted(shared.edgeNodes.size())));
    return {.text = words, .tooltip = words, .dim = true};
}

}  // namespace

std::span<const Column> HandleModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Instr."), QT_TRANSLATE_NOOP("Column", "Index of the instruction in the method's chain"),
         Qt::AlignRight, true, 7},
        {QT_TRANSLATE_NOOP("Column", "Kind"), QT_TRANSLATE_NOOP("Column", "Kernel call, or the backend of a delegate call"),
         Qt::AlignLeft, false, 18},
        {QT_TRANSLATE_NOOP("Column", "Debug handles"),
         QT_TRANSLATE_NOOP("Column", "debug_handle_map: the handles of the nodes it came from"), Qt::AlignLeft, true, 18},
        {QT_TRANSLATE_NOOP("Column", "Edge nodes"),
         QT_TRANSLATE_NOOP("Column", "Nodes of the edge graph that carry one of the handles"), Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Exported nodes"), QT_TRANSLATE_NOOP("Column", "Nodes of the exported program they came from"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Delegate ids"),
         QT_TRANSLATE_NOOP("Column", "delegate_map: ids by which the backend names its operators"), Qt::AlignRight, false, 13}};
    return kColumns;
}

Cell HandleModel::cellOf(const join::MethodHandles& method, int row, int column) {
    const join::HandleRow& handle = method.rows[static_cast<std::size_t>(row)];
    const auto names = [&method, &handle](const std::vector<graph::NodeRef>& refs) {
        const std::vector<std::string> list = method.graphs.paths(refs);
        if (refs.empty() && handle.shared) return sharedCell(method.shared[*handle.shared]);
        return list.empty() ? Cell{.mark = Mark::Missing, .tooltip = QObject::tr("no node carries these handles")}
                            : Cell{.text = joined(list), .tooltip = joined(list)};
    };
    switch (column) {
        case Instruction: return {.text = QString::number(handle.instruction), .sort = QVariant::fromValue(handle.instruction)};
        case Kind: return {.text = handle.isDelegate ? text(handle.backend) : QObject::tr("kernel")};
        case Handles: return {.text = joined(handle.debugHandles)};
        case EdgeNodes: return names(handle.edgeNodes);
        case ExportedNodes:
            return method.hasExported ? names(handle.exportedNodes) : Cell{.text = QStringLiteral("–"), .dim = true};
        case Inner:
            if (!handle.isDelegate) return {.text = QStringLiteral("–"), .dim = true};
            return {.text = handle.delegateHandles.empty() ? QObject::tr("none given") : countText(handle.delegateHandles.size()),
                    .sort = QVariant::fromValue(static_cast<qulonglong>(handle.delegateHandles.size()))};
        default: return {};
    }
}

Address HandleModel::address(int row) const {
    const join::HandleRow& handle = m_method->rows[static_cast<std::size_t>(row)];
    const QString method = text(m_method->method);
    return handle.edgeNodes.empty()
               ? Address::ofMethod(method)
               : Address::ofNode(method, handle.edgeNodes.front().stage, text(m_method->graphs.path(handle.edgeNodes.front())));
}

HandlesPage::HandlesPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = new QVBoxLayout(body());
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_view = new TableView(body());
    m_view->setObjectName(QStringLiteral("handlesTable"));
    m_view->setTable(&m_model, m_view->objectName());
    m_summary = new QLabel(body());
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 5);
    bar->addWidget(makeFilterLine(m_view, tr("Filter: linear, kind:kernel, edge_nodes:add"), body()), 1);
    bar->addSpacing(12);
    bar->addWidget(m_summary);
    column->addLayout(bar);
    column->addWidget(m_view);
    connect(m_view, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_view, &TableView::rowOpened, this, [this](const Address& address) {
        this->workspace().select(address);
        this->workspace().showPage(QStringLiteral("graph"));
    });
    connect(&workspace, &Workspace::selectionChanged, this, [this](const Address& address) {
        const graph::StageId stage = address.stageId();
        const graph::GraphModel* model = address.kind == Address::Kind::Node ? m_model.method().graphs.find(stage) : nullptr;
        if (model == nullptr) return;
        const graph::NodeRef node{stage, model->findNode(address.name.toStdString())};
        for (int row = 0; row < m_model.rows(); ++row) {
            const auto& nodes = m_model.method().rows[static_cast<std::size_t>(row)].edgeNodes;
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
        return showEmpty(tr("No debug handles"),
                         tr("debug_handle_map tells which nodes each instruction came from; the session has none."),
                         tr("Add an ETRecord that was saved after to_executorch()."));
    const SessionPtr session = workspace().session();
    ask<HandlesPtr>(
        m_job, tr("Joining handles"),
        [session, method = workspace().method().toStdString()](const JobContext& job) {
            return join::handles(*session, method, job);
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
    const join::MethodHandles& method = m_model.method();
    QStringList parts{tr("%n instruction(s)", nullptr, counted(method.rows.size()))};
    if (method.unknownHandles > 0) parts.append(tr("%n handle(s) without a node", nullptr, counted(method.unknownHandles)));
    if (method.unmappedNodes > 0) parts.append(tr("%n node(s) without an instruction", nullptr, counted(method.unmappedNodes)));
    m_summary->setText(parts.join(QStringLiteral(" · ")));
}

}  // namespace etscope::ui
