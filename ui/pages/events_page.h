// Events: where the time went: the events of one run of the method or of all, or their totals, and the timeline of one run. Ticks
// are taken as nanoseconds, as the stock POSIX runtime writes them. GUI thread only.
#pragma once

#include "charts/timeline_view.h"
#include "join/runs.h"
#include "pages/rows_page.h"

class QLabel;

namespace etscope::ui {

class LabelledCombo;

class EventsPage : public RowsPage {
    Q_OBJECT
public:
    explicit EventsPage(Workspace& workspace, QWidget* parent = nullptr);
    TimelineView* timeline() const { return m_timeline; }
    /// Also `.trace.json`: the runs of the method in view for Chrome and Perfetto, as the command line writes it.
    Result<void> exportTo(const QString& path) override;
    void startExport(const QString& path, std::function<void(Result<void>)> done) override;

protected:
    Maker maker() const override;
    void showRows(const Rows& rows) override;
    void refreshChart() override;
    void leaveChart() override;

private:
    using RunsPtr = std::shared_ptr<const std::vector<join::SessionRun>>;

    void showRun();
    void forgetRuns();
    void exportTrace();

    TimelineView* m_timeline;
    LabelledCombo *m_run, *m_rows;
    QLabel* m_state;
    RunsPtr m_runs;
    Job<RunsPtr> m_job{this};
    Job<std::vector<TimelineBar>> m_barJob{this};
    Job<bool> m_export{this};
};

}  // namespace etscope::ui
