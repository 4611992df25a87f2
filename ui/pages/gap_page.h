// Numeric gap: reference values of a method's nodes against what its runs logged, in execution order: what is at fault,
// plot and table; or, by layer and step, all runs of the method at once. The reference values are computed, or come from the
// session's value files (.npz, .safetensors, torch.save) or from another run. GUI thread only.
#pragma once

#include <QSet>
#include <QTimer>
#include <QWidget>

#include "answers/known_gap.h"
#include "charts/gap_plot.h"
#include "join/runs.h"
#include "pages/rows_page.h"

class QBoxLayout;
class QButtonGroup;
class QHBoxLayout;
class QLineEdit;
class QPushButton;

namespace etscope::ui {

class CulpritView;
class DriftView;
class FamilyLegend;
class GapBar;
class LabelledCombo;

class GapPage : public RowsPage {
    Q_OBJECT
public:
    explicit GapPage(Workspace& workspace, QWidget* parent = nullptr);
    /// The next call that is at fault; where none is known to be, the next that is outside the tolerance.
    bool nextBad(bool forward) override;
    GapPlot* plot() const { return m_plot; }
    DriftView* driftView() const { return m_driftView; }
    /// By layer and step, or by operator.
    void showByStep(bool byStep);
    bool isByStep() const { return m_byStep; }
    Result<void> exportTo(const QString& path) override;
    void startExport(const QString& path, std::function<void(Result<void>)> done) override;
    std::optional<std::size_t> runInView() const override;
    /// A dashed ring where only values to compare with are missing.
    Mark stateMark() const override {
        return hasContent() && state().kind == PageState::Kind::Empty ? Mark::Missing : RowsPage::stateMark();
    }

protected:
    Maker maker() const override;
    QWidget* contentFocus() const override;
    Searchable* searchable() const override;
    void remake() override;
    void refreshChart() override;
    void leaveChart() override;
    void showRows(const Rows& rows) override;
    void showNothing() override;
    void followSelection(const Address& selection) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Audited {
        Rows rows;
        AuditPtr audited;
    };
    using RunsPtr = std::shared_ptr<const std::vector<join::SessionRun>>;
    struct DriftAnswer {
        SessionPtr session;  ///< of which it was asked, like the method: what is looked at may have changed
        std::string method;
        DriftPtr drift;                       ///< null: it takes long, and nobody asked for it yet
        std::optional<evaluate::Plan> price;  ///< what that takes
        GapChoice asked = {};
    };
    void makeBar(QHBoxLayout* bar);
    // gap_drift.cpp:
    void makeViews();
    void fitBars();
    void makeDrift();
    void forgetDrift();
    void takeDrift(const DriftAnswer& answer);
    void followCell();
    void openCell(qulonglong row, qulonglong step);
    bool nextFault(bool forward);
    void offerRuns(const RunsPtr& runs);
    GapChoice choice() const;
    void followRun();
    std::optional<std::size_t> runChosen() const;
    void showPoints(const Rows& rows);
    void fitPlot();
    void makeTableBar();
    void fitTableBar();
    void offerComputing();
    void audit();
    void startAtDivergence();
    void spanFolded();
    void followVerdict();
    void preferWrongRun();

    QBoxLayout* m_bars;  ///< the switch of the views and the choices, beside or above each other
    QButtonGroup* m_views;
    DriftView* m_driftView;
    bool m_byStep = false;
    QWidget* m_ofRun;  ///< the head of the view by operator
    CulpritView* m_culprit;
    GapPlot* m_plot;
    GapBar* m_tableBar;
    LabelledCombo *m_reference, *m_run, *m_metric;
    QLineEdit *m_rtol, *m_atol;
    std::optional<std::size_t> m_unfolded;  ///< the run whose rows before the culprit were opened
    bool m_rowMetrics = false;              ///< a column of them has been shown: they cost a pass of their own
    QTimer m_delay{this};
    Job<RunsPtr> m_runs{this};
    std::optional<std::size_t> m_wanted;            ///< a run of a method that comes into view, or that was in view before a reload
    GapAnswerPtr m_answer;                          ///< what the rows are of
    mutable std::shared_ptr<GapAnswerPtr> m_found;  ///< the same, written by the job that makes the rows
    QSet<QString> m_patient;                        ///< methods that are computed however long it takes
    Job<Audited> m_audit{this};
    QSet<QString> m_preferred;  ///< methods whose run was chosen by the verdict, or by the person
    Job<DriftAnswer> m_drift{this};
};

/// Beside the filter line: what the signs of the parts of an error mean, and what to do with the rows. The legend goes where there
/// is no room.
class GapBar : public QWidget {
    Q_OBJECT
public:
    explicit GapBar(QWidget* parent);
    /// The values of the row that is selected can be compared.
    void setComparable(bool comparable);
    /// Whether the page has room for the legend.
    void setRoomy(bool roomy);
    /// With the legend.
    int wholeWidth() const;

signals:
    void compareWanted();
    void nextWanted();

private:
    FamilyLegend* m_legend;
    QPushButton* m_compare;
    QPushButton* m_next;
};

}  // namespace etscope::ui
