// Menus and keys of the main window: a table of actions.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTabBar>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "frame/command_palette.h"
#include "frame/main_window.h"
#include "frame/page_table.h"
#include "frame/recent_sessions.h"
#include "frame/saved_queries.h"
#include "graph/graph_page.h"
#include "look/menu.h"
#include "look/tokens.h"
#include "pages/diff_page.h"

namespace etscope::ui {
namespace {

/// Keys that are no commands of the window.
constexpr std::pair<const char*, const char*> kOtherKeys[] = {
    {"Ctrl+1 … 9, Ctrl+Shift+1 … 7", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "pages")},
    {"graph: arrows", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "producer, consumer, neighbours")},
    {"graph: Enter, Backspace", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "expand or collapse, parent")},
    {"graph: F, Shift+F, 0, +, −", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "fit all, fit selection, 100 %, zoom")},
    {"graph: U, D, Esc", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "trace up, trace down, leave")},
    {"graph: Shift+U, Shift+D", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "trace a step further up, down")},
    {"graph: B, M", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "ways from the last selection, only what matches")},
    {"graph: S, H", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "stubs to edges and back, hide stubs")},
    {"graph: G", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "hide getitem and no-ops, show them")},
    {"graph: E, Shift+E", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "expand, collapse all")},
    {"graph: L, P, O", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "direction, fold patterns, overview map")},
    {"graph: N, R", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "next block like this one, fold or show the blocks like it")},
    {"graph: V, middle click", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "another graph beside this one")},
    {"values: N, Shift+N", QT_TRANSLATE_NOOP("etscope::ui::MainWindow", "next, previous NaN or Inf")}};

}  // namespace

