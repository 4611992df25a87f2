// Where keys go: to what a page is about, and round the areas of the window; and what the window keeps for the next time it is
// opened: its place, the sizes of docks and splitters, the theme.
#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>

#include "docks/bottom_dock.h"
#include "frame/main_window.h"
#include "frame/start_page.h"
#include "look/theme.h"

namespace etscope::ui {
namespace {

/// Where keys go in a dock: to itself, else to its first part; a button is no place to work.
QWidget* placeIn(QWidget* area) {
    const auto takesKeys = [](const QWidget* one) { return one->isVisible() && (one->focusPolicy() & Qt::TabFocus) != 0; };
    if (takesKeys(area)) return area;
    for (QWidget* child : area->findChildren<QWidget*>())
        if (takesKeys(child) && qobject_cast<QAbstractButton*>(child) == nullptr) return child;
    return nullptr;
}

}  // namespace

void MainWindow::remember(bool theme) {
    m_remembers = true;
    const QSettings settings;
    const auto chosen = themeNamed(settings.value(QStringLiteral("theme")).toString());
    if (theme && chosen && *chosen != currentTheme()) applyTheme(*qApp, *chosen);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    const QVariantMap sizes = settings.value(QStringLiteral("docks")).toMap();
    for (auto size = sizes.begin(); size != sizes.end(); ++size)
        if (m_docks.contains(size.key())) m_dockSizes[size.key()] = size.value().toInt();
    rememberSplitters(settings.value(QStringLiteral("splitters")).toMap());
}

/// Those with a name, once the person moved them: before they are shown their sizes mean nothing.
void MainWindow::rememberSplitters(const QVariantMap& kept) {
    for (QSplitter* splitter : findChildren<QSplitter*>()) {
        const QString name = splitter->objectName();
        if (name.isEmpty()) continue;
        if (kept.contains(name) && splitter->restoreState(kept[name].toByteArray())) m_splitters[name] = kept[name];
        connect(splitter, &QSplitter::splitterMoved, this, [this, splitter, name] { m_splitters[name] = splitter->saveState(); });
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    event->accept();
    if (!m_remembers) return;
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    QVariantMap sizes;
    for (auto size = m_dockSizes.begin(); size != m_dockSizes.end(); ++size) sizes[size.key()] = size.value();
    settings.setValue(QStringLiteral("docks"), sizes);
    settings.setValue(QStringLiteral("splitters"), m_splitters);
}

/// Keys go to what the page is about.
void MainWindow::focusPage() {
    if (m_start != nullptr) return m_start->focusTarget()->setFocus(Qt::OtherFocusReason);
    Page* page = m_pages[m_tabs->currentIndex()];
    QWidget* wanted = page->focusTarget();
    (wanted != nullptr ? wanted : m_stack)->setFocus(Qt::OtherFocusReason);
}

/// Focus goes round: Outline, page, bottom dock, Inspector, those that can be seen and have a place for it.
void MainWindow::nextArea(bool forward) {
    QList<QWidget*> areas{m_docks[QStringLiteral("outlineDock")]->widget(), m_stack, m_bottom,
                          m_docks[QStringLiteral("inspectorDock")]->widget()};
    areas.removeIf([this](QWidget* area) { return !area->isVisible() || (area != m_stack && placeIn(area) == nullptr); });
    qsizetype at = forward ? -1 : areas.size();
    for (qsizetype i = 0; i < areas.size(); ++i)
        if (areas[i] == focusWidget() || areas[i]->isAncestorOf(focusWidget())) at = i;
    QWidget* area = areas[(at + (forward ? 1 : -1) + areas.size()) % areas.size()];
    area == m_stack ? focusPage() : placeIn(area)->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace etscope::ui
