// Numeric gap: reference values of a method's nodes against what its runs logged, in execution order: plot and table. The reference
// values come from the session's value files (.npz, .safetensors, torch.save) or from another run. GUI thread only.
#pragma once

#include <QTimer>

#include "charts/gap_plot.h"
#include "join/runs.h"
#include "pages/rows_page.h"

class QHBoxLayout;
class QLineEdit;

namespace etscope::ui {

class LabelledCombo;

class GapPage : public RowsPage {
    Q_OBJECT
public:
    explicit GapPage(Workspace& workspace, QWidget* parent = nullptr);
    GapPlot* plot() const { return m_plot; }

protected:
    Maker maker() const override;
    void refreshChart() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;

private:
    using RunsPtr = std::shared_ptr<const std::vector<join::SessionRun>>;
    void makeBar(QHBoxLayout* bar);
    void offerRuns(const RunsPtr& runs);

    GapPlot* m_plot;
    LabelledCombo *m_reference, *m_run, *m_metric;
    QLineEdit *m_rtol, *m_atol;
    bool m_rowMetrics = false;  ///< a column of them has been shown: they cost a pass of their own
    QTimer m_delay;
    Job<RunsPtr> m_runs;
};

}  // namespace etscope::ui
