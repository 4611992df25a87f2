// Sessions opened before, and the bundled sample. Kept in the user's settings. GUI thread only but for isThere().
#pragma once

#include <QDateTime>
#include <QList>
#include <QStringList>
#include <optional>

#include "workspace/verdict_words.h"

namespace etscope::session {
class Session;
}

namespace etscope::ui {

/// The folder of the bundled sample, beside the sources or where it was installed; empty when it is nowhere.
QString sampleFolder();

/// A session as it was when it was open. What an earlier version did not keep is empty.
struct RecentSession {
    QStringList paths;  ///< absolute: what was opened, files, folders or a session file
    QStringList files;  ///< names of the files that were read
    QString kind;       ///< word of what it is about: "etrecord", "pte", …
    quint64 size = 0;   ///< bytes of all files
    QDateTime opened;
    std::optional<VerdictPart> verdict;  ///< of the last time that it was known
};

/// What was read of these paths, now.
RecentSession recentOf(const session::Session& session, const QStringList& paths);

/// What a session is called: the path's name, or what its files are called before their endings; and where they lie: "~/exports".
struct RecentName {
    QString what, where;
};
RecentName recentName(const RecentSession& session);
/// "m.pte, .ptd, run.etdp": an ending alone is that of the name before; "1 file" for one.
QString recentFiles(const RecentSession& session);
/// "today, 14:02", "yesterday", "18 Nov", "18 Nov 2024"; empty for no date.
QString dateText(const QDateTime& when, const QDateTime& now);

/// Asks the disk, which may not answer for long: in jobs only, whose place another one takes meanwhile.
bool isThere(const QString& path);

/// Newest first.
QList<RecentSession> recentSessions();
/// Puts it first; the verdict of the last time stays until another one is known.
void rememberSession(RecentSession session);
void rememberVerdict(const QStringList& paths, const VerdictPart& verdict);
/// The session is found at other paths.
void moveRecent(const QStringList& from, const QStringList& to);
void forgetRecent(const QStringList& paths);
void clearRecent();

}  // namespace etscope::ui
