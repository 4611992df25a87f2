#include "frame/dock_layout.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QResizeEvent>
#include <QSettings>
#include <algorithm>
#include <numeric>

#include "docks/bottom_dock.h"
#include "docks/inspector.h"
#include "docks/outline.h"
#include "look/dress.h"
#include "look/make.h"
#include "look/tokens.h"
#include "models/table_view.h"

namespace etscope::ui {
namespace {

/// Up to which width of the window side docks are narrow, the Selection lies over the page, and up to which height the bottom dock
/// starts closed.
constexpr int kNarrowWindow = 1499, kOverlayWindow = 1099, kLowWindow = 800;
/// Of the Selection over the page, in the accent.
constexpr int kEdge = 2;
/// Widths of the side docks, the height of the bottom dock; `least`: what is left of it where there is room.
struct DockKind {
    const char* name;
    Qt::DockWidgetArea area;
    int usual, narrow, least;
};
constexpr DockKind kDocks[] = {{"outlineDock", Qt::LeftDockWidgetArea, 256, 208, 168},
                               {"inspectorDock", Qt::RightDockWidgetArea, 328, 300, 240},
                               {"bottom", Qt::BottomDockWidgetArea, 220, 190, 110}};
constexpr DockLayout::Dock kSides[] = {DockLayout::Dock::Outline, DockLayout::Dock::Selection};
/// 1920 × 1080 at 200 %.
constexpr QSize kSmallWindow(960, 540);
/// What docks may have of the window: the page keeps the rest.
constexpr double kMostAcross = 0.54, kMostDown = 0.35;

const DockKind& kindOf(DockLayout::Dock which) { return kDocks[static_cast<std::size_t>(which)]; }

/// Name and close button, in the look of the other bars; dragging it still moves the dock.
QWidget* makeDockTitle(QDockWidget* dock, QWidget* pin) {
    auto* bar = named("dockTitle", new QWidget(dock));
    auto* row = makeRow(bar, {px(10), 3, px(6), 3});
    auto* title = new QLabel(dock->windowTitle(), bar);
    title->setFont(headingFont());
    row->addWidget(title, 1);
    if (pin != nullptr) row->addWidget(pin);
    auto* close = makeSignButton(Icon::Close, QObject::tr("Close %1").arg(dock->windowTitle()), bar);
    QObject::connect(close, &QToolButton::clicked, dock->toggleViewAction(), &QAction::trigger);
    row->addWidget(close);
    return bar;
}

/// Where keys go in a dock: to itself, else to its first part; a button is no place to work.
QWidget* placeIn(QWidget* area) {
    const auto takesKeys = [](const QWidget* one) { return one->isVisible() && (one->focusPolicy() & Qt::TabFocus) != 0; };
    if (takesKeys(area)) return area;
    for (QWidget* child : area->findChildren<QWidget*>())
        if (takesKeys(child) && qobject_cast<QAbstractButton*>(child) == nullptr) return child;
    return nullptr;
}

}  // namespace

DockLayout::DockLayout(Workspace& workspace, const SessionMarker& marker, QMainWindow& window)
    : QObject(&window), m_workspace(workspace), m_window(window) {
    // The side docks need the height: they own all four corners.
    for (const Qt::Corner corner : {Qt::TopLeftCorner, Qt::BottomLeftCorner}) window.setCorner(corner, Qt::LeftDockWidgetArea);
    for (const Qt::Corner corner : {Qt::TopRightCorner, Qt::BottomRightCorner}) window.setCorner(corner, Qt::RightDockWidgetArea);
    add(Dock::Outline, tr("Outline"), new Outline(workspace, marker, &window));
    m_pin = named("pinSelection", makeSignButton(Icon::Pin, tr("Keep open without a selection"), &window));
    m_pin->setCheckable(true);
    add(Dock::Selection, tr("Selection"), new Inspector(workspace, marker, &window));
    add(Dock::Bottom, {}, m_bottom = new BottomDock(workspace, &window));
    setFrame(dock(Dock::Bottom));
    connect(m_bottom, &BottomDock::closeRequested, dock(Dock::Bottom)->toggleViewAction(), &QAction::trigger);
    connect(m_pin, &QAbstractButton::clicked, this, [this](bool pinned) { setOpen(Dock::Selection, pinned), arrangeSides(); });
    connect(&workspace, &Workspace::selectionChanged, this, &DockLayout::arrangeSides);
    // Docks take their first size from the content's least one: layouts are not made before the window is shown.
    limit();
    qApp->installEventFilter(this);
}

/// They end their jobs, and are gone before the workspace that they follow.
DockLayout::~DockLayout() { qDeleteAll(m_docks); }

void DockLayout::add(Dock which, const QString& title, QWidget* content) {
    const DockKind& kind = kindOf(which);
    auto* made = m_docks[static_cast<std::size_t>(which)] = named(kind.name, new QDockWidget(title, &m_window));
    made->setTitleBarWidget(title.isEmpty() ? new QWidget(made) : makeDockTitle(made, which == Dock::Selection ? m_pin : nullptr));
    made->setWidget(content);
    m_window.addDockWidget(kind.area, made);
    connect(made, &QDockWidget::visibilityChanged, this, &DockLayout::visibilityChanged);
    // However a person closes or opens it: by key, button or menu.
    connect(made->toggleViewAction(), &QAction::triggered, this, [this, which](bool shown) {
        if (which == Dock::Bottom) return void(m_bottomOf[pageGroup()] = shown);
        setOpen(which, shown);
        if (which == Dock::Selection && !shown) m_workspace.select({});
    });
}

void DockLayout::setOpen(Dock which, bool open) {
    m_open.removeAll(dock(which)->objectName());
    if (open) m_open.append(dock(which)->objectName());
    m_pin->setChecked(isOpen(Dock::Selection));
}

bool DockLayout::isOpen(Dock which) const { return m_open.contains(dock(which)->objectName()); }

void DockLayout::toggle(Dock which) { dock(which)->toggleViewAction()->trigger(); }

bool DockLayout::isShown(Dock which) const { return dock(which)->isVisible(); }

QWidget* DockLayout::bottom() const { return m_bottom; }

void DockLayout::openTab(PageId tab) {
    m_bottomOf[pageGroup()] = true;
    dock(Dock::Bottom)->show();
    m_bottom->openTab(tab);
}

void DockLayout::setPage(PageId page) {
    m_page = page;
    if (m_workspace.session() != nullptr) arrangeBottom();
}

void DockLayout::arrange() {
    arrangeSides();
    arrangeBottom();
    if (m_first.isEmpty()) m_first = m_window.saveState();
}

void DockLayout::arrangeSides() {
    dock(Dock::Outline)->setVisible(isOpen(Dock::Outline));
    const Address::Kind kind = m_workspace.selection().kind;
    // The page of a conversation tells all of its tokens and calls beside it.
    const bool toldThere = m_page == PageId::Conversation && (kind == Address::Kind::Token || kind == Address::Kind::Call);
    const bool selected = (m_workspace.selection().valid() && !toldThere) || isOpen(Dock::Selection);
    const bool shown = m_workspace.session() != nullptr && selected;
    // What is pressed stays under the pointer until it is let go.
    if (shown && m_pressed) return;
    dock(Dock::Selection)->setVisible(shown);
    arrangeBottom();
}

bool DockLayout::leaveSelection() {
    if (isOpen(Dock::Selection) || !m_workspace.selection().valid()) return false;
    m_workspace.select({});
    return true;
}

/// Graph pages have the source of the operator that is selected below them, tables have all the room; what the user chose stays.
void DockLayout::arrangeBottom() {
    const SessionPtr& session = m_workspace.session();
    const bool graph = m_page == PageId::Graph;
    const bool source = graph && m_window.height() > kLowWindow && m_workspace.selection().kind == Address::Kind::Node;
    const bool wanted = m_bottomOf.value(pageGroup(), source).toBool();
    dock(Dock::Bottom)->setVisible(session != nullptr && wanted);
    if (graph) m_bottom->suggestTab(PageId::Source);
}

/// However large the texts are, the window can be as small as `kSmallWindow`.
void DockLayout::limit() {
    const int both = px(kindOf(Dock::Outline).least + kindOf(Dock::Selection).least);
    const double share = std::min(1.0, kMostAcross * kSmallWindow.width() / both);
    for (const Dock side : kSides) dock(side)->widget()->setMinimumWidth(static_cast<int>(share * px(kindOf(side).least)));
    m_bottom->setMinimumHeight(std::min(px(kindOf(Dock::Bottom).least), kSmallWindow.height() / 5));
}

/// As the person dragged them, else by the window's width; where there is no room they give way and grow back with the window.
void DockLayout::size() {
    limit();
    liftSelection(m_window.width() <= px(kOverlayWindow));
    const bool narrow = m_window.width() <= px(kNarrowWindow);
    const auto wish = [&](Dock which) {
        const DockKind& kind = kindOf(which);
        return m_sizes.value(QLatin1String(kind.name), px(narrow ? kind.narrow : kind.usual)).toInt();
    };
    QList<QDockWidget*> sides;
    QList<int> widths;
    for (const Dock side : kSides) {
        if (!dock(side)->isVisible() || dock(side)->isFloating() || (m_over && side == Dock::Selection)) continue;
        sides.append(dock(side));
        widths.append(wish(side));
    }
    const int all = std::accumulate(widths.begin(), widths.end(), 0);
    const double share = std::min(1.0, kMostAcross * m_window.width() / std::max(1, all));
    for (int& one : widths) one = static_cast<int>(share * one);
    m_window.resizeDocks(sides, widths, Qt::Horizontal);
    m_window.resizeDocks({dock(Dock::Bottom)}, {std::min(wish(Dock::Bottom), static_cast<int>(kMostDown * m_window.height()))},
                         Qt::Vertical);
    if (!m_over) return;
    QRect room = m_window.centralWidget()->geometry();
    if (m_above != nullptr && m_above->isVisible())
        room.setTop(std::min(room.bottom(), m_above->mapTo(&m_window, QPoint(0, m_above->height())).y()));
    const int width = std::min(px(kindOf(Dock::Selection).narrow), room.width());
    dock(Dock::Selection)->setGeometry(room.right() + 1 - width, room.top(), width, room.height());
    dock(Dock::Selection)->raise();
}

void DockLayout::liftSelection(bool over) {
    if (over == std::exchange(m_over, over)) return;
    QDockWidget* side = dock(Dock::Selection);
    over ? m_window.removeDockWidget(side) : m_window.addDockWidget(kindOf(Dock::Selection).area, side);
    // One that no layout holds is dragged nowhere.
    constexpr auto kFree = QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable;
    side->setFeatures(over ? QDockWidget::DockWidgetClosable : kFree);
    side->setContentsMargins(over ? kEdge : 0, 0, 0, 0);
    side->setAutoFillBackground(over);
    QPalette palette = m_window.palette();
    if (over) palette.setColor(QPalette::Window, tokens().accent);
    side->setPalette(palette);
    arrangeSides();
}

void DockLayout::sizeSoon() {
    if (m_sized) QMetaObject::invokeMethod(this, &DockLayout::size, Qt::QueuedConnection);
}

void DockLayout::reset() {
    m_bottomOf.clear();
    m_bottom->forgetChoice();
    m_sizes.clear();
    m_open.clear();
    m_pin->setChecked(false);
    m_window.restoreState(m_first);
    arrange();
    size();
    for (QSplitter* splitter : m_window.findChildren<QSplitter*>()) resetSizes(splitter);
    m_splitters.clear();
    for (TableView* table : m_window.findChildren<TableView*>()) table->forgetLayout();
}

void DockLayout::restore(const QSettings& settings) {
    m_sizes = settings.value(QStringLiteral("docks")).toMap();
    m_window.restoreState(settings.value(QStringLiteral("state")).toByteArray());
    m_open = settings.value(QStringLiteral("openDocks")).toStringList();
    m_pin->setChecked(isOpen(Dock::Selection));
    m_bottomOf = settings.value(QStringLiteral("bottomDock")).toMap();
    arrange();
    // Splitters with a name, once the person moved them: before they are shown their sizes mean nothing.
    const QVariantMap kept = settings.value(QStringLiteral("splitters")).toMap();
    for (QSplitter* splitter : m_window.findChildren<QSplitter*>()) {
        const QString name = splitter->objectName();
        if (name.isEmpty()) continue;
        if (kept.contains(name) && splitter->restoreState(kept[name].toByteArray())) m_splitters[name] = kept[name];
        connect(splitter, &QSplitter::splitterMoved, this, [this, splitter, name] { m_splitters[name] = splitter->saveState(); });
    }
}

void DockLayout::keep(QSettings& settings) const {
    settings.setValue(QStringLiteral("docks"), m_sizes);
    settings.setValue(QStringLiteral("state"), m_window.saveState());
    settings.setValue(QStringLiteral("openDocks"), m_open);
    settings.setValue(QStringLiteral("bottomDock"), m_bottomOf);
    settings.setValue(QStringLiteral("splitters"), m_splitters);
}

bool DockLayout::focusNext(QWidget* pages, bool forward) const {
    QList<QWidget*> areas{dock(Dock::Outline)->widget(), pages, m_bottom, dock(Dock::Selection)->widget()};
    areas.removeIf([pages](QWidget* area) { return !area->isVisible() || (area != pages && placeIn(area) == nullptr); });
    const QWidget* focus = m_window.focusWidget();
    qsizetype at = forward ? -1 : areas.size();
    for (qsizetype i = 0; i < areas.size(); ++i)
        if (areas[i] == focus || areas[i]->isAncestorOf(focus)) at = i;
    QWidget* area = areas[(at + (forward ? 1 : -1) + areas.size()) % areas.size()];
    if (area != pages) placeIn(area)->setFocus(Qt::ShortcutFocusReason);
    return area != pages;
}

/// Docks keep the size that a person drags them to. Of all other objects only whether a button is pressed is heard.
bool DockLayout::eventFilter(QObject* object, QEvent* event) {
    const auto type = event->type();
    if (type == QEvent::MouseButtonPress) m_pressed = true;
    const bool letGo = type == QEvent::MouseButtonRelease || type == QEvent::KeyPress || type == QEvent::Drop;
    if (letGo && std::exchange(m_pressed, false)) QMetaObject::invokeMethod(this, &DockLayout::arrangeSides, Qt::QueuedConnection);
    if (object == m_above && m_over && (type == QEvent::Resize || type == QEvent::Move)) sizeSoon();
    const bool ofDock = std::ranges::any_of(m_docks, [object](const QDockWidget* one) { return one == object; });
    if (object != &m_window && !ofDock) return QObject::eventFilter(object, event);
    if (object == &m_window) {
        if (type == QEvent::FontChange || type == QEvent::Resize) sizeSoon();
        if (type == QEvent::Show && !std::exchange(m_sized, true)) size();
        return QObject::eventFilter(object, event);
    }
    if (type == QEvent::Show) sizeSoon();
    if (type == QEvent::Resize && (QApplication::mouseButtons() & Qt::LeftButton) != 0) {
        const QSize now = static_cast<QResizeEvent*>(event)->size();
        m_sizes[object->objectName()] = object == dock(Dock::Bottom) ? now.height() : now.width();
    }
    return QObject::eventFilter(object, event);
}

}  // namespace etscope::ui
