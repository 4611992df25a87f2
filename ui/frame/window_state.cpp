// What the window keeps for the next time it is opened: its place, docks and splitters, the theme.
#include <QApplication>
#include <QCloseEvent>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSplitter>

#include "frame/main_window.h"
#include "look/theme.h"

namespace etscope::ui {
namespace {

bool s_quits = false;  ///< all windows are being closed

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
    restoreState(settings.value(QStringLiteral("state")).toByteArray());
    m_closed = settings.value(QStringLiteral("closedDocks")).toStringList();
    m_bottomOf = settings.value(QStringLiteral("bottomDock")).toMap();
    showDocks();
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

/// All windows. One whose notes are not saved stays until that is answered; so do those that would have been closed after it.
void MainWindow::quit() {
    const QScopedValueRollback quits(s_quits, true);
    QApplication::closeAllWindows();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!notesAreSaved()) {
        event->ignore();
        return settleNotes([this, all = s_quits] { all ? quit() : void(close()); });
    }
    event->accept();
    if (m_remembers) keepLayout();
    m_workspace.close();
}

void MainWindow::keepLayout() const {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    QVariantMap sizes;
    for (auto size = m_dockSizes.begin(); size != m_dockSizes.end(); ++size) sizes[size.key()] = size.value();
    settings.setValue(QStringLiteral("docks"), sizes);
    settings.setValue(QStringLiteral("state"), saveState());
    settings.setValue(QStringLiteral("closedDocks"), m_closed);
    settings.setValue(QStringLiteral("bottomDock"), m_bottomOf);
    settings.setValue(QStringLiteral("splitters"), m_splitters);
}

}  // namespace etscope::ui
