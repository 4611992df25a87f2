// Session files (`.etscope`): what is open and what is looked at, to go on with later or elsewhere. JSON; docs/FORMATS.md
// "Session files". They name files, they hold none. Any thread.
#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>

#include "base/result.h"
#include "workspace/workspace.h"

namespace etscope::ui {

/// A pair by hand, as addresses: of a node of the export that was before, and of the one that it is in this one.
struct SavedPair {
    QString before, after;
    friend bool operator==(const SavedPair&, const SavedPair&) = default;
};

struct SavedSession {
    QStringList files, against;  ///< absolute here; files of the export that this one is compared with
    QString program, page, method, stage, run, selection, overlay;
    QMap<QString, QString> typed;  ///< on pages (Page::typed()): the tolerances
    QString notes;
    QStringList bookmarks;  ///< addresses
    QList<SavedPair> pairs;
    QJsonObject others;  ///< keys that this version does not know: written again as they are
};

bool isSessionFile(const QString& path);
/// Errors: `read-failed`, `limit-exceeded`, `json-invalid`, `json-not-an-object`, `json-syntax` (a key of another type than it
/// should have), `session-version` (a newer one).
Result<SavedSession> readSession(const QString& path);
/// Paths below the file's folder are written relative to it. Errors: those of writeThroughDevice().
Result<void> writeSession(const QString& path, const SavedSession& session);

/// The pairs by hand of a session file, said again once both exports are open and both nodes were found. A child of the workspace;
/// GUI thread only.
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