void MainWindow::makeActions() {
    struct Entry {
        const char* menu;
        const char* title;
        const char* key;
        std::function<void()> run;
    };
    const auto toggle = [this](const char* dock) {
        QDockWidget* widget = m_docks[QString::fromLatin1(dock)];
        widget->setVisible(!widget->isVisible());
    };
    const auto theme = [](Theme which) { applyTheme(*qApp, which); };
    const auto nextBad = [this](bool forward) { m_pages[m_tabs->currentIndex()]->nextBad(forward); };
    const std::vector<Entry> entries{
        {"&File", "&New window", "Ctrl+Shift+N", [this] { newWindow({}); }},
        {"&File", "&Open…", "Ctrl+O", [this] { openDialog(false); }},
        {"&File", "&Add files…", "Ctrl+Shift+O", [this] { openDialog(true); }},
        {"&File", "&Compare with another export…", "", [this] { chooseOther(m_workspace, this); }},
        {"&File", "S&top comparing", "", [this] { m_workspace.compareWith({}); }},
        {"&File", "Open &sample session", "", [this] { openSample(); }},
        {"&File", "&Reload", "F5", [this] { m_workspace.reload(); }},
        {"&File", "&Export this page…", "Ctrl+E", [this] { exportPage(); }},
        {"&File", "&Close session", "Ctrl+W", [this] { m_workspace.close(); }},
        {"&File", "&Quit", "Ctrl+Q", [this] { close(); }},
        {"&Edit", "Copy &address", "Ctrl+Shift+C", [this] { QApplication::clipboard()->setText(m_workspace.selection().text()); }},
        {"&Edit", "&Find in page", "Ctrl+F", [this] { m_find->setFocus(), m_find->selectAll(); }},
        {"&Edit", "Next match", "F3", [this] { findNext(true); }},
        {"&Edit", "Previous match", "Shift+F3", [this] { findNext(false); }},
        {"&Edit", "&Save this query", "Ctrl+Shift+F", [this] { saveQuery(); }},
        {"&Edit", "Saved &queries…", "", [this] { showQueries(); }},
        {"&View", "&Outline", "F7", [toggle] { toggle("outlineDock"); }},
        {"&View", "&Inspector", "F8", [toggle] { toggle("inspectorDock"); }},
        {"&View", "&Bottom dock", "F9",
         [this, toggle] {
             toggle("bottom");
             m_bottomOf[pageGroup()] = m_docks[QStringLiteral("bottom")]->isVisible();
         }},
        {"&View", "Another graph &beside", "",
         [this] {
             showPage(QStringLiteral("graph"));
             static_cast<GraphPage*>(page(QStringLiteral("graph")))->addSide();
         }},
        {"&View", "Default layout", "", [this] { resetLayout(); }},
        {"&View", "Next area", "F6", [this] { nextArea(true); }},
        {"&View", "Previous area", "Shift+F6", [this] { nextArea(false); }},
        {"&View", "Light theme", "", [theme] { theme(Theme::Light); }},
        {"&View", "Dark theme", "", [theme] { theme(Theme::Dark); }},
        {"&View", "Full screen", "F11", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); }},
        {"&View", "Next page", "Ctrl+Tab", [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); }},
        {"&Go", "&Back", "Alt+Left", [this] { m_workspace.back(); }},
        {"&Go", "&Forward", "Alt+Right", [this] { m_workspace.forward(); }},
        {"&Go", "&Go to address…", "Ctrl+G", [this] { goToAddress(); }},
        {"&Go", "Mark or unmark the selection", "Ctrl+D", [this] { m_workspace.toggleBookmark(); }},
        {"&Go", "&Bookmarks…", "Ctrl+B", [this] { showBookmarks(); }},
        {"&Go", "&Method", "Ctrl+M", [this] { m_method->setFocus(), m_method->showPopup(); }},
        {"&Go", "&Stage", "Ctrl+T", [this] { m_stage->setFocus(), m_stage->showPopup(); }},
        {"&Go", "&Overlay", "Ctrl+L", [this] { m_overlay->setFocus(), m_overlay->showPopup(); }},
        {"&Compare", "Next difference", "F4", [nextBad] { nextBad(true); }},
        {"&Compare", "Previous difference", "Shift+F4", [nextBad] { nextBad(false); }},
        {"&Tools", "&Commands…", "Ctrl+K", [this] { m_palette->openWith({}); }},
        {"&Tools", "Cancel running jobs", "", [] { JobRegistry::instance().cancelAll(); }},
        {"&Help", "&Keys", "F1", [this] { showKeys(); }},
    };
    QMap<QString, QMenu*> menus;
    for (const Entry& entry : entries) {
        QMenu*& menu = menus[QString::fromLatin1(entry.menu)];
        if (menu == nullptr) menu = menuBar()->addMenu(tr(entry.menu));
        auto* action = new QAction(tr(entry.title), this);
        action->setShortcut(QKeySequence(QString::fromLatin1(entry.key)));
        connect(action, &QAction::triggered, this, entry.run);
        menu->addAction(action);
        addAction(action);
    }
    auto* recent = new QMenu(tr("Open &recent"), this);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    menus[QStringLiteral("&File")]->insertMenu(menus[QStringLiteral("&File")]->actions().at(2), recent);
    // Ctrl+1 … 9 and Ctrl+Shift+1 … 7 are the pages.
    for (int i = 0; i < m_tabs->count(); ++i) {
        auto* action = new QAction(this);
        action->setShortcut(
            QKeySequence(i < 9 ? QStringLiteral("Ctrl+%1").arg(i + 1) : QStringLiteral("Ctrl+Shift+%1").arg(i - 8)));
        connect(action, &QAction::triggered, m_tabs, [this, i] { m_tabs->setCurrentIndex(i); });
        addAction(action);
    }
}

