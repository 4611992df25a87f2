// RecentList: sessions opened before, a row each, as tall as all of them: what they are called, their files, the verdict of the
// last time. A click selects, a double click or Enter opens. GUI thread only.
#pragma once

#include <QListWidget>

#include "frame/recent_sessions.h"
#include "look/marks.h"

namespace etscope::ui {

/// What a row shows.
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
    /// Its files are no longer there: where are they?
    void searched(RecentSession session);
    void removed(QStringList paths);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void activate(const RecentSession& session);
    void addLinks(QListWidgetItem* item, const RecentSession& session);
    const RecentSession* at(int row) const;
    int fullHeight() const;

    QList<RecentSession> m_sessions;
    QList<RecentRow> m_rows;
};

/// A folder in the room that there is: its last part stays, of the others those before it go first.
QString elidedFolder(const QString& folder, const QFontMetrics& metrics, int width);

}  // namespace etscope::ui
