// The commands of the main window, by menu, and the menus that are made anew each time.
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <utility>

#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/errands.h"
#include "frame/main_window.h"
#include "frame/page_table.h"
#include "frame/page_tabs.h"
#include "frame/recent_sessions.h"
#include "frame/status_area.h"
#include "graph/graph_page.h"
#include "graph/saved_queries.h"
#include "look/language.h"
#include "look/make.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "pages/diff_page.h"
#include "pages/gap_page.h"

namespace etscope::ui {
namespace {

/// The keys of a page by its number: Ctrl+1 … 9 and Ctrl+Shift+1 … 7.
QString pageKeys(int page) {
    return page < 9 ? QStringLiteral("Ctrl+%1").arg(page + 1) : QStringLiteral("Ctrl+Shift+%1").arg(page - 8);
}

}  // namespace

void MainWindow::makeCommands() {
    m_commands = new Commands(this);
    connect(m_commands, &Commands::refused, this, &MainWindow::say);
    addFileCommands();
    addEditCommands();
    addLookCommands();
    addLanguageCommands();
    addGoCommands();
    addViewCommands();
    auto* recent = new QMenu(tr("Open &recent"), this);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(*recent); });
    m_commands->menu(QStringLiteral("&File"))->insertMenu(m_commands->action(QStringLiteral("file.add")), recent);
}

/// Commands are asked again whenever what they depend on changes.
void MainWindow::watchCommands() {
    for (const auto changed : {&Workspace::sessionChanged, &Workspace::viewChanged, &Workspace::moved, &Workspace::otherChanged})
        connect(&m_workspace, changed, m_commands, &Commands::update);
    connect(QApplication::clipboard(), &QClipboard::dataChanged, m_commands, &Commands::update);
    connect(&m_workspace, &Workspace::selectionChanged, m_commands, &Commands::update);
    connect(m_jobs, &JobRegistry::changed, m_commands, &Commands::update);
    connect(m_find, &QLineEdit::textChanged, m_commands, &Commands::update);
    for (QDockWidget* dock : std::as_const(m_docks)) connect(dock, &QDockWidget::visibilityChanged, m_commands, &Commands::update);
    connect(m_stack, &QStackedWidget::currentChanged, m_commands, &Commands::update);
    for (const Page* page : std::as_const(m_pages)) connect(page, &Page::stateChanged, m_commands, &Commands::update);
    m_commands->update();
}

QString MainWindow::needsSession() const { return m_workspace.session() != nullptr ? QString() : tr("Nothing is open."); }

QString MainWindow::needsSelection() const { return m_workspace.selection().valid() ? QString() : tr("Nothing is selected."); }

