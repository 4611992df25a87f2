// Numeric gap: reference values of a method's nodes against what its runs logged, in execution order: plot and table. The reference
// values are those of the session's value files (.npz, .safetensors, torch.save). GUI thread only.
#pragma once

#include "charts/gap_plot.h"
#include "pages/rows_page.h"

namespace etscope::ui {

class GapPage : public RowsPage {
    Q_OBJECT
public:
    explicit GapPage(Workspace& workspace, QWidget* parent = nullptr);
    GapPlot* plot() const { return m_plot; }

protected:
    void refreshChart() override { m_plot->setPoints({}); }
    void showRows(const Rows& rows) override { m_plot->setPoints(rows.points); }

private:
    GapPlot* m_plot;
};

}  // namespace etscope::ui
