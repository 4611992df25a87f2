#include "graph/side_pane.h"

#include <QFileInfo>
#include <QLabel>
#include <QScopedValueRollback>
#include <QToolButton>

#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr int kThis = 0, kOther = 1, kLeastCombo = 64;

join::SessionStage placeOf(const Workspace& workspace) {
    return {workspace.session(), workspace.method().toStdString(), workspace.stageId()};
}

QString fileName(const Workspace& workspace) {
    return workspace.paths().isEmpty() ? QString() : QFileInfo(workspace.paths().first()).fileName();
}

}  // namespace

SidePane::SidePane(Workspace& main, GraphPane& mainGraph, QWidget* parent) : QWidget(parent), m_main(main), m_mainGraph(mainGraph) {
    setObjectName(QStringLiteral("sidePane"));
    m_own.adopt(main.session(), main.paths(), false);
    m_own.setMethod(main.method());
    auto* column = makeColumn(this, {}, 0);
    m_graph = new GraphPane(m_own, this);
    m_graph->setJudge(main);
    m_graph->canvas()->setPanelsShown(false);
    makeBar();
    column->addWidget(m_graph, 1);
    m_evidence = named("evidence", new QLabel(this));
    m_evidence->setTextFormat(Qt::PlainText);
    m_evidence->setFont(smallFont());
    m_evidence->setForegroundRole(QPalette::PlaceholderText);
    m_evidence->setContentsMargins(10, 3, 8, 3);
    m_evidence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    column->addWidget(m_evidence);
    connect(&m_main, &Workspace::sessionChanged, this, &SidePane::takeSession);
    connect(&m_main, &Workspace::otherChanged, this, &SidePane::takeSession);
    connect(&m_main, &Workspace::viewChanged, this, &SidePane::join);
    connect(&m_own, &Workspace::viewChanged, this, &SidePane::join);
    connect(&m_own, &Workspace::viewChanged, this, &SidePane::fillCombos);
    connect(&m_own, &Workspace::stagesChanged, this, &SidePane::fillCombos);
    m_main.passLinksOf(m_own);
    m_graph->setAcceptDrops(false);  // what is dropped here joins the session of the window
    connect(&m_main, &Workspace::selectionChanged, this, &SidePane::follow);
    connect(&m_own, &Workspace::selectionChanged, this, &SidePane::lead);
    fillCombos();
    join();
}

void SidePane::makeBar() {
    auto* bar = new QWidget(this);
    auto* row = makeRow(bar, {}, 4);
    const auto combo = [&](const QString& label, const char* name, int width) {
        auto* made = named(name, new LabelledCombo(label, px(width), bar));
        made->setAccessibleName(label);
        made->setMinimumWidth(kLeastCombo);  // narrow panes leave out the labels
        row->addWidget(made, width);
        return made;
    };
    m_export = combo(tr("Export"), "sideExport", 140);
    m_method = combo(tr("Method"), "sideMethod", 160);
    m_stage = combo(tr("Stage"), "sideStage", 126);
    auto* close = makeSignButton(Icon::Close, tr("Close this graph"), bar);
    m_graph->bar().setParts(bar, close);
    connect(m_export, &QComboBox::activated, this, &SidePane::chooseExport);
    connect(m_method, &QComboBox::textActivated, &m_own, &Workspace::setMethod);
    connect(m_stage, &QComboBox::textActivated, &m_own, &Workspace::setStage);
    connect(close, &QToolButton::clicked, this, &SidePane::closeRequested);
}

void SidePane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitBar();
}

/// A narrow pane has room for the choice of the export only when there is one.
void SidePane::fitBar() {
    constexpr int kRoomForAll = 520;
    const bool choice = m_main.other() != nullptr;
    m_export->setVisible(choice || width() >= kRoomForAll);
}

/// The session that this pane shows, after either side opened others.
void SidePane::takeSession() {
    if (m_main.other() == nullptr) m_otherExport = false;
    // While the other export is being opened, this one is shown.
    const bool ready = m_otherExport && m_main.other()->session() != nullptr;
    const Workspace* from = ready ? m_main.other() : &m_main;
    if (m_otherExport) connect(m_main.other(), &Workspace::selectionChanged, this, &SidePane::followOther, Qt::UniqueConnection);
    if (from->session() != m_own.session() && from->session() != nullptr) {
        const QString method = m_own.method(), stage = m_own.stage();
        m_own.adopt(from->session(), from->paths(), true);
        m_own.setMethod(method);
        if (m_own.stages().contains(stage)) m_own.setStage(stage);
    }
    fillCombos();
    join();
}

