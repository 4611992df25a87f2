// Page: one tab of the window. A page follows the workspace, computes only while it is visible, and is in a PageState: ready,
// loading, empty (what is missing and what would fill it) or failed (why, and again). The base class draws all but the first.
// An answer carries what it was asked of (ViewKey): one that is not of what is in view is never shown.
#pragma once

#include <QMap>
#include <QWidget>
#include <optional>

#include "base/result.h"
#include "look/marks.h"
#include "workspace/page_state.h"
#include "workspace/workspace.h"

class QStackedLayout;
class QVBoxLayout;

namespace etscope::ui {

class Banner;
class ChartView;
class Searchable;
class TableView;

class Page : public QWidget {
    Q_OBJECT
public:
    explicit Page(Workspace& workspace, QWidget* parent = nullptr);

    /// Goes to the next place of the text in what is in view; false when there is none. `here`: the current place may be it, for
    /// texts that are being typed.
    virtual bool find(const QString& text, bool forward, bool here = false);
    /// Why nothing can be searched now; empty: find() looks.
    virtual QString findReason() const;
    /// Selects the next thing that is wrong (differs, doubtful); false when there is none. Of pages with a table: the next row.
    virtual bool nextBad(bool forward);
    /// Why nextBad() leads nowhere; empty: it may lead somewhere.
    virtual QString badReason() const { return {}; }
    /// Writes the whole content: `.png`, `.svg` or `.pdf`, tables also as `.csv`, `.tsv`, `.json` or `.md`. Errors: `write-failed`,
    /// `export-type-unsupported`, `export-nothing`.
    virtual Result<void> exportTo(const QString& path);
    /// The same, by a job where it can take long: texts of tables, traces.
    virtual void startExport(const QString& path, std::function<void(Result<void>)> done);
    /// The run that its content is of, SessionRun::index; nothing: of none, or of several.
    virtual std::optional<std::size_t> runInView() const { return std::nullopt; }
    /// A person chose the run that is looked at now, beside the pages.
    virtual void takeChosenRun() {}
    /// The worst finding, shown behind the tab's name.
    virtual Mark stateMark() const { return Mark::None; }
    /// Whether there is anything to show; tabs of empty pages are dimmed.
    virtual bool hasContent() const { return true; }
    /// What it shows is of runs: without one it offers to make one.
    virtual bool isOfRuns() const { return false; }
    /// What was typed on it that a session file keeps, by the keys that it has there.
    virtual QMap<QString, QString> typed() const { return {}; }
    /// What is missing or empty stays as it is.
    virtual void restore(const QMap<QString, QString>& /*typed*/) {}
    /// What keys go to when the page is shown; null: nothing of it.
    QWidget* focusTarget() const;
    const PageState& state() const { return m_state; }
    /// The table that the page is about; null: it has none.
    virtual TableView* mainTable() const { return nullptr; }
    /// Starts a question of the page, or of a part of it, beside what it is about: the content stays in view, and a failure stands
    /// in a line above it.
    template <class T>
    void askBeside(Job<T>& job, const QString& title, typename Job<T>::Work work, std::function<void(T)> done,
                   Urgency urgency = Urgency::Filling, std::function<void()> failed = {}) {
        clearTrouble(title);
        job.start(
            title, std::move(work),
            [this, title, asked = keyInView(), done = std::move(done), failed = std::move(failed)](Result<T> answer) {
                if (isOfOther(asked)) return;
                if (answer) return done(*std::move(answer));
                if (failed) failed();
                showTrouble(title, answer.error());
            },
            urgency);
    }

signals:
    void stateChanged();
    void runInViewChanged();
    /// What find() answered before it could know.
    void searched(bool found);

protected:
    Workspace& workspace() const { return m_workspace; }
    /// Where the content goes; in view while the page is ready.
    QWidget* body() const { return m_body; }
    /// Above the body, in view in the other states, too: choices that may lead out of them.
    QVBoxLayout* head() const { return m_head; }
    /// Of the content.
    virtual QWidget* contentFocus() const;
    /// What find() goes through: of what is in view the table, or what stands for it; null: nothing can be searched.
    virtual Searchable* searchable() const;
    void showReady();
    void showEmpty(const QString& what, const QString& why, const QString& todo = {}, const QString& button = {},
                   std::function<void()> act = {});
    /// The same with a checklist or a price.
    void showEmpty(PageState state);
    bool canBeRun() const;
    void showFailed(const QString& question, const Error& error);
    /// Starts a question that the page is about: the page is loading until all of them have an answer, unless it is ready and keeps
    /// what it shows meanwhile; the failure of one stays in view while others end. `done` gets the answer and may show another
    /// state or ask on. Without an answer the page has failed, and `failed`, where given, empties what it showed.
    template <class T>
    void ask(Job<T>& job, const QString& title, typename Job<T>::Work work, std::function<void(T)> done,
             std::function<void()> failed = {}) {
        job.start(
            title, std::move(work),
            [this, id = &job, title, asked = keyInView(), done = std::move(done), failed = std::move(failed)](Result<T> answer) {
                const auto own = m_asked.value(id);
                if (isOfOther(asked)) return end(id, own);
                if (!answer) {
                    if (failed) failed();
                    end(id, own);
                    return showFailed(title, answer.error());
                }
                const auto turn = m_turn;
                done(*std::move(answer));
                end(id, own);
                if (turn == m_turn && m_state.kind == PageState::Kind::Loading) showAnswered();
            });
        begin(&job, title, job.entry());
    }
    /// After a failure: by default all of the page anew.
    virtual void retry();
    /// What was shown is of something else from now on: whatever is asked next, the page is loading until then.
    void startAnew();
    /// What of the workspace its answers are of.
    virtual ViewKey::Parts asksFor() const { return ViewKey::Parts::Stage; }
    /// Called when the page is shown and what it asks for is not what it was asked for the last time.
    virtual void refresh() = 0;
    /// Called when the page is shown and the selection is not the one that it followed the last time.
    virtual void followSelection(const Address& /*selection*/) {}
    /// Called when the session is closed or replaced, for hidden pages, too: cancels the page's jobs and empties what shows or
    /// keeps anything of the old session. What needs a session and is not empty has one, therefore.
    virtual void leave() = 0;
    void showEvent(QShowEvent* event) override;
    /// What is selected is highlighted in the chart, or what it is there.
    void showSelectionIn(ChartView& chart);
    /// Whatever is shown: it is asked for again, at once when visible.
    void invalidate();
    /// Follows the selection again: what can be highlighted has changed.
    void followAgain();

private:
    /// The one way in which a page that is visible, or becomes it, comes to show what is in view.
    void catchUp();
    ViewKey keyInView() const { return m_workspace.key(asksFor()); }
    /// Whether what was asked is not what is in view any more; a hidden page asks again when it is shown.
    bool isOfOther(const ViewKey& asked);
    void showLoading(const QString& title, const JobRegistry::RunningPtr& job);
    /// Of a question of ask(), by its job.
    void begin(const void* id, const QString& title, const JobRegistry::RunningPtr& job);
    void end(const void* id, const JobRegistry::RunningPtr& job);
    void showAnswered();
    /// One of the questions that have no answer yet; null: there is none.
    JobRegistry::RunningPtr underWay() const;
    void showTrouble(const QString& question, const Error& error);
    /// Of one question, or of all.
    void clearTrouble(const QString& question = {});
    void setState(PageState state);
    TableView* shownTable() const;
    void drawState();

    Workspace& m_workspace;
    std::optional<ViewKey> m_key;                         ///< what it was refreshed for; nothing: it is to be
    std::optional<Address> m_followed;                    ///< the selection
    bool m_isNew = true;                                  ///< nothing was asked of what is in view now
    QHash<const void*, JobRegistry::RunningPtr> m_asked;  ///< by ask(), of what is in view
    PageState m_state;
    unsigned m_turn = 0;                         ///< how many states there were
    QMap<QString, QPointer<Banner>> m_troubles;  ///< by the question that failed
    QVBoxLayout *m_lines, *m_head;
    QWidget *m_headArea, *m_body;
    QStackedLayout* m_stack;
    StateView* m_view;
    QTimer m_patience;          ///< what is there soon is not announced
    QPointer<QWidget> m_focus;  ///< what had the focus when the body was hidden
};

/// A section heading with a count in text3 behind it.
QWidget* makeHeading(const QString& title, const QString& count, QWidget* parent);

}  // namespace etscope::ui