void MainWindow::fillRecent(QMenu& menu) {
    menu.clear();
    for (const QStringList& paths : recentSessions()) {
        QString title = QDir::toNativeSeparators(paths.first()).replace(u'&', QStringLiteral("&&"));
        if (paths.size() > 1) title += tr("  and %1 more").arg(paths.size() - 1);
        connect(menu.addAction(title), &QAction::triggered, this, [this, paths] { m_workspace.open(paths); });
    }
    if (menu.isEmpty()) menu.addAction(tr("Nothing was opened before"))->setEnabled(false);
}

/// The marked addresses of the files in view, to go to.
void MainWindow::showBookmarks() {
    QMenu* menu = makeMenu(this);
    for (const QString& address : m_workspace.bookmarks())
        connect(menu->addAction(address), &QAction::triggered, this, [this, address] { goTo(address); });
    if (menu->isEmpty()) menu->addAction(tr("Nothing is marked: Ctrl+D marks the selection"))->setEnabled(false);
    menu->popup(mapToGlobal(QPoint(width() / 3, height() / 4)));
}

void MainWindow::saveQuery() {
    if (!SavedQueries::instance().add(m_find->text())) say(tr("Type a query first; %1 can be saved.").arg(SavedQueries::kMost));
}

/// The saved queries, to look for, show, hide and forget.
void MainWindow::showQueries() {
    SavedQueries& queries = SavedQueries::instance();
    QMenu* menu = makeMenu(this);
    for (qsizetype i = 0; i < queries.list().size(); ++i) {
        const SavedQuery query = queries.list()[i];
        QPixmap mark(14, 14);
        mark.fill(SavedQueries::colour(i));
        QMenu* one = menu->addMenu(QIcon(mark), QStringLiteral("%1  %2").arg(i + 1).arg(query.text));
        connect(one->addAction(tr("Find")), &QAction::triggered, this, [this, query] { m_find->setText(query.text); });
        QAction* shown = one->addAction(tr("Show in the graph"));
        shown->setCheckable(true);
        shown->setChecked(query.shown);
        connect(shown, &QAction::triggered, this, [&queries, i](bool on) { queries.setShown(i, on); });
        connect(one->addAction(tr("Forget")), &QAction::triggered, this, [&queries, i] { queries.remove(i); });
    }
    if (menu->isEmpty()) menu->addAction(tr("No query is saved: Ctrl+Shift+F saves the one in the search line"))->setEnabled(false);
    menu->popup(mapToGlobal(QPoint(width() / 2, height() / 8)));
}

/// A list that can be searched; it does not block the window.
void MainWindow::showKeys() {
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("keys"));
    dialog->setWindowTitle(tr("Keys"));
    dialog->resize(520, std::min(640, height() - 40));
    auto* column = new QVBoxLayout(dialog);
    auto* line = new QLineEdit(dialog);
    line->setPlaceholderText(tr("Search keys and commands"));
    line->setClearButtonEnabled(true);
    auto* list = new QTreeWidget(dialog);
    list->setHeaderLabels({tr("Key"), tr("What it does")});
    list->setRootIsDecorated(false);
    list->setAccessibleName(tr("Keys"));
    const auto add = [list](const QString& keys, const QString& what) { new QTreeWidgetItem(list, {keys, what}); };
    for (const QAction* action : actions())
        if (!action->text().isEmpty() && !action->shortcut().isEmpty())
            add(action->shortcut().toString(QKeySequence::NativeText), QString(action->text()).remove(u'&'));
    for (const auto& [keys, what] : kOtherKeys) add(QString::fromUtf8(keys), tr(what));
    list->resizeColumnToContents(0);
    connect(line, &QLineEdit::textChanged, list, [list](const QString& wanted) {
        for (int i = 0; i < list->topLevelItemCount(); ++i) {
            QTreeWidgetItem* item = list->topLevelItem(i);
            item->setHidden(!item->text(0).contains(wanted, Qt::CaseInsensitive) &&
                            !item->text(1).contains(wanted, Qt::CaseInsensitive));
        }
    });
    column->addWidget(line);
    column->addWidget(list);
    dialog->show();
}

}  // namespace etscope::ui
