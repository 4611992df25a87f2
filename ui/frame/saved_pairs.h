// SavedPairs: the pairs by hand of a session file, said again once both exports are open and both nodes were found. A child of the
// workspace; GUI thread only.
#pragma once

#include "frame/session_file.h"
#include "frame/workspace.h"

namespace etscope::ui {

class SavedPairs : public QObject {
    Q_OBJECT
public:
    SavedPairs(Workspace& workspace, QObject* parent);
    /// Of a session file whose other export is being opened; none: nothing is wished for any more.
    void wish(QList<SavedPair> pairs, const QStringList& against);
    /// What a session file is to hold: those of the workspace, and those that are not said again yet.
    QList<SavedPair> pairs() const;

signals:
    /// Of pairs whose nodes are not there any more: what they were, as texts.
    void missing(QStringList what);

private:
    struct Checked {
        NodePairs found;
        QStringList gone;
    };
    static Result<Checked> check(const SessionPtr& before, const SessionPtr& after, const QList<SavedPair>& pairs,
                                 const QStringList& methods, const JobContext& job);
    void follow();

    Workspace& m_workspace;
    QList<SavedPair> m_wished;
    QStringList m_against;
    Job<Checked> m_job{this};
};

}  // namespace etscope::ui
