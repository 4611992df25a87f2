// Operators: reference values of a method's nodes against what a run logged, in execution order: plot and table. The reference
// values are computed, or come from the session's value files (.npz, .safetensors, torch.save) or from another run. GUI thread
// only.
#pragma once

#include <QSet>

#include "answers/known_gap.h"
#include "charts/gap_plot.h"
#include "join/runs.h"
#include "pages/rows_page.h"

namespace etscope::ui {

class LabelledCombo;
class ReferenceBar;

class GapPage : public RowsPage {
    Q_OBJECT
public:
    explicit GapPage(Workspace& workspace, QWidget* parent = nullptr);
    bool isOfRuns() const override { return true; }
    /// The next call that is at fault; where none is known to be, the next that is outside the tolerance.
    bool nextBad(bool forward) override;
    GapPlot* plot() const { return m_plot; }
    /// What is chosen on the page, for the row of the views.
    QWidget* controls() const;
    std::optional<std::size_t> runInView() const override;
    /// A dashed ring where only values to compare with are missing.
    Mark stateMark() const override {
        return hasContent() && state().kind == PageState::Kind::Empty ? Mark::Missing : RowsPage::stateMark();
    }

protected:
    Maker maker() const override;
    void refreshChart() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;
    void showNothing() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Audited {
        Rows rows;
        AuditPtr audited;
    };
    using RunsPtr = std::shared_ptr<const std::vector<join::SessionRun>>;
    void makeControls();
    void makeTableBar();
    void offerRuns(const RunsPtr& runs);
    GapChoice choice() const;
    void followRun();
    bool isOffered(std::size_t run) const;
    void showPoints(const Rows& rows);
    void fitPlot();
    void offerComputing();
    void audit();
    void startAtDivergence();
    void selectCulprit();
    void followVerdict();
    void preferWrongRun();

    GapPlot* m_plot;
    ReferenceBar* m_reference;
    LabelledCombo* m_metric;
    std::vector<join::SessionRun> m_offered;  ///< the runs of the method
    std::optional<std::size_t> m_run;         ///< that was chosen, or prefers itself; nothing: that which fits
    std::optional<std::size_t> m_unfolded;    ///< the run whose rows before the culprit were opened
    QSet<Address> m_shown;                    ///< culprits that the page opened with
    bool m_rowMetrics = false;                ///< a column of them has been shown: they cost a pass of their own
    Job<RunsPtr> m_runs{this};
    GapAnswerPtr m_answer;                          ///< what the rows are of
    mutable std::shared_ptr<GapAnswerPtr> m_found;  ///< the same, written by the job that makes the rows
    QSet<QString> m_patient;                        ///< methods that are computed however long it takes
    Job<Audited> m_audit{this};
    QSet<QString> m_preferred;  ///< methods whose run was chosen by the verdict, or by the person
};

}  // namespace etscope::ui
