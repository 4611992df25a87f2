// MainWindow: the frame: tool bar, page tabs, docks, status bar, palette. It owns the workspace and the pages and translates
// keys and menus into calls on them. GUI thread only.
#pragma once

#include <QMainWindow>
#include <QMap>
#include <QPointer>
#include <functional>
#include <optional>

#include "frame/session_file.h"
#include "workspace/page.h"
#include "workspace/workspace.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QFileSystemWatcher;
class QMenu;
class QMessageBox;

namespace etscope::ui {

class Banner;
class BottomDock;
class GapPage;
class GraphPage;
class PageTabs;
class SavedPairs;
class SessionMarker;
class Commands;
class StartPage;
class StatusArea;
class CommandPalette;
class DropHint;
struct FileLink;
enum class Theme;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow();
    ~MainWindow() override;

    Workspace& workspace() { return m_workspace; }
    /// Those of this window and of what it opened.
    JobRegistry& jobs() const { return *m_jobs; }
    /// Files and folders of one session, a session file, or a link (models/address.h), instead of what is open.
    void open(const QStringList& paths);
    /// Files beside those that are open; a session file is opened instead of them.
    void add(const QStringList& paths);
    /// What is open and looked at as a session file; false and a message when it cannot be written.
    bool saveSession(const QString& path);
    void showPage(PageId page);
    /// By its name: "overview", "graph", …; unknown names change nothing.
    void showPage(const QString& name) { showPage(pageNamed(name)); }
    QString currentPage() const { return pageName(pageInView()); }
    /// Null: it has no tab.
    Page* page(PageId page) const;
    Page* page(const QString& name) const { return page(pageNamed(name)); }
    Commands& commands() const { return *m_commands; }
    /// The command with that id ("go.back"); false when there is none or it cannot be run now.
    bool run(const QString& id);
    /// By its English name (overlayId()) or a part of it; false when there is none.
    bool setOverlay(const QString& name);
    /// Colours the graph by values of a file; false when it holds none.
    bool colourBy(const QString& path);
    /// Whether nothing is being computed and the pages have caught up: pictures may be taken.
    bool settled() const;
    /// Geometry, docks, theme as they were left, and kept when they change or it closes; sessions come into the list of recent
    /// ones. `theme`: false where another one was asked for.
    void remember(bool theme = true);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    PageId pageInView() const;
    bool onGraph() const { return pageInView() == PageId::Graph; }
    void follow(const Link& link);
    /// The pages that the bottom dock is open or closed on together.
    QString pageGroup() const { return onGraph() ? QStringLiteral("graph") : QStringLiteral("tables"); }
    void makeToolBar();
    void makePages();
    void makeDocks();
    void rememberSplitters(const QVariantMap& kept);
    // window_actions.cpp, view_commands.cpp
    void makeCommands();
    void watchCommands();
    void addFileCommands();
    void addEditCommands();
    void addLookCommands();
    void addLanguageCommands();
    void addGoCommands();
    void addGraphCommands();
    void addViewCommands();
    QString needsSession() const;
    QString needsSelection() const;
    void onSessionChanged();
    void onViewChanged();
    void showDocks();
    void arrangeBottom();
    void limitDocks();
    void sizeDocks();
    void focusPage();
    bool methodIsChosen() const { return m_workspace.method() != m_ownMethod; }
    void showWorst();
    void followMark(int tab);
    // window_session.cpp
    void openSession(const QString& path, const QString& selection);
    void openLink(const FileLink& link);
    void want(SavedSession session);
    void applyWanted();
    void showStart();
    /// What the list of recent sessions knows the open one by.
    QStringList rememberedPaths() const;
    void forgetSession();
    void forgetWhatIsOfOthers();
    void sayMissing(const QStringList& what);
    SavedSession savedSession() const;
    void chooseSessionFile(std::function<void()> saved = {});
    void showNotes();
    bool notesAreSaved() const { return m_notes == m_savedNotes; }
    void settleNotes(std::function<void()> settled);
    QString selectionAs(const QString& form) const;
    void goTo(const QString& address);
    void say(const QString& message);
    void showFound(bool found);
    void fillRecent(QMenu& menu);
    void newWindow(const QStringList& paths);
    void quit();
    void keepLayout() const;
    void resetLayout();
    void chooseTheme(Theme theme);
    void keepLanguage(const QString& code);
    void nextArea(bool forward);
    void updateTabs();
    void updateBanners();
    void openDialog(bool add);
    void openFolder();
    void showDrop(const QDropEvent& event);
    void endDrag();
    void openSample();
    void exportPage();
    void exportReport();
    void goToAddress();
    void showBookmarks();
    void saveQuery();
    void showQueries();
    void findNext(bool forward, bool here = false);
    // window_state.cpp
    void watchFiles();
    void noteFiles();
    void lookForProblems();
    void lookForChanges();

    JobRegistry* m_jobs = new JobRegistry(this);
    Workspace m_workspace{this};
    std::optional<SavedSession> m_wanted;  ///< to be looked at once its files are open
    QString m_wantedFile, m_sessionFile;   ///< the session file of m_wanted and of what is open; empty: none
    QStringList m_sessionPaths;            ///< of the session that was shown last
    QStringList m_notedPaths, m_noted;     ///< what was opened then, and the files that were read of it
    QStringList m_gone;                    ///< files that the last reload did not find any more
    Job<bool> m_problems{this};            ///< looks for what is wrong with the files
    Job<QString> m_changes{this};          ///< says which file is not as it was read any more; empty: none
    QString m_notes, m_savedNotes;
    QPointer<QMessageBox> m_notesQuestion;
    QString m_ownMethod;  ///< that the window put in view by itself; empty: a person chose one
    SavedPairs* m_savedPairs;
    QJsonObject m_otherKeys;  ///< of the session file, kept for the next one
    PageTabs* m_tabs = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_start = nullptr;  ///< null while a session is open
    QList<Page*> m_pages;
    GraphPage* m_graph = nullptr;
    GapPage* m_gap = nullptr;
    SessionMarker* m_marker = nullptr;
    QComboBox *m_method = nullptr, *m_stage = nullptr, *m_overlay = nullptr;
    QList<QAction*> m_choices;       ///< what shows these; there is nothing to choose without a session
    QAction* m_noSession = nullptr;  ///< shows that instead
    QLineEdit* m_find = nullptr;
    Commands* m_commands = nullptr;
    QMap<QString, QDockWidget*> m_docks;
    BottomDock* m_bottom = nullptr;
    QStringList m_closed;    ///< side docks that the person closed
    QVariantMap m_bottomOf;  ///< by page group: whether the person closed or opened the bottom dock there
    QByteArray m_firstState;
    QWidget* m_banners = nullptr;
    StatusArea* m_status = nullptr;
    CommandPalette* m_palette = nullptr;
    QFileSystemWatcher* m_watcher = nullptr;
    DropHint* m_dropHint = nullptr;
    QMap<QString, int> m_dockSizes;  ///< that the person gave them
    QVariantMap m_splitters;         ///< states of those that the person moved, by name
    bool m_remembers = false, m_sized = false;
};

}  // namespace etscope::ui
