// FileWatch: what becomes of the session's files on the disk: changed, gone, and what is wrong with them together. Asks in jobs:
// disks can be slow, and files many. GUI thread only.
#pragma once

#include <QFileSystemWatcher>

#include "workspace/workspace.h"

namespace etscope::ui {

class FileWatch : public QObject {
    Q_OBJECT
public:
    explicit FileWatch(Workspace& workspace);
    /// What the last reload did not find any more.
    const QStringList& gone() const { return m_gone; }
    /// changed() tells whether a file is not as it was read any more.
    void look();

signals:
    void touched();  ///< there are other files, or something happened to these
    void changed(QString path, bool gone);

private:
    struct Change {
        QString path;  ///< empty: there is none
        bool gone = false;
    };
    void note(const QStringList& now);
    void watch(const QStringList& files);
    void lookForProblems();

    Workspace& m_workspace;
    QFileSystemWatcher m_watcher{this};
    QStringList m_paths, m_files;  ///< what was opened last, and the files that were read of it
    QStringList m_gone;
    Job<bool> m_problems{this};
    Job<Change> m_changes{this};
};

}  // namespace etscope::ui
