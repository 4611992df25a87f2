// RecentList: sessions opened before, a row each, as tall as all of them: what they are called, their files, the verdict of the
// last time. A click selects, a double click or Enter opens. GUI thread only.
#pragma once

#include <QListWidget>
#include <QSet>

#include "frame/recent_sessions.h"
#include "jobs/job.h"
#include "look/marks.h"

namespace etscope::ui {

/// What a row shows. Whether files are still there is asked in a job: a disk that is away may not answer for long.
struct RecentRow {
    QString name, folder, files, verdict, date, size;
    Mark mark = Mark::None;  ///< of the verdict
    Icon icon = Icon::Record;
    bool gone = false;  ///< nothing of it is there any more
};

class RecentList : public QListWidget {
    Q_OBJECT
public:
    explicit RecentList(QWidget* parent = nullptr);
    /// The first one is selected.
    void setSessions(const QList<RecentSession>& sessions);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void opened(QStringList paths);
    /// Its files are no longer there, the first of them `lost`: where are they?
    void searched(RecentSession session, QString lost);
    void removed(QStringList paths);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void lookForFiles();
    QStringList goneOf(int row) const;
    void showRow(int row);
    void activate(int row);
    void addLinks(int row);
    int fullHeight() const;

    QList<RecentSession> m_sessions;
    QSet<QString> m_gone;  ///< paths that are no longer there, as far as that is known
    Job<QSet<QString>> m_looking{this};
    QList<RecentRow> m_rows;
};

/// A folder in the room that there is: its last part stays, of the others those before it go first.
QString elidedFolder(const QString& folder, const QFontMetrics& metrics, int width);

}  // namespace etscope::ui
