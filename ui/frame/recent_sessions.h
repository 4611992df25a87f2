// Sessions opened before, and the bundled sample. Kept in the user's settings. GUI thread only.
#pragma once

#include <QList>
#include <QStringList>

namespace etscope::ui {

/// The folder of the bundled sample, beside the sources or where it was installed; empty when it is nowhere.
QString sampleFolder();

/// What a session is called: its files or folder by name, and where they lie: "~/exports".
struct RecentName {
    QString what, where;
};
RecentName recentName(const QStringList& paths);

/// Newest first: each a list of paths.
QList<QStringList> recentSessions();
void rememberSession(const QStringList& paths);

}  // namespace etscope::ui
