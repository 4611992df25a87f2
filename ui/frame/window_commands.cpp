#include "frame/window_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <memory>
#include <span>

#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/dock_layout.h"
#include "frame/errands.h"
#include "frame/find_line.h"
#include "frame/opener.h"
#include "frame/page_area.h"
#include "frame/recent_sessions.h"
#include "frame/session_keeper.h"
#include "frame/status_area.h"
#include "frame/view_choices.h"
#include "graph/graph_page.h"
#include "look/language.h"
#include "look/make.h"
#include "look/questions.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "pages/diff_page.h"
#include "pages/gap_page.h"

namespace etscope::ui {
namespace {

using Parts = WindowParts;
using Choice = ViewChoices::Choice;
using Dock = DockLayout::Dock;

/// What a command needs: why it cannot be run now; empty: it can.
using Needs = QString (*)(const Parts&);

QString unless(bool possible, const char* why) { return possible ? QString() : Commands::translated(why); }

QString aSession(const Parts& w) {
    return unless(w.workspace.session() != nullptr, QT_TRANSLATE_NOOP("Command", "Nothing is open."));
}
QString aSessionOrOneThatOpens(const Parts& w) { return w.workspace.opening() ? QString() : aSession(w); }
QString aSelection(const Parts& w) {
    return unless(w.workspace.selection().valid(), QT_TRANSLATE_NOOP("Command", "Nothing is selected."));
}
QString anOperator(const Parts& w) {
    const bool any = w.workspace.selection().ofOperator().kind == Address::Kind::Node;
    return unless(any, QT_TRANSLATE_NOOP("Command", "Select an operator."));
}
QString anotherExport(const Parts& w) {
    return unless(w.workspace.other() != nullptr, QT_TRANSLATE_NOOP("Command", "No other export is open."));
}
QString theSample(const Parts&) {
    return unless(!sampleFolder().isEmpty(), QT_TRANSLATE_NOOP("Command", "The sample is not installed."));
}
QString aRecord(const Parts& w) {
    const SessionPtr& session = w.workspace.session();
    return unless(session != nullptr && session->recordFile() != nullptr,
                  QT_TRANSLATE_NOOP("Command", "There is no record whose graph could be computed."));
}
QString aQuery(const Parts& w) {
    return unless(!w.find.text().trimmed().isEmpty(), QT_TRANSLATE_NOOP("Command", "Type a query first."));
}
QString aPlaceBefore(const Parts& w) {
    return unless(w.workspace.canGoBack(), QT_TRANSLATE_NOOP("Command", "This is the first place."));
}
QString aPlaceAfter(const Parts& w) {
    return unless(w.workspace.canGoForward(), QT_TRANSLATE_NOOP("Command", "This is the last place."));
}
QString aJob(const Parts& w) { return unless(!w.jobs.running().isEmpty(), QT_TRANSLATE_NOOP("Command", "Nothing is running.")); }
QString aFilledPage(const Parts& w) {
    const QString why = aSession(w);
    return why.isEmpty() ? unless(w.pages.current().hasContent(), QT_TRANSLATE_NOOP("Command", "This page is empty.")) : why;
}
QString somethingWrong(const Parts& w) {
    const QString why = aSession(w);
    return why.isEmpty() ? w.pages.current().badReason() : why;
}

/// Whether there is text to paste. Its owner is asked once: another program may be slow to answer.
bool s_isCopied = false;

void askClipboard() {
    const QMimeData* data = QApplication::clipboard()->mimeData();
    s_isCopied = data != nullptr && data->hasText();
}

QString aCopiedText(const Parts&) { return unless(s_isCopied, QT_TRANSLATE_NOOP("Command", "Nothing is copied.")); }

void copyAs(const Parts& w, const char* form) {
    QApplication::clipboard()->setText(w.opener.selectionAs(QString::fromLatin1(form)));
}

/// The marked addresses of the files in view, to go to.
void showBookmarks(const Parts& w) {
    QMenu* menu = makeMenu(&w.window);
    constexpr qsizetype kMostShown = 40;  // a menu taller than the screen is no list
    const QStringList marked = w.workspace.bookmarks();
    for (const QString& address : marked.mid(0, kMostShown)) {
        const QString shown = menu->fontMetrics().elidedText(address, Qt::ElideMiddle, px(520));
        QObject::connect(menu->addAction(QString(shown).replace(QLatin1Char('&'), QLatin1String("&&"))), &QAction::triggered,
                         &w.opener, [&opener = w.opener, address] { opener.goTo(address); });
    }
    if (marked.size() > kMostShown)
        menu->addAction(Commands::tr("and %n more", nullptr, static_cast<int>(marked.size() - kMostShown)))->setEnabled(false);
    if (menu->isEmpty())
        menu->addAction(Commands::tr("Nothing is marked: %1 marks the selection").arg(keyText(QStringLiteral("Ctrl+D"))))
            ->setEnabled(false);
    menu->popup(w.window.mapToGlobal(QPoint(w.window.width() / 3, w.window.height() / 4)));
}

void goToAddress(const Parts& w) {
    askForText(&w.window, Commands::tr("Go to address"),
               Commands::tr("method/stage/node, method/outputs/case:0/0, files/name, or a link et://FILE#ADDRESS"),
               w.workspace.selection().text(), [&opener = w.opener](const QString& address) { opener.goTo(address); });
}

void closeSession(const Parts& w) {
    w.keeper.settleNotes([&workspace = w.workspace] { workspace.close(); });
}

/// Of all windows. A window that does not remember leaves what was chosen before.
template <Theme kOf>
void chooseTheme(const Parts& w) {
    applyTheme(*qApp, kOf);
    if (w.keeper.remembers()) QSettings().setValue(QStringLiteral("theme"), themeName(kOf));
}
template <Theme kOf>
bool isTheme(const Parts&) {
    return currentTheme() == kOf;
}

template <Dock kOf>
void toggle(const Parts& w) {
    w.docks.toggle(kOf);
}
template <Dock kOf>
bool isShown(const Parts& w) {
    return w.docks.isShown(kOf);
}

template <Choice kOf>
void popUp(const Parts& w) {
    w.choices.popUp(kOf);
}

void focusNext(const Parts& w, bool forward) {
    if (!w.docks.focusNext(w.pages.stack(), forward)) w.pages.focusPage();
}

struct CommandRow {
    const char *id, *menu, *title, *keys;
    void (*run)(const Parts&);
    Needs needs = nullptr;
    bool (*on)(const Parts&) = nullptr;
};

constexpr const char *kFileMenu = QT_TRANSLATE_NOOP("Command", "&File"), *kEditMenu = QT_TRANSLATE_NOOP("Command", "&Edit"),
                     *kCopyAsMenu = QT_TRANSLATE_NOOP("Command", "&Edit/&Copy as"),
                     *kViewMenu = QT_TRANSLATE_NOOP("Command", "&View"), *kThemeMenu = QT_TRANSLATE_NOOP("Command", "&View/&Theme"),
                     *kLanguageMenu = QT_TRANSLATE_NOOP("Command", "&View/&Language"),
                     *kGoMenu = QT_TRANSLATE_NOOP("Command", "&Go"), *kPageMenu = QT_TRANSLATE_NOOP("Command", "&Go/&Page"),
                     *kCompareMenu = QT_TRANSLATE_NOOP("Command", "&Compare"), *kToolsMenu = QT_TRANSLATE_NOOP("Command", "&Tools"),
                     *kHelpMenu = QT_TRANSLATE_NOOP("Command", "&Help");

constexpr CommandRow kBeforeLanguages[] = {
    {"file.new-window", kFileMenu, QT_TRANSLATE_NOOP("Command", "&New window"), "Ctrl+Shift+N",
     [](const Parts& w) { emit w.opener.windowAsked({}); }},
    {"file.open", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Open…"), "Ctrl+O", [](const Parts& w) { w.opener.askForFiles(false); }},
    {"file.open-folder", kFileMenu, QT_TRANSLATE_NOOP("Command", "Open &folder…"), "",
     [](const Parts& w) { w.opener.askForFolder(); }},
    {"file.add", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Add files…"), "Ctrl+Shift+O",
     [](const Parts& w) { w.opener.askForFiles(true); }},
    {"file.compare", kFileMenu, QT_TRANSLATE_NOOP("Command", "Co&mpare with another export…"), "",
     [](const Parts& w) { chooseOther(w.workspace, &w.window); }, aSession},
    {"file.stop-comparing", kFileMenu, QT_TRANSLATE_NOOP("Command", "Stop comparin&g"), "",
     [](const Parts& w) { w.workspace.compareWith({}); }, anotherExport},
    {"file.sample", kFileMenu, QT_TRANSLATE_NOOP("Command", "Open sam&ple session"), "",
     [](const Parts& w) { w.opener.open({sampleFolder()}); }, theSample},
    {"file.reload", kFileMenu, QT_TRANSLATE_NOOP("Command", "Re&load"), "F5", [](const Parts& w) { w.workspace.reload(); },
     aSession},
    {"file.export", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Export this page…"), "Ctrl+E",
     [](const Parts& w) { exportPage(w.pages.current(), w.pages.inView(), w.commands); }, aFilledPage},
    {"file.export-report", kFileMenu, QT_TRANSLATE_NOOP("Command", "E&xport report…"), "",
     [](const Parts& w) { exportReport(w.workspace, w.window, w.commands); }, aSession},
    {"file.save", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Save session…"), "Ctrl+S", [](const Parts& w) { w.keeper.saveAs(); },
     aSession},
    {"file.notes", kFileMenu, QT_TRANSLATE_NOOP("Command", "No&tes of this session…"), "",
     [](const Parts& w) { w.keeper.showNotes(); }, aSession},
    {"file.close", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Close session"), "Ctrl+W", closeSession, aSessionOrOneThatOpens},
    {"file.quit", kFileMenu, QT_TRANSLATE_NOOP("Command", "&Quit"), "Ctrl+Q", [](const Parts& w) { w.quit(); }},
    {"edit.copy-as.link", kCopyAsMenu, QT_TRANSLATE_NOOP("Command", "&Link"), "", [](const Parts& w) { copyAs(w, "link"); },
     aSelection},
    {"edit.copy-as.address", kCopyAsMenu, QT_TRANSLATE_NOOP("Command", "&Address"), "Ctrl+Shift+C",
     [](const Parts& w) { copyAs(w, "address"); }, aSelection},
    {"edit.copy-as.name", kCopyAsMenu, QT_TRANSLATE_NOOP("Command", "&Name"), "", [](const Parts& w) { copyAs(w, "name"); },
     aSelection},
    {"edit.copy-as.script", kCopyAsMenu, QT_TRANSLATE_NOOP("Command", "&Python script for reference values"), "",
     [](const Parts& w) { w.workspace.follow(Link::script(w.workspace.method())); }, aRecord},
    {"edit.copy-as.json", kCopyAsMenu, QT_TRANSLATE_NOOP("Command", "&JSON"), "", [](const Parts& w) { copyAs(w, "json"); },
     aSelection},
    {"edit.paste", kEditMenu, QT_TRANSLATE_NOOP("Command", "&Go to the copied link or address"), "Ctrl+Shift+V",
     [](const Parts& w) { w.opener.goTo(QApplication::clipboard()->text()); }, aCopiedText},
    {"edit.find", kEditMenu, QT_TRANSLATE_NOOP("Command", "&Find in page"), "Ctrl+F", [](const Parts& w) { w.find.begin(); },
     aSession},
    {"edit.find-next", kEditMenu, QT_TRANSLATE_NOOP("Command", "&Next match"), "F3",
     [](const Parts& w) { emit w.find.asked(true, false); }, aSession},
    {"edit.find-previous", kEditMenu, QT_TRANSLATE_NOOP("Command", "&Previous match"), "Shift+F3",
     [](const Parts& w) { emit w.find.asked(false, false); }, aSession},
    {"edit.save-query", kEditMenu, QT_TRANSLATE_NOOP("Command", "&Save this query"), "Ctrl+Shift+F",
     [](const Parts& w) { w.find.saveQuery(); }, aQuery},
    {"edit.queries", kEditMenu, QT_TRANSLATE_NOOP("Command", "Saved &queries…"), "", [](const Parts& w) { w.find.showQueries(); }},
    {"view.outline", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Outline"), "F7", toggle<Dock::Outline>, nullptr,
     isShown<Dock::Outline>},
    {"view.inspector", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Inspector"), "F8", toggle<Dock::Inspector>, nullptr,
     isShown<Dock::Inspector>},
    {"view.bottom", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Bottom dock"), "F9", toggle<Dock::Bottom>, nullptr,
     isShown<Dock::Bottom>},
    {"view.beside", kViewMenu, QT_TRANSLATE_NOOP("Command", "Another &graph beside"), "",
     [](const Parts& w) { w.pages.showPage(PageId::Graph), w.pages.graph().addSide(); }, aSession},
    {"view.default-layout", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Default layout"), "",
     [](const Parts& w) { w.docks.reset(); }},
    {"view.next-area", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Next area"), "F6", [](const Parts& w) { focusNext(w, true); }},
    {"view.previous-area", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Previous area"), "Shift+F6",
     [](const Parts& w) { focusNext(w, false); }},
    {"view.theme.system", kThemeMenu, QT_TRANSLATE_NOOP("Command", "&System"), "", chooseTheme<Theme::System>, nullptr,
     isTheme<Theme::System>},
    {"view.theme.light", kThemeMenu, QT_TRANSLATE_NOOP("Command", "&Light"), "", chooseTheme<Theme::Light>, nullptr,
     isTheme<Theme::Light>},
    {"view.theme.dark", kThemeMenu, QT_TRANSLATE_NOOP("Command", "&Dark"), "", chooseTheme<Theme::Dark>, nullptr,
     isTheme<Theme::Dark>},
    {"view.theme.high-contrast", kThemeMenu, QT_TRANSLATE_NOOP("Command", "&High contrast"), "", chooseTheme<Theme::HighContrast>,
     nullptr, isTheme<Theme::HighContrast>},
    {"view.full-screen", kViewMenu, QT_TRANSLATE_NOOP("Command", "&Full screen"), "F11",
     [](const Parts& w) { w.window.setWindowState(w.window.windowState() ^ Qt::WindowFullScreen); }, nullptr,
     [](const Parts& w) { return w.window.isFullScreen(); }},
};

constexpr CommandRow kBehindLanguages[] = {
    {"go.back", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Back"), "Alt+Left", [](const Parts& w) { w.workspace.back(); },
     aPlaceBefore},
    {"go.forward", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Forward"), "Alt+Right", [](const Parts& w) { w.workspace.forward(); },
     aPlaceAfter},
    {"go.address", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Go to address…"), "Ctrl+G", goToAddress, aSession},
    {"go.mark", kGoMenu, QT_TRANSLATE_NOOP("Command", "Mar&k or unmark the selection"), "Ctrl+D",
     [](const Parts& w) { w.workspace.toggleBookmark(); }, aSelection},
    {"go.bookmarks", kGoMenu, QT_TRANSLATE_NOOP("Command", "B&ookmarks…"), "Ctrl+B", showBookmarks, aSession},
    {"go.method", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Method"), "Ctrl+M", popUp<Choice::Method>, aSession},
    {"go.stage", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Stage"), "Ctrl+T", popUp<Choice::Stage>, aSession},
    {"go.overlay", kGoMenu, QT_TRANSLATE_NOOP("Command", "O&verlay"), "Ctrl+L", popUp<Choice::Overlay>, aSession},
    {"go.next-page", kGoMenu, QT_TRANSLATE_NOOP("Command", "&Next page"), "Ctrl+Tab", [](const Parts& w) { w.pages.chooseNext(); },
     aSession},
    {"compare.next", kCompareMenu, QT_TRANSLATE_NOOP("Command", "&Next difference"), "F4",
     [](const Parts& w) { w.pages.current().nextBad(true); }, somethingWrong},
    {"compare.previous", kCompareMenu, QT_TRANSLATE_NOOP("Command", "&Previous difference"), "Shift+F4",
     [](const Parts& w) { w.pages.current().nextBad(false); }, somethingWrong},
    {"compare.values", kCompareMenu, QT_TRANSLATE_NOOP("Command", "Compare &values of the operator"), "",
     [](const Parts& w) { w.workspace.follow(Link::on(PageId::Outputs, Address::given(w.workspace.selection().ofOperator()))); },
     anOperator},
    {"compare.swap", kCompareMenu, QT_TRANSLATE_NOOP("Command", "&Swap before and after"), "",
     [](const Parts& w) { w.workspace.swapSides(); }, anotherExport},
    {"compare.drift", kCompareMenu, QT_TRANSLATE_NOOP("Command", "Numeric gap by &layer and step"), "",
     [](const Parts& w) { w.pages.showPage(PageId::Gap), w.pages.gap().showByStep(true); }, aSession},
    {"tools.commands", kToolsMenu, QT_TRANSLATE_NOOP("Command", "&Commands…"), "Ctrl+K",
     [](const Parts& w) { w.palette.openWith({}); }},
    {"tools.cancel", kToolsMenu, QT_TRANSLATE_NOOP("Command", "C&ancel running jobs"), "",
     [](const Parts& w) { w.jobs.cancelAll(); }, aJob},
    {"tools.jobs", kToolsMenu, QT_TRANSLATE_NOOP("Command", "Running &jobs…"), "", [](const Parts& w) { w.status.showJobs(); },
     aJob},
    {"help.keys", kHelpMenu, QT_TRANSLATE_NOOP("Command", "&Keys"), "F1",
     [](const Parts& w) { showKeyList(w.commands, &w.window); }},
};

using PartsPtr = std::shared_ptr<const Parts>;

void addRows(const PartsPtr& parts, std::span<const CommandRow> rows) {
    for (const CommandRow& row : rows) {
        Command command{row.id, row.menu, row.title, QLatin1String(row.keys), [parts, run = row.run] { run(*parts); }};
        if (row.needs != nullptr) command.reason = [parts, needs = row.needs] { return needs(*parts); };
        if (row.on != nullptr) command.on = [parts, on = row.on] { return on(*parts); };
        parts->commands.add(std::move(command));
    }
}

/// Widgets have their texts already: they are made anew at the next start.
void keepLanguage(const Parts& w, const QString& code) {
    chooseLanguage(code);
    if (w.keeper.remembers()) QSettings().setValue(QStringLiteral("language"), code);
    w.commands.say(Commands::tr("The language changes when etscope is started again."));
}

void addLanguages(const PartsPtr& parts) {
    const auto add = [&parts](const char* id, const char* title, const QString& code) {
        parts->commands.add({id,
                             kLanguageMenu,
                             title,
                             "",
                             [parts, code] { keepLanguage(*parts, code); },
                             {},
                             [code] { return chosenLanguage() == code; }});
    };
    add("view.language.system", QT_TRANSLATE_NOOP("Command", "&System"), {});
    for (const Language& one : languages()) add(one.command, one.name, QString::fromLatin1(one.code));
}

/// Ctrl+1 … 9 and Ctrl+Shift+1 … 7.
QString pageKeys(int page) {
    return page < 9 ? QStringLiteral("Ctrl+%1").arg(page + 1) : QStringLiteral("Ctrl+Shift+%1").arg(page - 8);
}

void addPages(const PartsPtr& parts) {
    int number = 0;
    for (const PageInfo& info : pageTable())
        parts->commands.add({info.id, kPageMenu, info.title, pageKeys(number++),
                             [parts, page = info.page] { parts->pages.choose(page); }, [parts] { return aSession(*parts); },
                             [parts, page = info.page] { return parts->pages.inView() == page; }});
}

/// Commands are asked again whenever what they depend on changes.
void watch(const Parts& w) {
    const auto follow = [&w](const auto* sender, auto changed) {
        QObject::connect(sender, changed, &w.commands, &Commands::update);
    };
    for (const auto changed : {&Workspace::sessionChanged, &Workspace::viewChanged, &Workspace::moved, &Workspace::otherChanged})
        follow(&w.workspace, changed);
    follow(&w.workspace, &Workspace::selectionChanged);
    follow(QApplication::clipboard(), &QClipboard::dataChanged);
    follow(&w.jobs, &JobRegistry::changed);
    follow(&w.find, &QLineEdit::textChanged);
    follow(&w.docks, &DockLayout::visibilityChanged);
    follow(&w.pages, &PageArea::stateChanged);
    w.commands.update();
}

}  // namespace

void addWindowCommands(const WindowParts& w) {
    askClipboard();
    QObject::connect(QApplication::clipboard(), &QClipboard::dataChanged, &w.commands, &askClipboard);
    const auto parts = std::make_shared<const WindowParts>(w);
    addRows(parts, kBeforeLanguages);
    addLanguages(parts);
    addRows(parts, kBehindLanguages);
    addPages(parts);
    addViewCommands(w.commands, w.pages, w.docks);
    auto* recent = new QMenu(Commands::tr("Open &recent"), &w.window);
    QObject::connect(recent, &QMenu::aboutToShow, &w.opener, [recent, &opener = w.opener] { opener.fillRecent(*recent); });
    w.commands.menu(QLatin1String(kFileMenu))->insertMenu(w.commands.action(QStringLiteral("file.add")), recent);
    watch(w);
}

}  // namespace etscope::ui
