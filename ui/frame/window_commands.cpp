#include "frame/window_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMainWindow>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <array>
#include <span>

#include "frame/command_palette.h"
#include "frame/commands.h"
#include "frame/dock_layout.h"
#include "frame/errands.h"
#include "frame/find_line.h"
#include "frame/page_area.h"
#include "frame/recent_sessions.h"
#include "frame/run_sheet.h"
#include "frame/session_keeper.h"
#include "frame/status_area.h"
#include "frame/view_choices.h"
#include "graph/graph_page.h"
#include "look/language.h"
#include "look/make.h"
#include "look/questions.h"
#include "look/theme.h"
#include "look/tokens.h"
#include "pages/compared_page.h"
#include "shell/rail.h"
#include "workspace/repro_book.h"

namespace etscope::ui {
namespace {

using Parts = const WindowParts&;
using Choice = ViewChoices::Choice;
using Dock = DockLayout::Dock;
using findings::Question;

/// Whether there is text to paste. Its owner is asked once: another program may be slow to answer.
bool s_isCopied = false;

void askClipboard() {
    const QMimeData* data = QApplication::clipboard()->mimeData();
    s_isCopied = data != nullptr && data->hasText();
}

/// What a command needs, and why it cannot be run without; `more`: what it needs then.
struct Need {
    bool (*met)(Parts);
    const char* otherwise;
    QString (*more)(Parts) = nullptr;
};

bool isOpen(Parts w) { return w.workspace->session() != nullptr; }
bool isOpening(Parts w) { return isOpen(w) || w.workspace->opening(); }
bool isRecorded(Parts w) { return isOpen(w) && w.workspace->session()->recordFile() != nullptr; }
bool isOperator(Parts w) { return w.workspace->selection().ofOperator().kind == Address::Kind::Node; }
QString whyNoExport(Parts w) { return w.pages->current().hasContent() ? QString() : Commands::tr("This page is empty."); }
QString whyNotShrunk(Parts w) { return w.pages->repro().whyNot(); }
QString whyNotMended(Parts w) {
    return w.pages->repro().canMend() ? whyNotShrunk(w) : Commands::tr("This build cannot try remedies.");
}
QString whyNoneBad(Parts w) { return w.pages->current().badReason(); }

constexpr const char* kNothingOpen = QT_TRANSLATE_NOOP("Command", "Nothing is open.");
constexpr Need aSession{isOpen, kNothingOpen}, anOpening{isOpening, kNothingOpen}, aFilledPage{isOpen, kNothingOpen, whyNoExport},
    somethingWrong{isOpen, kNothingOpen, whyNoneBad}, aCulprit{isOpen, kNothingOpen, whyNotShrunk},
    aMender{isOpen, kNothingOpen, whyNotMended},
    aRecord{isRecorded, QT_TRANSLATE_NOOP("Command", "There is no record whose graph could be computed.")},
    anOperator{isOperator, QT_TRANSLATE_NOOP("Command", "Select an operator.")},
    aProgram{[](Parts w) { return whyNotRun(w.workspace->session()).isEmpty(); },
             QT_TRANSLATE_NOOP("Command", "No program is open.")},
    aSelection{[](Parts w) { return w.workspace->selection().valid(); }, QT_TRANSLATE_NOOP("Command", "Nothing is selected.")},
    aFile{[](Parts w) { return isOpen(w) && w.workspace->selection().kind == Address::Kind::File; },
          QT_TRANSLATE_NOOP("Command", "Select a file.")},
    anotherExport{[](Parts w) { return w.workspace->other() != nullptr; },
                  QT_TRANSLATE_NOOP("Command", "No other export is open.")},
    theSample{[](Parts) { return !sampleFolder().isEmpty(); }, QT_TRANSLATE_NOOP("Command", "The sample is not installed.")},
    aQuery{[](Parts w) { return !w.find->text().trimmed().isEmpty(); }, QT_TRANSLATE_NOOP("Command", "Type a query first.")},
    aCopiedText{[](Parts) { return s_isCopied; }, QT_TRANSLATE_NOOP("Command", "Nothing is copied.")},
    aPlaceBefore{[](Parts w) { return w.workspace->canGoBack(); }, QT_TRANSLATE_NOOP("Command", "This is the first place.")},
    aPlaceAfter{[](Parts w) { return w.workspace->canGoForward(); }, QT_TRANSLATE_NOOP("Command", "This is the last place.")},
    aJob{[](Parts w) { return !w.jobs->running().isEmpty(); }, QT_TRANSLATE_NOOP("Command", "Nothing is running.")};

QString reasonOf(Parts w, const Need& need) {
    if (!need.met(w)) return Commands::translated(need.otherwise);
    return need.more != nullptr ? need.more(w) : QString();
}

void askForFiles(Parts w, bool add) {
    const QString title = add ? Commands::tr("Add files to the session") : Commands::tr("Open files");
    askForPaths(w.window, {PathQuestion::Kind::OpenMany, title},
                [keeper = w.keeper, add](const QStringList& paths) { add ? keeper->add(paths) : keeper->open(paths); });
}

void askForFolder(Parts w) {
    askForPaths(w.window, {PathQuestion::Kind::Folder, Commands::tr("Open a folder")},
                [keeper = w.keeper](const QStringList& folder) { keeper->open(folder); });
}

void fillRecent(Parts w, QMenu& menu) {
    menu.clear();
    for (const RecentSession& session : recentSessions()) {
        const QStringList& paths = session.paths;
        QString title = QDir::toNativeSeparators(paths.first()).replace(u'&', QStringLiteral("&&"));
        if (paths.size() > 1) title = Commands::tr("%1  and %n more", nullptr, static_cast<int>(paths.size()) - 1).arg(title);
        QObject::connect(menu.addAction(title), &QAction::triggered, w.keeper, [keeper = w.keeper, paths] { keeper->open(paths); });
    }
    if (menu.isEmpty()) menu.addAction(Commands::tr("Nothing was opened before"))->setEnabled(false);
}

/// As "link", "address", "name" or "json".
QString selectionAs(Parts w, QLatin1String form) {
    const Address& address = w.workspace->selection();
    const QString& of = w.keeper->file();
    const QString file = QFileInfo(of.isEmpty() ? w.workspace->paths().value(0) : of).absoluteFilePath();
    if (form == QLatin1String("link")) return FileLink{file, address.text()}.text();
    if (form == QLatin1String("name")) return address.name.isEmpty() ? address.text().section(QLatin1Char('/'), -1) : address.name;
    if (form == QLatin1String("address")) return address.text();
    QJsonObject object{{QStringLiteral("file"), file}, {QStringLiteral("address"), address.text()}};
    for (const auto& [key, value] : {std::pair{"method", address.method}, {"stage", address.stage}, {"name", address.name}})
        if (!value.isEmpty()) object[QLatin1String(key)] = value;
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void copyAs(Parts w, const char* form) { QApplication::clipboard()->setText(selectionAs(w, QLatin1String(form))); }

/// The marked addresses of the files in view, to go to.
void showBookmarks(Parts w) {
    QMenu* menu = makeMenu(w.window);
    constexpr qsizetype kMostShown = 40;  // a menu taller than the screen is no list
    const QStringList marked = w.workspace->bookmarks();
    for (const QString& address : marked.mid(0, kMostShown)) {
        const QString shown = menu->fontMetrics().elidedText(address, Qt::ElideMiddle, px(520));
        QObject::connect(menu->addAction(QString(shown).replace(QLatin1Char('&'), QLatin1String("&&"))), &QAction::triggered,
                         w.keeper, [keeper = w.keeper, address] { keeper->goTo(address); });
    }
    if (marked.size() > kMostShown)
        menu->addAction(Commands::tr("and %n more", nullptr, static_cast<int>(marked.size() - kMostShown)))->setEnabled(false);
    if (menu->isEmpty())
        menu->addAction(Commands::tr("Nothing is marked: %1 marks the selection").arg(keyText(QStringLiteral("Ctrl+D"))))
            ->setEnabled(false);
    menu->popup(w.window->mapToGlobal(QPoint(w.window->width() / 3, w.window->height() / 4)));
}

void goToAddress(Parts w) {
    askForText(w.window, Commands::tr("Go to address"),
               Commands::tr("method/stage/node, method/outputs/case:0/0, files/name, or a link et://FILE#ADDRESS"),
               w.workspace->selection().text(), [keeper = w.keeper](const QString& address) { keeper->goTo(address); });
}

void closeSession(Parts w) {
    w.keeper->settleNotes([workspace = w.workspace] { workspace->close(); });
}

/// Of all windows. A window that does not remember leaves what was chosen before.
template <Theme kOf>
void chooseTheme(Parts w) {
    applyTheme(*qApp, kOf);
    if (w.keeper->remembers()) QSettings().setValue(QStringLiteral("theme"), themeName(kOf));
}
template <Theme kOf>
bool isTheme(Parts) {
    return currentTheme() == kOf;
}

template <Dock kOf>
void toggle(Parts w) {
    w.docks->toggle(kOf);
}
template <Dock kOf>
bool isShown(Parts w) {
    return w.docks->isShown(kOf);
}

template <Choice kOf>
void popUp(Parts w) {
    w.choices->popUp(kOf);
}

void focusNext(Parts w, bool forward) {
    if (!w.docks->focusNext(w.pages->stack(), forward)) w.pages->focusPage();
}

template <Question kOf>
void ask(Parts w) {
    w.pages->choose(kOf);
}
template <Question kOf>
bool isAsked(Parts w) {
    return questionOf(w.pages->inView()) == kOf;
}

struct CommandRow {
    const char *id, *menu, *title, *keys;
    void (*run)(Parts);
    const Need* needs = nullptr;
    bool (*on)(Parts) = nullptr;
};

constexpr const char *kFile = QT_TRANSLATE_NOOP("Command", "&File"), *kEdit = QT_TRANSLATE_NOOP("Command", "&Edit"),
                     *kCopyAs = QT_TRANSLATE_NOOP("Command", "&Edit/&Copy as"), *kView = QT_TRANSLATE_NOOP("Command", "&View"),
                     *kTheme = QT_TRANSLATE_NOOP("Command", "&View/&Theme"),
                     *kLanguage = QT_TRANSLATE_NOOP("Command", "&View/&Language"), *kGo = QT_TRANSLATE_NOOP("Command", "&Go"),
                     *kPage = QT_TRANSLATE_NOOP("Command", "&Go/&Page"), *kQuestion = QT_TRANSLATE_NOOP("Command", "&Go/&Question"),
                     *kRun = QT_TRANSLATE_NOOP("Command", "&Run"), *kCompare = QT_TRANSLATE_NOOP("Command", "&Compare"),
                     *kTools = QT_TRANSLATE_NOOP("Command", "&Tools"), *kHelp = QT_TRANSLATE_NOOP("Command", "&Help");

constexpr CommandRow kBeforeLanguages[] = {
    {"file.new-window", kFile, QT_TRANSLATE_NOOP("Command", "&New window"), "Ctrl+Shift+N",
     [](Parts w) { emit w.keeper->windowAsked({}); }},
    {"file.open", kFile, QT_TRANSLATE_NOOP("Command", "&Open…"), "Ctrl+O", [](Parts w) { askForFiles(w, false); }},
    {"file.open-folder", kFile, QT_TRANSLATE_NOOP("Command", "Open &folder…"), "", askForFolder},
    {"file.add", kFile, QT_TRANSLATE_NOOP("Command", "&Add files…"), "Ctrl+Shift+O", [](Parts w) { askForFiles(w, true); }},
    {"file.remove", kFile, QT_TRANSLATE_NOOP("Command", "Remo&ve file from session"), "",
     [](Parts w) { w.workspace->remove(w.workspace->selection().name); }, &aFile},
    {"file.compare", kFile, QT_TRANSLATE_NOOP("Command", "Co&mpare with another export…"), "",
     [](Parts w) { chooseOther(*w.workspace, w.window); }, &aSession},
    {"file.stop-comparing", kFile, QT_TRANSLATE_NOOP("Command", "Stop comparin&g"), "",
     [](Parts w) { w.workspace->compareWith({}); }, &anotherExport},
    {"file.sample", kFile, QT_TRANSLATE_NOOP("Command", "Open sam&ple session"), "",
     [](Parts w) { w.keeper->open({sampleFolder()}); }, &theSample},
    {"file.reload", kFile, QT_TRANSLATE_NOOP("Command", "Re&load"), "F5", [](Parts w) { w.workspace->reload(); }, &aSession},
    {"file.export", kFile, QT_TRANSLATE_NOOP("Command", "&Export this page…"), "Ctrl+E",
     [](Parts w) { exportPage(w.pages->current(), w.pages->inView(), *w.commands); }, &aFilledPage},
    {"file.export-report", kFile, QT_TRANSLATE_NOOP("Command", "E&xport report…"), "",
     [](Parts w) { exportReport(*w.workspace, w.window, *w.commands); }, &aSession},
    {"file.extract-call", kFile, QT_TRANSLATE_NOOP("Command", "Extract call…"), "",
     [](Parts w) { extractCall(*w.workspace, w.window, *w.commands); }, &anOperator},
    {"file.save", kFile, QT_TRANSLATE_NOOP("Command", "&Save session…"), "Ctrl+S", [](Parts w) { w.keeper->saveAs(); }, &aSession},
    {"file.notes", kFile, QT_TRANSLATE_NOOP("Command", "No&tes of this session…"), "", [](Parts w) { w.keeper->showNotes(); },
     &aSession},
    {"file.close", kFile, QT_TRANSLATE_NOOP("Command", "&Close session"), "Ctrl+W", closeSession, &anOpening},
    {"file.quit", kFile, QT_TRANSLATE_NOOP("Command", "&Quit"), "Ctrl+Q", [](Parts w) { w.quit(); }},
    {"edit.copy-as.link", kCopyAs, QT_TRANSLATE_NOOP("Command", "&Link"), "", [](Parts w) { copyAs(w, "link"); }, &aSelection},
    {"edit.copy-as.address", kCopyAs, QT_TRANSLATE_NOOP("Command", "&Address"), "Ctrl+Shift+C",
     [](Parts w) { copyAs(w, "address"); }, &aSelection},
    {"edit.copy-as.name", kCopyAs, QT_TRANSLATE_NOOP("Command", "&Name"), "", [](Parts w) { copyAs(w, "name"); }, &aSelection},
    {"edit.copy-as.script", kCopyAs, QT_TRANSLATE_NOOP("Command", "&Python script for reference values"), "",
     [](Parts w) { w.workspace->follow(Link::script(w.workspace->method())); }, &aRecord},
    {"edit.copy-as.json", kCopyAs, QT_TRANSLATE_NOOP("Command", "&JSON"), "", [](Parts w) { copyAs(w, "json"); }, &aSelection},
    {"edit.paste", kEdit, QT_TRANSLATE_NOOP("Command", "&Go to the copied link or address"), "Ctrl+Shift+V",
     [](Parts w) { w.keeper->goTo(QApplication::clipboard()->text()); }, &aCopiedText},
    {"edit.find", kEdit, QT_TRANSLATE_NOOP("Command", "&Find in page"), "Ctrl+F", [](Parts w) { w.find->begin(); }, &aSession},
    {"edit.find-next", kEdit, QT_TRANSLATE_NOOP("Command", "&Next match"), "F3", [](Parts w) { emit w.find->asked(true, false); },
     &aSession},
    {"edit.find-previous", kEdit, QT_TRANSLATE_NOOP("Command", "&Previous match"), "Shift+F3",
     [](Parts w) { emit w.find->asked(false, false); }, &aSession},
    {"edit.save-query", kEdit, QT_TRANSLATE_NOOP("Command", "&Save this query"), "Ctrl+Shift+F",
     [](Parts w) { w.find->saveQuery(); }, &aQuery},
    {"edit.queries", kEdit, QT_TRANSLATE_NOOP("Command", "Saved &queries…"), "", [](Parts w) { w.find->showQueries(); }},
    {"view.outline", kView, QT_TRANSLATE_NOOP("Command", "&Outline"), "F7", toggle<Dock::Outline>, nullptr, isShown<Dock::Outline>},
    {"view.inspector", kView, QT_TRANSLATE_NOOP("Command", "S&election"), "F8", toggle<Dock::Selection>, nullptr,
     isShown<Dock::Selection>},
    {"view.bottom", kView, QT_TRANSLATE_NOOP("Command", "&Bottom dock"), "F9", toggle<Dock::Bottom>, nullptr,
     isShown<Dock::Bottom>},
    {"view.beside", kView, QT_TRANSLATE_NOOP("Command", "Another &graph beside"), "",
     [](Parts w) { w.pages->showPage(PageId::Graph), w.pages->graph().addSide(); }, &aSession},
    {"view.default-layout", kView, QT_TRANSLATE_NOOP("Command", "&Default layout"), "", [](Parts w) { w.docks->reset(); }},
    {"view.next-area", kView, QT_TRANSLATE_NOOP("Command", "&Next area"), "F6", [](Parts w) { focusNext(w, true); }},
    {"view.previous-area", kView, QT_TRANSLATE_NOOP("Command", "&Previous area"), "Shift+F6", [](Parts w) { focusNext(w, false); }},
    {"view.theme.system", kTheme, QT_TRANSLATE_NOOP("Command", "&System"), "", chooseTheme<Theme::System>, nullptr,
     isTheme<Theme::System>},
    {"view.theme.light", kTheme, QT_TRANSLATE_NOOP("Command", "&Light"), "", chooseTheme<Theme::Light>, nullptr,
     isTheme<Theme::Light>},
    {"view.theme.dark", kTheme, QT_TRANSLATE_NOOP("Command", "&Dark"), "", chooseTheme<Theme::Dark>, nullptr, isTheme<Theme::Dark>},
    {"view.theme.high-contrast", kTheme, QT_TRANSLATE_NOOP("Command", "&High contrast"), "", chooseTheme<Theme::HighContrast>,
     nullptr, isTheme<Theme::HighContrast>},
    {"view.full-screen", kView, QT_TRANSLATE_NOOP("Command", "&Full screen"), "F11",
     [](Parts w) { w.window->setWindowState(w.window->windowState() ^ Qt::WindowFullScreen); }, nullptr,
     [](Parts w) { return w.window->isFullScreen(); }},
};

constexpr CommandRow kBehindLanguages[] = {
    {"go.back", kGo, QT_TRANSLATE_NOOP("Command", "&Back"), "Alt+Left", [](Parts w) { w.workspace->back(); }, &aPlaceBefore},
    {"go.forward", kGo, QT_TRANSLATE_NOOP("Command", "&Forward"), "Alt+Right", [](Parts w) { w.workspace->forward(); },
     &aPlaceAfter},
    {"go.address", kGo, QT_TRANSLATE_NOOP("Command", "&Go to address…"), "Ctrl+G", goToAddress, &aSession},
    {"go.mark", kGo, QT_TRANSLATE_NOOP("Command", "Mar&k or unmark the selection"), "Ctrl+D",
     [](Parts w) { w.workspace->toggleBookmark(); }, &aSelection},
    {"go.bookmarks", kGo, QT_TRANSLATE_NOOP("Command", "B&ookmarks…"), "Ctrl+B", showBookmarks, &aSession},
    {"go.method", kGo, QT_TRANSLATE_NOOP("Command", "&Method"), "Ctrl+M", popUp<Choice::Method>, &aSession},
    {"go.stage", kGo, QT_TRANSLATE_NOOP("Command", "&Stage"), "Ctrl+T", popUp<Choice::Stage>, &aSession},
    {"go.overlay", kGo, QT_TRANSLATE_NOOP("Command", "O&verlay"), "Ctrl+L", popUp<Choice::Overlay>, &aSession},
    {"go.next-page", kGo, QT_TRANSLATE_NOOP("Command", "&Next view"), "Ctrl+Tab", [](Parts w) { w.pages->chooseNext(); },
     &aSession},
    {"question.verdict", kQuestion, QT_TRANSLATE_NOOP("Command", "&Verdict"), "Ctrl+1", ask<Question::Verdict>, &aSession,
     isAsked<Question::Verdict>},
    {"question.model", kQuestion, QT_TRANSLATE_NOOP("Command", "Mo&del"), "Ctrl+2", ask<Question::Model>, &aSession,
     isAsked<Question::Model>},
    {"question.correctness", kQuestion, QT_TRANSLATE_NOOP("Command", "&Correctness"), "Ctrl+3", ask<Question::Correctness>,
     &aSession, isAsked<Question::Correctness>},
    {"question.cost", kQuestion, QT_TRANSLATE_NOOP("Command", "C&ost"), "Ctrl+4", ask<Question::Cost>, &aSession,
     isAsked<Question::Cost>},
    {"question.changes", kQuestion, QT_TRANSLATE_NOOP("Command", "C&hanges"), "Ctrl+5", ask<Question::Changes>, &aSession,
     isAsked<Question::Changes>},
    {"run.program", kRun, QT_TRANSLATE_NOOP("Command", "&Run program…"), "Ctrl+R",
     [](Parts w) { openRunSheet(*w.workspace, w.window); }, &aProgram},
    {"run.shrink", kRun, QT_TRANSLATE_NOOP("Command", "&Shrink…"), "", [](Parts w) { w.workspace->follow(Link::shrink({})); },
     &aCulprit},
    {"run.mend", kRun, QT_TRANSLATE_NOOP("Command", "&Mend…"), "", [](Parts w) { w.workspace->follow(Link::mend({})); }, &aMender},
    {"compare.next", kCompare, QT_TRANSLATE_NOOP("Command", "&Next difference"), "F4",
     [](Parts w) { w.pages->current().nextBad(true); }, &somethingWrong},
    {"compare.previous", kCompare, QT_TRANSLATE_NOOP("Command", "&Previous difference"), "Shift+F4",
     [](Parts w) { w.pages->current().nextBad(false); }, &somethingWrong},
    {"compare.values", kCompare, QT_TRANSLATE_NOOP("Command", "Compare &values of the operator"), "",
     [](Parts w) { w.workspace->follow(Link::on(PageId::Outputs, Address::given(w.workspace->selection().ofOperator()))); },
     &anOperator},
    {"compare.swap", kCompare, QT_TRANSLATE_NOOP("Command", "&Swap before and after"), "",
     [](Parts w) { w.workspace->swapSides(); }, &anotherExport},
    {"tools.commands", kTools, QT_TRANSLATE_NOOP("Command", "&Commands…"), "Ctrl+K", [](Parts w) { w.palette->openWith({}); }},
    {"tools.cancel", kTools, QT_TRANSLATE_NOOP("Command", "C&ancel running jobs"), "", [](Parts w) { w.jobs->cancelAll(); }, &aJob},
    {"tools.jobs", kTools, QT_TRANSLATE_NOOP("Command", "Running &jobs…"), "", [](Parts w) { w.status->showJobs(); }, &aJob},
    {"help.keys", kHelp, QT_TRANSLATE_NOOP("Command", "&Keys"), "F1", [](Parts w) { showKeyList(*w.commands, w.window); }},
};

void addRows(Parts w, std::span<const CommandRow> rows) {
    for (const CommandRow& row : rows) {
        Command command{row.id, row.menu, row.title, QLatin1String(row.keys), [&w, run = row.run] { run(w); }};
        if (row.needs != nullptr) command.reason = [&w, needs = row.needs] { return reasonOf(w, *needs); };
        if (row.on != nullptr) command.on = [&w, on = row.on] { return on(w); };
        w.commands->add(std::move(command));
    }
}

/// Widgets have their texts already: they are made anew at the next start.
void keepLanguage(Parts w, const QString& code) {
    chooseLanguage(code);
    if (w.keeper->remembers()) QSettings().setValue(QStringLiteral("language"), code);
    w.commands->say(Commands::tr("The language changes when etscope is started again."));
}

void addLanguages(Parts w) {
    const auto add = [&w](const char* id, const char* title, const QString& code) {
        w.commands->add(
            {id, kLanguage, title, "", [&w, code] { keepLanguage(w, code); }, {}, [code] { return chosenLanguage() == code; }});
    };
    add("view.language.system", QT_TRANSLATE_NOOP("Command", "&System"), {});
    for (const Language& one : languages()) add(one.command, one.name, QString::fromLatin1(one.code));
}

void addPages(Parts w) {
    for (const PageInfo& info : pageTable())
        w.commands->add({info.id,
                         kPage,
                         info.title,
                         {},
                         [&w, page = info.page] { w.pages->choose(page); },
                         [&w] { return reasonOf(w, aSession); },
                         [&w, page = info.page] { return w.pages->inView() == page; }});
}

/// Those of the question in view, by their places.
void addViews(Parts w) {
    struct Row {
        const char *id, *title, *keys;
    };
    static constexpr std::array kRows{Row{"go.view-1", QT_TRANSLATE_NOOP("Command", "&First view"), "Ctrl+Shift+1"},
                                      Row{"go.view-2", QT_TRANSLATE_NOOP("Command", "&Second view"), "Ctrl+Shift+2"},
                                      Row{"go.view-3", QT_TRANSLATE_NOOP("Command", "&Third view"), "Ctrl+Shift+3"},
                                      Row{"go.view-4", QT_TRANSLATE_NOOP("Command", "F&ourth view"), "Ctrl+Shift+4"},
                                      Row{"go.view-5", QT_TRANSLATE_NOOP("Command", "F&ifth view"), "Ctrl+Shift+5"},
                                      Row{"go.view-6", QT_TRANSLATE_NOOP("Command", "Si&xth view"), "Ctrl+Shift+6"},
                                      Row{"go.view-7", QT_TRANSLATE_NOOP("Command", "Se&venth view"), "Ctrl+Shift+7"}};
    const auto reason = [&w](int place) {
        const QString none = reasonOf(w, aSession);
        const int views = w.pages->views();
        return none.isEmpty() && place >= views
                   ? Commands::tr("%1 has %n view(s).", nullptr, views).arg(questionTitle(questionOf(w.pages->inView())))
                   : none;
    };
    for (int place = 0; const Row& row : kRows) {
        w.commands->add({row.id, QT_TRANSLATE_NOOP("Command", "&Go/Vi&ew of the question"), row.title, QLatin1String(row.keys),
                         [&w, place] { w.pages->chooseView(place); }, [reason, place] { return reason(place); }});
        ++place;
    }
}

}  // namespace

void addWindowCommands(const WindowParts& w) {
    askClipboard();
    QObject::connect(QApplication::clipboard(), &QClipboard::dataChanged, w.commands, &askClipboard);
    addRows(w, kBeforeLanguages);
    addLanguages(w);
    addRows(w, kBehindLanguages);
    addPages(w);
    addViews(w);
    addViewCommands(w);
    auto* recent = new QMenu(Commands::tr("Open &recent"), w.window);
    QObject::connect(recent, &QMenu::aboutToShow, recent, [&w, recent] { fillRecent(w, *recent); });
    w.commands->menu(QLatin1String(kFile))->insertMenu(w.commands->action(QStringLiteral("file.add")), recent);
}

void watchCommands(const WindowParts& w) {
    const auto follow = [&w](const auto* sender, auto changed) {
        QObject::connect(sender, changed, w.commands, &Commands::update);
    };
    for (const auto changed : {&Workspace::sessionChanged, &Workspace::viewChanged, &Workspace::moved, &Workspace::otherChanged})
        follow(w.workspace, changed);
    follow(w.workspace, &Workspace::selectionChanged);
    follow(QApplication::clipboard(), &QClipboard::dataChanged);
    follow(w.jobs, &JobRegistry::changed);
    follow(w.find, &QLineEdit::textChanged);
    follow(w.docks, &DockLayout::visibilityChanged);
    follow(w.pages, &PageArea::stateChanged);
    follow(w.workspace, &Workspace::verdictChanged);
    w.commands->update();
}

}  // namespace etscope::ui