void MainWindow::addFileCommands() {
    const auto session = [this] { return needsSession(); };
    const auto other = [this] { return m_workspace.other() != nullptr ? QString() : tr("No other export is open."); };
    const auto sample = [] { return sampleFolder().isEmpty() ? tr("The sample is not installed.") : QString(); };
    const auto content = [this] {
        if (m_workspace.session() == nullptr) return needsSession();
        return m_pages[m_tabs->currentIndex()]->hasContent() ? QString() : tr("This page is empty.");
    };
    const auto closable = [this] { return m_workspace.opening() ? QString() : needsSession(); };
    const char* menu = QT_TRANSLATE_NOOP("Command", "&File");
    for (Command& command : std::vector<Command>{
             {"file.new-window", menu, QT_TRANSLATE_NOOP("Command", "&New window"), "Ctrl+Shift+N", [this] { newWindow({}); }},
             {"file.open", menu, QT_TRANSLATE_NOOP("Command", "&Open…"), "Ctrl+O", [this] { openDialog(false); }},
             {"file.open-folder", menu, QT_TRANSLATE_NOOP("Command", "Open &folder…"), "", [this] { openFolder(); }},
             {"file.add", menu, QT_TRANSLATE_NOOP("Command", "&Add files…"), "Ctrl+Shift+O", [this] { openDialog(true); }},
             {"file.compare", menu, QT_TRANSLATE_NOOP("Command", "Co&mpare with another export…"), "",
              [this] { chooseOther(m_workspace, this); }, session},
             {"file.stop-comparing", menu, QT_TRANSLATE_NOOP("Command", "Stop comparin&g"), "",
              [this] { m_workspace.compareWith({}); }, other},
             {"file.sample", menu, QT_TRANSLATE_NOOP("Command", "Open sam&ple session"), "", [this] { openSample(); }, sample},
             {"file.reload", menu, QT_TRANSLATE_NOOP("Command", "Re&load"), "F5", [this] { m_workspace.reload(); }, session},
             {"file.export", menu, QT_TRANSLATE_NOOP("Command", "&Export this page…"), "Ctrl+E", [this] { exportPage(); }, content},
             {"file.export-report", menu, QT_TRANSLATE_NOOP("Command", "E&xport report…"), "", [this] { exportReport(); }, session},
             {"file.save", menu, QT_TRANSLATE_NOOP("Command", "&Save session…"), "Ctrl+S", [this] { chooseSessionFile(); },
              session},
             {"file.notes", menu, QT_TRANSLATE_NOOP("Command", "No&tes of this session…"), "", [this] { showNotes(); }, session},
             {"file.close", menu, QT_TRANSLATE_NOOP("Command", "&Close session"), "Ctrl+W",
              [this] { settleNotes([this] { m_workspace.close(); }); }, closable},
             {"file.quit", menu, QT_TRANSLATE_NOOP("Command", "&Quit"), "Ctrl+Q", [this] { quit(); }}})
        m_commands->add(std::move(command));
}

void MainWindow::addEditCommands() {
    const auto session = [this] { return needsSession(); };
    const auto selection = [this] { return needsSelection(); };
    const auto record = [this] {
        const bool recorded = m_workspace.session() != nullptr && m_workspace.session()->recordFile() != nullptr;
        return recorded ? QString() : tr("There is no record whose graph could be computed.");
    };
    const auto query = [this] { return m_find->text().trimmed().isEmpty() ? tr("Type a query first.") : QString(); };
    // Its owner is asked once: another program may be slow to answer.
    const auto hasText = [] {
        const QMimeData* copied = QApplication::clipboard()->mimeData();
        return copied != nullptr && copied->hasText();
    };
    const auto canPaste = std::make_shared<bool>(hasText());
    connect(QApplication::clipboard(), &QClipboard::dataChanged, this, [canPaste, hasText] { *canPaste = hasText(); });
    const auto clipboard = [canPaste] { return *canPaste ? QString() : tr("Nothing is copied."); };
    const auto copy = [this](const char* form) {
        return [this, form] { QApplication::clipboard()->setText(selectionAs(QString::fromLatin1(form))); };
    };
    const char* menu = QT_TRANSLATE_NOOP("Command", "&Edit");
    const char* as = QT_TRANSLATE_NOOP("Command", "&Edit/&Copy as");
    for (Command& command : std::vector<Command>{
             {"edit.copy-as.link", as, QT_TRANSLATE_NOOP("Command", "&Link"), "", copy("link"), selection},
             {"edit.copy-as.address", as, QT_TRANSLATE_NOOP("Command", "&Address"), "Ctrl+Shift+C", copy("address"), selection},
             {"edit.copy-as.name", as, QT_TRANSLATE_NOOP("Command", "&Name"), "", copy("name"), selection},
             {"edit.copy-as.script", as, QT_TRANSLATE_NOOP("Command", "&Python script for reference values"), "",
              [this] { m_workspace.follow(Link::script(m_workspace.method())); }, record},
             {"edit.copy-as.json", as, QT_TRANSLATE_NOOP("Command", "&JSON"), "", copy("json"), selection},
             {"edit.paste", menu, QT_TRANSLATE_NOOP("Command", "&Go to the copied link or address"), "Ctrl+Shift+V",
              [this] { goTo(QApplication::clipboard()->text()); }, clipboard},
             {"edit.find", menu, QT_TRANSLATE_NOOP("Command", "&Find in page"), "Ctrl+F",
              [this] { m_find->setFocus(), m_find->selectAll(); }, session},
             {"edit.find-next", menu, QT_TRANSLATE_NOOP("Command", "&Next match"), "F3", [this] { findNext(true); }, session},
             {"edit.find-previous", menu, QT_TRANSLATE_NOOP("Command", "&Previous match"), "Shift+F3", [this] { findNext(false); },
              session},
             {"edit.save-query", menu, QT_TRANSLATE_NOOP("Command", "&Save this query"), "Ctrl+Shift+F", [this] { saveQuery(); },
              query},
             {"edit.queries", menu, QT_TRANSLATE_NOOP("Command", "Saved &queries…"), "", [this] { showQueries(); }}})
        m_commands->add(std::move(command));
}

