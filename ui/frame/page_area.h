// PageArea: the pages of the window, of which one is in view, and the tabs that lead to them; without a session the start page. GUI
// thread only.
#pragma once

#include "workspace/page.h"

class QMenu;
class QStackedWidget;
class QVBoxLayout;

namespace etscope::ui {

class GapPage;
class GraphPage;
class PageTabs;
class SessionMarker;
class StartPage;

class PageArea : public QWidget {
    Q_OBJECT
public:
    /// `all`: the menu of all pages.
    PageArea(Workspace& workspace, const SessionMarker& marker, QMenu* all, QWidget* parent);
    GraphPage& graph() const { return *m_graph; }
    GapPage& gap() const { return *m_gap; }
    const QList<Page*>& all() const { return m_pages; }
    /// Null: it is none of them.
    Page* page(PageId page) const { return m_pages.value(static_cast<qsizetype>(page) - 1, nullptr); }
    PageId inView() const;
    Page& current() const { return *page(inView()); }
    /// Where the current one stands.
    QStackedWidget* stack() const { return m_stack; }
    /// Keys go to it then.
    void showPage(PageId page);
    /// As a click on its tab.
    void choose(PageId page);
    void chooseNext();
    /// Keys go to what the page is about.
    void focusPage();
    /// Above the pages.
    void setBanners(QWidget* banners);
    /// Called when the pages have met another session, or none.
    void takeSession();
    /// Files over the window that may be dropped; none: there are none any more.
    void showDragged(const QStringList& paths);

public slots:
    /// What is known to be wrong, on the tabs.
    void updateMarks();

signals:
    void changed(etscope::ui::PageId inView);
    void pressed(etscope::ui::PageId page);  ///< its tab, by a person
    void stateChanged();                     ///< of a page, or which one is shown
    void searched(bool found);
    /// By the start page: its id, or files.
    void commandAsked(QString id);
    void sessionRequested(QStringList paths);

private:
    void makePages(Workspace& w, QWidget* in);
    void addPages();
    void showStart();

    Workspace& m_workspace;
    const SessionMarker& m_marker;
    QVBoxLayout* m_column;
    PageTabs* m_tabs;
    QStackedWidget* m_stack;
    StartPage* m_start = nullptr;  ///< null while a session is open
    GraphPage* m_graph;
    GapPage* m_gap;
    QList<Page*> m_pages;  ///< in the order of pageTable()
};

}  // namespace etscope::ui
