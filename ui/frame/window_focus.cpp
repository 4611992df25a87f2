// Where keys go: to what a page is about, and round the areas of the window.
#include <QAbstractButton>
#include <QDockWidget>
#include <QStackedWidget>
#include <QTabBar>

#include "docks/bottom_dock.h"
#include "frame/main_window.h"
#include "frame/start_page.h"

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
