// PageArea: the pages of the window, of which one is in view, as the views of five questions: the rail leads to a question, which
// has its answer on top and a row of views; without a session the start page. GUI thread only.
#pragma once

#include <map>
#include <optional>

#include "findings/answers.h"
#include "workspace/page.h"

class QHBoxLayout;
class QStackedWidget;
class QVBoxLayout;

namespace etscope::ui {

class AdviceBook;
class AnswerBook;
class AnswerLine;
class ConversationPage;
class GraphPage;
class LabelledCombo;
class Rail;
class ReproBook;
class RunBar;
class SessionMarker;
class StartPage;
class SubViews;

class PageArea : public QWidget {
    Q_OBJECT
public:
    PageArea(Workspace& workspace, const SessionMarker& marker, QWidget* parent);
    GraphPage& graph() const { return *m_graph; }
    const QList<Page*>& all() const { return m_pages; }
    /// Null: it is none of them.
    Page* page(PageId page) const { return m_pages.value(static_cast<qsizetype>(page) - 1, nullptr); }
    PageId inView() const { return m_inView; }
    Page& current() const { return *page(inView()); }
    /// Where the current one stands.
    QStackedWidget* stack() const { return m_stack; }
    /// Keys go to it then.
    void showPage(PageId page);
    /// As a click on it.
    void choose(PageId page);
    /// The view of the question that was in view last.
    void choose(findings::Question question);
    /// The page of that view that was in view last.
    void chooseView(PageId view);
    void chooseNext();
    /// Of the question in view; nothing where it has none there.
    void chooseView(int place);
    int views() const;
    /// Beside the views, while that page is in view: what is chosen on it.
    void setCorner(PageId page, QWidget* corner);
    Rail& rail() const { return *m_rail; }
    /// What culprits were shrunk to and mended by.
    ReproBook& repro() const { return *m_repro; }
    /// Which weights may be narrow.
    AdviceBook& advice() const { return *m_advice; }
    /// On top of all views.
    QWidget* answer() const;
    /// Keys go to what the page is about.
    void focusPage();
    /// Above the pages.
    void setBanners(QWidget* banners);
    /// Called when the pages have met another session, or none.
    void takeSession();
    /// Files over the window that may be dropped; none: there are none any more.
    void showDragged(const QStringList& paths);

public slots:
    /// What is known to be wrong, on the views.
    void updateMarks();

signals:
    void changed(etscope::ui::PageId inView);
    void pressed(etscope::ui::PageId page);  ///< by a person
    void stateChanged();                     ///< of a page, or which one is shown
    void searched(bool found);
    /// By a page: what came of what was asked for.
    void reported(QString words);
    /// By the start page: its id, or files.
    void commandAsked(QString id);
    void sessionRequested(QStringList paths);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makePages(Workspace& w, QWidget* in);
    void showCorner();
    void addPages();
    void makeFrame();
    void showStart();
    void bringUp(PageId page);
    void showViews();
    void updateAnswers();
    void updateRuns();
    void updateCalls();
    void markCall();
    void selectCall(qlonglong call);
    /// Beside a conversation, and where there are no runs, the calls of the trace as far as they are known.
    bool showsCalls() const;
    void showRow();
    std::optional<std::size_t> runToLookAt() const;
    void chooseRun();
    void followRun();
    void markRun();
    void fillRunChoice();
    void showRunChoice();

    Workspace& m_workspace;
    const SessionMarker& m_marker;
    AnswerBook* m_book;
    ReproBook* m_repro;
    AdviceBook* m_advice;
    PageId m_inView = PageId::Overview;
    std::map<PageId, PageId> m_lastOfView;        ///< of each view the page of it that was in view last
    std::map<findings::Question, PageId> m_last;  ///< the view of each question that was in view last
    Rail* m_rail;
    AnswerLine* m_answer;
    QWidget* m_viewRow;
    SubViews* m_views;
    std::map<PageId, QWidget*> m_corners;
    RunBar *m_runs, *m_calls;
    ConversationPage* m_talk = nullptr;
    const void* m_callsOf = nullptr;            ///< the answer that the calls are of
    std::map<QString, std::size_t> m_lookedAt;  ///< the run of each method that was looked at last
    QHBoxLayout* m_top;                         ///< of the answer and the choice of runs
    LabelledCombo* m_runChoice;                 ///< in place of the row of runs, where that has no room
    QVBoxLayout* m_column;
    QStackedWidget* m_stack;
    StartPage* m_start = nullptr;  ///< null while a session is open
    GraphPage* m_graph;
    QList<Page*> m_pages;  ///< in the order of pageTable()
};

}  // namespace etscope::ui
