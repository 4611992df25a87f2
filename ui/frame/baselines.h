// Baselines: which of the sessions that were opened before may be an earlier export of the model in view: those beside it, and
// those with files of the same names. Found in a job once a session is there, and told to the workspace. GUI thread only, but for
// likelyBaselines().
#pragma once

#include "frame/recent_sessions.h"
#include "workspace/workspace.h"

namespace etscope::ui {

class Baselines : public QObject {
    Q_OBJECT
public:
    explicit Baselines(Workspace& workspace);

private:
    void find();

    Workspace& m_workspace;
    Job<QList<Baseline>> m_job{this};
};

/// Of `recent`, newest first, those that are still there: first what lies in the folder of `paths`, which are absolute, beside it,
/// around it or in it, then what has files of the same names as `files`. Four at most. Asks the disk: in jobs only.
QList<Baseline> likelyBaselines(const QList<RecentSession>& recent, const QStringList& paths, const QStringList& files,
                                const JobContext& job);

}  // namespace etscope::ui