void SidePane::showOther(bool other) {
    m_otherExport = other;
    takeSession();
}

void SidePane::fillCombos() {
    const bool other = m_main.other() != nullptr && m_main.other()->session() != nullptr;
    m_export->clear();
    m_export->addItem(tr("this one"));
    if (other) m_export->addItem(fileName(*m_main.other()));
    m_export->addItem(tr("another…"));
    m_export->setCurrentIndex(m_otherExport ? kOther : kThis);
    m_export->setToolTip(fileName(m_own));
    fitBar();
    m_method->clear();
    m_method->addItems(m_own.methods());
    m_method->setCurrentText(m_own.method());
    m_stage->clear();
    m_stage->addItems(m_own.stages());
    m_stage->setCurrentText(m_own.stage());
}

void SidePane::chooseExport(int index) {
    if (index + 1 < m_export->count()) return showOther(index == kOther);
    fillCombos();  // as it was, until there is one
    askForPaths(this, {PathQuestion::Kind::OpenMany, tr("Compare with another export")}, [this](const QStringList& paths) {
        m_otherExport = true;
        fillCombos();
        m_main.compareWith(paths);
    });
}

/// Finds out which nodes are the same, once for the two stages in view.
void SidePane::join() {
    const join::SessionStage here = placeOf(m_main), there = placeOf(m_own);
    if (here.session == nullptr || there.session == nullptr || (here == m_here && there == m_there)) return;
    m_here = here;
    m_there = there;
    m_map.reset();
    m_evidence->clear();
    m_graph->marks().setCounterparts(this, {});
    m_mainGraph.marks().setCounterparts(this, {});
    m_join.start(
        tr("Joining two graphs"), [here, there](const JobContext& job) { return join::StageMap::make(here, there, job); },
        [this](Result<std::shared_ptr<const join::StageMap>> map) {
            if (!map) {
                m_here = m_there = {};  // asked again, it is tried again
                return m_evidence->setText(text(map.error().message));
            }
            m_map = *map;
            follow();
        });
}

/// Shows what the main selection is here.
void SidePane::follow() {
    const Address& address = m_main.selection();
    if (m_busy || m_map == nullptr) return;
    if (address.kind != Address::Kind::Node || address.method != m_main.method() || address.stage != m_main.stage()) {
        m_evidence->clear();
        return m_graph->marks().setCounterparts(this, {});
    }
    m_mainGraph.marks().setCounterparts(this, {});
    mark(*m_graph, m_own, m_map->rightOf(address.name.toStdString()));
}

/// What is selected here is selected there.
void SidePane::lead(const Address& address) {
    if (m_busy || m_map == nullptr || address.kind != Address::Kind::Node || address.stage != m_own.stage()) return;
    m_graph->marks().setCounterparts(this, {});
    mark(m_mainGraph, m_main, m_map->leftOf(address.name.toStdString()));
}

/// What is selected in the other export from elsewhere.
void SidePane::followOther(const Address& address) {
    if (m_otherExport && address.kind == Address::Kind::Node) m_own.select(address);
}

void SidePane::mark(GraphPane& pane, Workspace& of, const join::Counterparts& found) {
    const QScopedValueRollback<bool> quiet(m_busy, true);
    const QStringList nodes = texts(found.nodes);
    const QString what = nodes.isEmpty()     ? tr("not here")
                         : nodes.size() == 1 ? nodes.first()
                                             : tr("%n node(s)", nullptr, static_cast<int>(nodes.size()));
    m_evidence->setText(QStringLiteral("%1 · %2").arg(what, text(found.evidence)));
    m_evidence->setToolTip(tip(nodes.join(QLatin1Char('\n'))));
    pane.marks().setCounterparts(this, nodes);
    if (!nodes.isEmpty()) of.select(Address::ofNode(of.method(), of.stage(), nodes.first()));
}

}  // namespace etscope::ui
