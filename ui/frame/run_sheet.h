// RunSheet: what a run of the session's program is to be: which methods and inputs, where, what is kept; then the run, which is
// executed in a process of its own, and its files added to the session. Opening a session never executes anything; this does, when
// its button is pressed. GUI thread only.
#pragma once

#include <QDialog>
#include <memory>
#include <mutex>

#include "jobs/job.h"
#include "look/marks.h"
#include "run/estimate.h"
#include "run/execute.h"
#include "workspace/workspace.h"

class QButtonGroup;
class QComboBox;
class QDoubleSpinBox;
class QFrame;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QTimer;
class QVBoxLayout;

namespace etscope::ui {

class RunSheet : public QDialog {
    Q_OBJECT
public:
    /// Of the session in view, which must have a program. Owned by `window`; gone with the session.
    RunSheet(Workspace& workspace, QWidget* window);
    ~RunSheet() override;

    /// Whether a run is under way.
    bool isRunning() const;

public slots:
    void reject() override;

private:
    struct Told;  ///< by the run's thread
    enum MethodColumn { Chosen, Name, Cases, State, Calls, Time, kMethodColumns };

    QWidget* makeWhat();
    QWidget* makeWhere();
    QWidget* makeKept();
    QWidget* makeEnd();
    void addMethods();
    run::PlanOptions options() const;
    run::TargetChoice target() const;
    /// What the choices come to, asked anew.
    void plan();
    struct Planned {
        run::RunPlan plan;
        run::Estimate estimate;
    };
    void showPlan(const Result<Planned>& planned);
    void showEstimate(const run::Estimate& estimate);
    /// Which inputs each method could be given.
    void askCases();
    QComboBox* addCases(int row, const QString& method);
    void chooseFile(QComboBox* cases);
    void askTarget();
    void showFields();
    void showCommand();
    void start();
    void finish(const Result<run::RunOutcome>& outcome);
    void showProgress();
    void setRunning(bool running);
    void say(Mark mark, const QString& words);

    Workspace& m_workspace;
    const SessionPtr m_session;
    QVBoxLayout* m_column;
    QTableWidget* m_methods;
    QComboBox* m_state;
    QList<QComboBox*> m_cases;  ///< by row of the methods
    QButtonGroup *m_targets, *m_kept;
    QLineEdit *m_python, *m_runner, *m_serial, *m_folder;
    QLabel *m_targetMark, *m_targetWords, *m_notes, *m_estimate, *m_command, *m_saysMark, *m_says;
    QSpinBox *m_repeat, *m_seconds;
    QDoubleSpinBox* m_memory;
    QProgressBar* m_progress;
    QPushButton *m_run, *m_cancel;
    QTimer *m_planDelay, *m_tick;
    QList<QWidget*> m_inputs;  ///< what cannot be changed while it runs
    std::size_t m_calls = 0;
    std::shared_ptr<Told> m_told;
    using Offers = std::vector<std::vector<run::OfferedCases>>;
    Job<Planned> m_planning{this};
    Job<Offers> m_offering{this};
    Job<runrecord::Target> m_asking{this};
    Job<run::RunOutcome> m_job{this};
};

/// Why a session cannot be run; empty: it can.
QString whyNotRun(const SessionPtr& session);

/// Opens the sheet of the session in view, or raises the one that is open.
void openRunSheet(Workspace& workspace, QWidget* window);

}  // namespace etscope::ui