void MainWindow::addLookCommands() {
    const auto dock = [this](const char* name) { return m_docks[QString::fromLatin1(name)]; };
    const auto toggle = [dock](const char* name) { return [dock, name] { dock(name)->toggleViewAction()->trigger(); }; };
    const auto shown = [dock](const char* name) { return [dock, name] { return dock(name)->isVisible(); }; };
    const auto session = [this] { return needsSession(); };
    const auto theme = [this](Theme which) { return [this, which] { chooseTheme(which); }; };
    const auto is = [](Theme which) { return [which] { return currentTheme() == which; }; };
    const char* menu = QT_TRANSLATE_NOOP("Command", "&View");
    const char* colours = QT_TRANSLATE_NOOP("Command", "&View/&Theme");
    for (Command& command : std::vector<Command>{
             {"view.outline",
              menu,
              QT_TRANSLATE_NOOP("Command", "&Outline"),
              "F7",
              toggle("outlineDock"),
              {},
              shown("outlineDock")},
             {"view.inspector",
              menu,
              QT_TRANSLATE_NOOP("Command", "&Inspector"),
              "F8",
              toggle("inspectorDock"),
              {},
              shown("inspectorDock")},
             {"view.bottom", menu, QT_TRANSLATE_NOOP("Command", "&Bottom dock"), "F9", toggle("bottom"), {}, shown("bottom")},
             {"view.beside", menu, QT_TRANSLATE_NOOP("Command", "Another &graph beside"), "",
              [this] {
                  showPage(PageId::Graph);
                  m_graph->addSide();
              },
              session},
             {"view.default-layout", menu, QT_TRANSLATE_NOOP("Command", "&Default layout"), "", [this] { resetLayout(); }},
             {"view.next-area", menu, QT_TRANSLATE_NOOP("Command", "&Next area"), "F6", [this] { nextArea(true); }},
             {"view.previous-area", menu, QT_TRANSLATE_NOOP("Command", "&Previous area"), "Shift+F6", [this] { nextArea(false); }},
             {"view.theme.system",
              colours,
              QT_TRANSLATE_NOOP("Command", "&System"),
              "",
              theme(Theme::System),
              {},
              is(Theme::System)},
             {"view.theme.light", colours, QT_TRANSLATE_NOOP("Command", "&Light"), "", theme(Theme::Light), {}, is(Theme::Light)},
             {"view.theme.dark", colours, QT_TRANSLATE_NOOP("Command", "&Dark"), "", theme(Theme::Dark), {}, is(Theme::Dark)},
             {"view.theme.high-contrast",
              colours,
              QT_TRANSLATE_NOOP("Command", "&High contrast"),
              "",
              theme(Theme::HighContrast),
              {},
              is(Theme::HighContrast)},
             {"view.full-screen",
              menu,
              QT_TRANSLATE_NOOP("Command", "&Full screen"),
              "F11",
              [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); },
              {},
              [this] { return isFullScreen(); }}})
        m_commands->add(std::move(command));
}

