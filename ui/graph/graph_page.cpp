#include "graph/graph_page.h"

#include <QSplitter>

#include "graph/side_pane.h"
#include "look/make.h"

namespace etscope::ui {
namespace {

/// A graph that is narrower tells nothing.
constexpr int kLeastPane = 220;

}  // namespace

GraphPage::GraphPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = makeColumn(body());
    m_split = new QSplitter(Qt::Horizontal, this);
    m_split->setChildrenCollapsible(false);
    m_main = new GraphPane(workspace, m_split);
    m_split->addWidget(m_main);
    m_main->setMinimumWidth(kLeastPane);
    column->addWidget(m_split);
    connect(m_main, &GraphPane::splitRequested, this, [this] { addSide(); });
    connect(m_main, &GraphPane::stateChanged, this, &Page::stateChanged);
    connect(m_main, &GraphPane::searched, this, &Page::searched);
    connect(&m_main->colours(), &GraphColours::loaded, this, &GraphPage::takeValues);
}

/// The panes are pages themselves; those beside the main one follow a session that replaces theirs.
void GraphPage::leave() {
    if (workspace().session() == nullptr)
        while (!m_sides.isEmpty()) closeSide(m_sides.last());
}

GraphPane* GraphPage::focused() const {
    for (SidePane* side : m_sides)
        if (side->isAncestorOf(m_split->focusWidget())) return side->graph();
    return m_main;
}

QString GraphPage::nextStage() const {
    const QStringList stages = workspace().stages();
    const qsizetype at = stages.indexOf(workspace().stage());
    return at + 1 < stages.size() ? stages[at + 1] : stages.value(std::max<qsizetype>(0, at - 1));
}

SidePane* GraphPage::addSide() {
    if (workspace().session() == nullptr) return nullptr;
    auto* side = new SidePane(workspace(), *m_main, m_split);
    m_split->addWidget(side);
    side->setMinimumWidth(kLeastPane);
    m_sides.append(side);
    m_split->setSizes(QList<int>(m_sides.size() + 1, m_split->width()));
    connect(side, &SidePane::closeRequested, this, [this, side] { closeSide(side); });
    side->graph()->colours().set(m_overlay);
    side->workspace().setStage(nextStage());
    side->show();
    return side;
}

SidePane* GraphPage::addSide(const QString& place) {
    SidePane* side = addSide();
    if (side == nullptr) return nullptr;
    constexpr QLatin1String kOther("other");
    QString rest = place;
    if (place == kOther || place.startsWith(kOther + QLatin1Char(':'))) {
        side->showOther(true);
        side->workspace().setMethod(workspace().method());
        rest = place.mid(kOther.size() + 1);
    }
    const qsizetype slash = rest.indexOf(QLatin1Char('/'));
    if (slash >= 0) side->workspace().setMethod(rest.left(slash));
    side->workspace().setStage(rest.mid(slash + 1));
    return side;
}

void GraphPage::closeSide(SidePane* side) {
    m_sides.removeOne(side);
    m_main->marks().setCounterparts(side, {});
    side->hide();
    side->deleteLater();
}

void GraphPage::setOverlay(int overlay) {
    m_overlay = overlay;
    m_main->colours().set(overlay);
    for (SidePane* side : m_sides) side->graph()->colours().set(overlay);
}

bool GraphPage::loadValues(const QString& path) { return m_main->colours().load(path); }

void GraphPage::takeValues(const GraphColours::Values& values) {
    for (SidePane* side : m_sides) side->graph()->colours().setValues(values);
    m_overlay = static_cast<int>(Overlay::Custom);
    emit overlayChosen(m_overlay);
}

}  // namespace etscope::ui
