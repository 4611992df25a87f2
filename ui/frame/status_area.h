// The parts of the status bar. GUI thread only.
#pragma once

#include <QWidget>

#include "look/marks.h"
#include "workspace/workspace.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace etscope::ui {

/// Address with copy button, the jobs of the window with progress and cancel, the verdict of the session and the counts of problems
/// as links, session size.
class StatusArea : public QWidget {
    Q_OBJECT
public:
    explicit StatusArea(Workspace& workspace, QWidget* parent = nullptr);
    void updateCounts();
    /// A menu of the running jobs: what is chosen is cancelled.
    void showJobs();

signals:
    void problemsClicked();

private:
    void updateJobs();
    void updateVerdict();
    QToolButton* addLink(Mark mark, const QString& text, const QString& name);
    Workspace& m_workspace;
    JobRegistry& m_jobs;
    QLabel *m_address, *m_job, *m_size;
    QToolButton* m_cancel;
    QHBoxLayout *m_verdict, *m_counts;  ///< buttons
    QProgressBar* m_progress;
};

}  // namespace etscope::ui