void MainWindow::addGoCommands() {
    const auto session = [this] { return needsSession(); };
    const auto back = [this] { return m_workspace.canGoBack() ? QString() : tr("This is the first place."); };
    const auto forward = [this] { return m_workspace.canGoForward() ? QString() : tr("This is the last place."); };
    const auto popUp = [](QComboBox* const& combo) { return [&combo] { combo->setFocus(), combo->showPopup(); }; };
    const auto nextBad = [this](bool next) { return [this, next] { m_pages[m_tabs->currentIndex()]->nextBad(next); }; };
    const auto bad = [this, session] {
        const QString why = session();
        return why.isEmpty() ? m_pages[m_tabs->currentIndex()]->badReason() : why;
    };
    const auto jobs = [this] { return m_jobs->running().isEmpty() ? tr("Nothing is running.") : QString(); };
    const char* menu = QT_TRANSLATE_NOOP("Command", "&Go");
    const char* compare = QT_TRANSLATE_NOOP("Command", "&Compare");
    const char* tools = QT_TRANSLATE_NOOP("Command", "&Tools");
    for (Command& command : std::vector<Command>{
             {"go.back", menu, QT_TRANSLATE_NOOP("Command", "&Back"), "Alt+Left", [this] { m_workspace.back(); }, back},
             {"go.forward", menu, QT_TRANSLATE_NOOP("Command", "&Forward"), "Alt+Right", [this] { m_workspace.forward(); },
              forward},
             {"go.address", menu, QT_TRANSLATE_NOOP("Command", "&Go to address…"), "Ctrl+G", [this] { goToAddress(); }, session},
             {"go.mark", menu, QT_TRANSLATE_NOOP("Command", "Mar&k or unmark the selection"), "Ctrl+D",
              [this] { m_workspace.toggleBookmark(); }, [this] { return needsSelection(); }},
             {"go.bookmarks", menu, QT_TRANSLATE_NOOP("Command", "B&ookmarks…"), "Ctrl+B", [this] { showBookmarks(); }, session},
             {"go.method", menu, QT_TRANSLATE_NOOP("Command", "&Method"), "Ctrl+M", popUp(m_method), session},
             {"go.stage", menu, QT_TRANSLATE_NOOP("Command", "&Stage"), "Ctrl+T", popUp(m_stage), session},
             {"go.overlay", menu, QT_TRANSLATE_NOOP("Command", "O&verlay"), "Ctrl+L", popUp(m_overlay), session},
             {"go.next-page", menu, QT_TRANSLATE_NOOP("Command", "&Next page"), "Ctrl+Tab",
              [this] { m_tabs->setCurrentIndex((m_tabs->currentIndex() + 1) % m_tabs->count()); }, session},
             {"compare.next", compare, QT_TRANSLATE_NOOP("Command", "&Next difference"), "F4", nextBad(true), bad},
             {"compare.previous", compare, QT_TRANSLATE_NOOP("Command", "&Previous difference"), "Shift+F4", nextBad(false), bad},
             {"compare.values", compare, QT_TRANSLATE_NOOP("Command", "Compare &values of the operator"), "",
              [this] {
                  const Address given = Address::given(m_workspace.selection().ofOperator());
                  m_workspace.follow(Link::on(PageId::Outputs, given));
              },
              [this] {
                  const bool any = m_workspace.selection().ofOperator().kind == Address::Kind::Node;
                  return any ? QString() : tr("Select an operator.");
              }},
             {"compare.swap", compare, QT_TRANSLATE_NOOP("Command", "&Swap before and after"), "",
              [this] { m_workspace.swapSides(); },
              [this] { return m_workspace.other() != nullptr ? QString() : tr("No other export is open."); }},
             {"compare.drift", compare, QT_TRANSLATE_NOOP("Command", "Numeric gap by &layer and step"), "",
              [this] {
                  showPage(PageId::Gap);
                  m_gap->showByStep(true);
              },
              session},
             {"tools.commands", tools, QT_TRANSLATE_NOOP("Command", "&Commands…"), "Ctrl+K", [this] { m_palette->openWith({}); }},
             {"tools.cancel", tools, QT_TRANSLATE_NOOP("Command", "C&ancel running jobs"), "", [this] { m_jobs->cancelAll(); },
              jobs},
             {"tools.jobs", tools, QT_TRANSLATE_NOOP("Command", "Running &jobs…"), "", [this] { m_status->showJobs(); }, jobs},
             {"help.keys", QT_TRANSLATE_NOOP("Command", "&Help"), QT_TRANSLATE_NOOP("Command", "&Keys"), "F1",
              [this] { showKeyList(*m_commands, this); }}})
        m_commands->add(std::move(command));
    int number = 0;
    for (const PageInfo& info : pageTable()) {
        const int at = number++;
        m_commands->add({info.id, QT_TRANSLATE_NOOP("Command", "&Go/&Page"), info.title, pageKeys(at),
                         [this, at] { followMark(at), m_tabs->setCurrentIndex(at); }, session,
                         [this, at] { return m_tabs->currentIndex() == at; }});
    }
}

