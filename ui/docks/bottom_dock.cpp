#include "docks/bottom_dock.h"

#include <QLineEdit>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <utility>

#include "base/numbered_names.h"
#include "docks/source_dock.h"
#include "docks/values_view.h"
#include "look/dress.h"
#include "look/make.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/rows.h"
#include "models/table_view.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

int tabOf(PageId page) { return static_cast<int>(page) - static_cast<int>(PageId::Problems); }

std::span<const Column> problemColumns() {
    static constexpr Column kColumns[] = {
        {"", QT_TRANSLATE_NOOP("Column", "Severity"), kPlain, 4},
        {QT_TRANSLATE_NOOP("Column", "Message"), QT_TRANSLATE_NOOP("Column", "What is wrong and what can be done")},
        {QT_TRANSLATE_NOOP("Column", "Where"), QT_TRANSLATE_NOOP("Column", "File, part and offset"), kPlain, 44},
        {QT_TRANSLATE_NOOP("Column", "Code"), QT_TRANSLATE_NOOP("Column", "Stable word for scripts"), kCode, 28},
        {QT_TRANSLATE_NOOP("Column", "Count"), QT_TRANSLATE_NOOP("Column", "How often"), kNumber, 7}};
    return kColumns;
}

Rows problemRows(const Diagnostics& diagnostics) {
    Rows rows;
    const QStringList names = problemNames(diagnostics);
    for (const Diagnostic& item : diagnostics.items())
        rows.add({{.sort = static_cast<int>(item.severity),
                   .mark = severityMark(item.severity),
                   .copy = word(text(severityName(item.severity)))},
                  {.text = text(item.message), .tooltip = text(item.message)},
                  {.text = text(item.where), .tooltip = text(item.where)},
                  {.text = text(item.code)},
                  countCell(item.count)},
                 Address::ofProblem(names[static_cast<qsizetype>(rows.size())]));
    return rows;
}

}  // namespace

QStringList problemNames(const Diagnostics& diagnostics) {
    QStringList all;
    NumberedNames names;
    for (const Diagnostic& item : diagnostics.items()) all.append(text(names.add(item.code + '@' + item.where)));
    return all;
}

BottomDock::BottomDock(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace) {
    auto* column = makeColumn(this, {}, 0);
    m_stack = new QStackedWidget(this);
    setFrame(this);
    setFrame(m_stack);
    m_problems = named("problems", new TableView(m_stack));
    m_problems->setAccessibleName(tr("Problems"));
    m_model = new RowsModel(problemColumns(), m_problems);
    m_problems->setTable(m_model, m_problems->objectName());
    m_stack->addWidget(m_problems);
    m_stack->addWidget(new SourceDock(workspace, m_stack));
    m_values = new ValuesView(workspace, m_stack);
    m_stack->addWidget(m_values);
    column->addLayout(makeBar());
    column->addWidget(m_stack, 1);
    connect(m_problems, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_problems, &TableView::rowOpened, &workspace, &Workspace::visit);
    connect(&workspace, &Workspace::sessionChanged, this, &BottomDock::leave);
    connect(&workspace, &Workspace::selectionChanged, this, &BottomDock::onSelection);
    connect(&JobRegistry::of(this), &JobRegistry::changed, this, &BottomDock::updateProblems);
}

QHBoxLayout* BottomDock::makeBar() {
    auto* bar = makeRow(nullptr, {4, 0, 4, 0});
    m_tabs = named("dockTabs", new QTabBar(this));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    for (const QString& title : {tr("Problems"), tr("Source"), tr("Values")}) m_tabs->addTab(title);
    bar->addWidget(m_tabs);
    bar->addStretch();
    m_filter = makeFilterLine(m_problems, tr("severity, code, place"), this);
    m_filter->setMaximumWidth(px(280));
    bar->addWidget(m_filter);
    auto* close = makeSignButton(Icon::Close, tr("Close (F9)"), this);
    close->setAccessibleName(tr("Close"));
    bar->addWidget(close);
    connect(close, &QToolButton::clicked, this, &BottomDock::closeRequested);
    connect(m_tabs, &QTabBar::tabBarClicked, this, &BottomDock::choose);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        m_filter->setVisible(tab == tabOf(PageId::Problems));
        m_tabs->updateGeometry();     // names may have grown while it was hidden
        if (!m_showing) choose(tab);  // by keys
    });
    return bar;
}

void BottomDock::choose(int tab) {
    if (tab < 0) return;
    m_chosen = true;
    if (tab > tabOf(PageId::Problems)) m_ofNodes = tab;
}

void BottomDock::showTab(PageId tab) {
    m_showing = true;
    m_tabs->setCurrentIndex(tab == PageId::Source ? m_ofNodes : tabOf(tab));
    m_showing = false;
}

void BottomDock::openTab(PageId tab) {
    choose(tabOf(tab));
    showTab(tab);
}

void BottomDock::suggestTab(PageId tab) {
    if (!m_chosen) showTab(tab);
}

void BottomDock::leave() {
    m_values->leave();
    m_told = 0;
    m_model->setRows({});
    m_tabs->setTabText(0, tr("Problems"));
    updateProblems();
}

/// Jobs find problems, too: called whenever one ends.
void BottomDock::updateProblems() {
    const Diagnostics diagnostics = m_workspace.session() != nullptr ? m_workspace.session()->diagnostics() : Diagnostics();
    const std::uint64_t all =
        diagnostics.count(Severity::Error) + diagnostics.count(Severity::Warning) + diagnostics.count(Severity::Note);
    if (std::exchange(m_told, all) == all) return;
    m_model->setRows(problemRows(diagnostics));
    m_tabs->setTabText(0, diagnostics.items().empty() ? tr("Problems") : tr("Problems  %1").arg(countText(all)));
}

void BottomDock::onSelection(const Address& address) {
    if (address.kind == Address::Kind::Node) return showTab(PageId::Source);
    if (address.kind == Address::Kind::Tensor) showTab(PageId::Values);
}

}  // namespace etscope::ui
