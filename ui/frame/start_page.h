// StartPage: what the window shows when nothing is open: a place to drop files, what they are good for, recent sessions. GUI thread
// only.
#pragma once

#include <QWidget>

#include "frame/recent_sessions.h"
#include "jobs/job.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace etscope::ui {

class DropArea;
class RecentList;

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);
    /// Files that are over the window and may be dropped; none: there are none any more.
    void showDragged(const QStringList& paths);
    /// Where keys work: the recent sessions, else the first button.
    QWidget* focusTarget() const;

signals:
    void commandAsked(QString id);
    void sessionRequested(QStringList paths);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeRecent();
    QWidget* makeFooter();
    void arrange();
    void fillRecent();
    void find(const RecentSession& session, const QString& lost);

    QGridLayout* m_grid;
    QWidget *m_content, *m_head, *m_uses, *m_recentPart, *m_waysIn, *m_footer;
    DropArea* m_drop;
    RecentList* m_recent;
    QLabel* m_noRecent;
    QPushButton *m_open, *m_clear;
    Job<QStringList> m_finding{this};
};

/// The paths with those that are gone replaced: `lost` by `found`, others by what has their names beside it. Any thread.
QStringList foundPaths(const QStringList& paths, const QString& lost, const QString& found);

}  // namespace etscope::ui