void MainWindow::addLanguageCommands() {
    const char* menu = QT_TRANSLATE_NOOP("Command", "&View/&Language");
    const auto add = [this, menu](const char* id, const char* title, const QString& code) {
        m_commands->add(
            {id, menu, title, "", [this, code] { keepLanguage(code); }, {}, [code] { return chosenLanguage() == code; }});
    };
    add("view.language.system", QT_TRANSLATE_NOOP("Command", "&System"), {});
    for (const Language& one : languages()) add(one.command, one.name, QString::fromLatin1(one.code));
}

/// Widgets have their texts already: they are made anew at the next start.
void MainWindow::keepLanguage(const QString& code) {
    chooseLanguage(code);
    if (m_remembers) QSettings().setValue(QStringLiteral("language"), code);
    say(tr("The language changes when etscope is started again."));
}

/// Of all windows. A window that does not remember leaves what was chosen before.
void MainWindow::chooseTheme(Theme theme) {
    applyTheme(*qApp, theme);
    if (m_remembers) QSettings().setValue(QStringLiteral("theme"), themeName(theme));
}

void MainWindow::fillRecent(QMenu& menu) {
    menu.clear();
    for (const RecentSession& session : recentSessions()) {
        const QStringList& paths = session.paths;
        QString title = QDir::toNativeSeparators(paths.first()).replace(u'&', QStringLiteral("&&"));
        if (paths.size() > 1) title = tr("%1  and %n more", nullptr, static_cast<int>(paths.size()) - 1).arg(title);
        connect(menu.addAction(title), &QAction::triggered, this, [this, paths] { open(paths); });
    }
    if (menu.isEmpty()) menu.addAction(tr("Nothing was opened before"))->setEnabled(false);
}

/// The marked addresses of the files in view, to go to.
void MainWindow::showBookmarks() {
    QMenu* menu = makeMenu(this);
    constexpr qsizetype kMostShown = 40;  // a menu taller than the screen is no list
    const QStringList marked = m_workspace.bookmarks();
    for (const QString& address : marked.mid(0, kMostShown)) {
        const QString shown = menu->fontMetrics().elidedText(address, Qt::ElideMiddle, px(520));
        connect(menu->addAction(QString(shown).replace(QLatin1Char('&'), QLatin1String("&&"))), &QAction::triggered, this,
                [this, address] { goTo(address); });
    }
    if (marked.size() > kMostShown)
        menu->addAction(tr("and %n more", nullptr, static_cast<int>(marked.size() - kMostShown)))->setEnabled(false);
    if (menu->isEmpty())
        menu->addAction(tr("Nothing is marked: %1 marks the selection").arg(keyText(QStringLiteral("Ctrl+D"))))->setEnabled(false);
    menu->popup(mapToGlobal(QPoint(width() / 3, height() / 4)));
}

void MainWindow::saveQuery() {
    if (!SavedQueries::instance().add(m_find->text()))
        say(tr("%n queries are saved: forget one first.", nullptr, SavedQueries::kMost));
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
    if (menu->isEmpty())
        menu->addAction(tr("No query is saved: %1 saves the one in the search line").arg(keyText(QStringLiteral("Ctrl+Shift+F"))))
            ->setEnabled(false);
    menu->popup(mapToGlobal(QPoint(width() / 2, height() / 8)));
}

}  // namespace etscope::ui
