// MainWindow: the frame: joins tool bar, pages, docks, status bar and commands, which know as little of each other as can be. It
// owns the workspace. GUI thread only.
#pragma once

#include <QMainWindow>

#include "frame/window_commands.h"
#include "workspace/page.h"
#include "workspace/workspace.h"

class QToolBar;

namespace etscope::ui {

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
    QString currentPage() const;
    /// Null: it has no tab.
    Page* page(PageId page) const;
    Page* page(const QString& name) const { return page(pageNamed(name)); }
    Commands& commands() const { return *m_parts.commands; }
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
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeToolBar();
    void makeMenuButton(QToolBar* bar);
    void fitMenus();
    void makeParts();
    void joinParts();
    void joinWorkspace();
    void takeSession();
    void follow(const Link& link);
    void newWindow(const QStringList& paths);
    static void quit();
    void say(const QString& message);

    JobRegistry* m_jobs = new JobRegistry(this);
    Workspace m_workspace{this};
    QAction* m_menus = nullptr;  ///< all menus as one button, where there is no room for a bar of them
    WindowParts m_parts{this, m_jobs, &m_workspace, &MainWindow::quit};
};

}  // namespace etscope::ui
