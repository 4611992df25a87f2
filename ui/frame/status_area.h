// The parts of the status bar and the banners above the pages. GUI thread only.
#pragma once

#include <QFrame>
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

/// A line above the page: mark, what happened, one action, close.
class Banner : public QFrame {
    Q_OBJECT
public:
    Banner(Mark mark, const QString& title, const QString& detail, const QString& action, QWidget* parent = nullptr);

signals:
    void actionClicked();
};

}  // namespace etscope::ui
