// Events: where the time went: the calls of one run of the method or of all, alone or against other runs; the timeline of one run,
// and above it the whole run by layer. Ticks are taken as nanoseconds, as the stock POSIX runtime writes them. GUI thread only.
#pragma once

#include "answers/event_rows.h"
#include "join/runs.h"
#include "pages/rows_page.h"
#include "pages/timeline_bars.h"

class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class LabelledCombo;

class EventsPage : public RowsPage {
    Q_OBJECT
public:
    explicit EventsPage(Workspace& workspace, QWidget* parent = nullptr);
    bool isOfRuns() const override { return true; }
    TimelineView* timeline() const { return m_timeline; }
    /// Also `.trace.json`: the runs of the method in view for Chrome and Perfetto, as the command line writes it.
    Result<void> exportTo(const QString& path) override;
    void startExport(const QString& path, std::function<void(Result<void>)> done) override;
    std::optional<std::size_t> runInView() const override { return m_shown; }
    /// Holds the runs of these files against those of the session, with its program where they bring none.
    void compareWith(const QStringList& paths);

protected:
    Maker maker() const override;
    void showRows(const Rows& rows) override;
    void refreshChart() override;
    void leaveChart() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The session's runs.
    struct Runs {
        std::shared_ptr<const std::vector<join::SessionRun>> all;
        profile::RunSets sets;      ///< of all
        std::vector<double> ticks;  ///< of each; 0: it tells no time

        /// Of a set the one that took longest.
        std::size_t longestOf(std::size_t set) const;
    };

    void makeBar();
    void hideColumns();
    void makeTimeline();
    static Runs readRuns(const std::shared_ptr<const std::vector<join::SessionRun>>& all);
    void offerRuns();
    void offerSet(std::size_t set);
    void chooseRuns();
    void lookAtChosen();
    std::optional<std::size_t> setInView() const;
    void offerSides();
    void followRun();
    void offerChosen();
    std::set<std::size_t> chosenRuns() const;
    void chooseSide();
    void showRun();
    void showTimeline(RunTimeline timeline);
    void forgetRuns();
    void exportTrace();
    EventsAgainst against() const;

    TimelineView* m_timeline;
    StepStrip* m_strip;
    LabelledCombo *m_run, *m_by, *m_against;
    QLabel* m_state;
    Runs m_runs;
    std::optional<std::size_t> m_shown, m_wanted;  ///< the run of the timeline, and that of a method that is not in view yet
    std::set<std::size_t> m_chosen;                ///< several of the strip of runs, told together
    SessionPtr m_other;                            ///< of files that were chosen
    QString m_otherName;
    bool m_once = true;          ///< nothing of the rows happened more often
    std::vector<bool> m_hidden;  ///< columns, unless the person shows them
    int m_side = 0;              ///< of m_against, before files are asked for
    Job<Runs> m_job{this};
    Job<SessionPtr> m_opening{this};
    Job<RunTimeline> m_barJob{this};
    Job<bool> m_export{this};
};

}  // namespace etscope::ui
