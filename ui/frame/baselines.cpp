#include "frame/baselines.h"

#include <QFileInfo>
#include <algorithm>

#include "frame/session_file.h"

namespace etscope::ui {
namespace {

constexpr qsizetype kMostBaselines = 4;

/// The folder that is an export, or that its first file lies in; empty: a path is not there any more.
QString homeOf(const QStringList& paths) {
    for (const QString& path : paths)
        if (!isThere(path)) return {};
    const QFileInfo first(paths.value(0));
    return first.isDir() ? first.canonicalFilePath() : QFileInfo(first.canonicalFilePath()).absolutePath();
}

QString around(const QString& folder) { return QFileInfo(folder).absolutePath(); }

/// One and the same, one in the other, or side by side.
bool areNear(const QString& a, const QString& b) { return a == b || around(a) == b || around(b) == a || around(a) == around(b); }

QString aboutText(const RecentSession& session) {
    QStringList parts{recentName(session).where, recentFiles(session), dateText(session.opened, QDateTime::currentDateTime())};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

Baselines::Baselines(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&workspace, &Workspace::sessionChanged, this, &Baselines::find);
}

void Baselines::find() {
    m_job.cancel();
    if (m_workspace.session() == nullptr) return;
    const QList<RecentSession> recent = recentSessions();
    if (recent.isEmpty()) return;
    const RecentSession now = recentOf(*m_workspace.session(), m_workspace.paths());
    m_job.start(
        tr("Looking for earlier exports"),
        [recent, now](const JobContext& job) -> Result<QList<Baseline>> {
            return likelyBaselines(recent, now.paths, now.files, job);
        },
        [this](Result<QList<Baseline>> found) {
            if (found) m_workspace.offerBaselines(*std::move(found));
        },
        Urgency::Filling);
}

QList<Baseline> likelyBaselines(const QList<RecentSession>& recent, const QStringList& paths, const QStringList& files,
                                const JobContext& job) {
    const QString home = homeOf(paths);
    QList<Baseline> near, alike;
    for (const RecentSession& one : recent) {
        if (job.cancelled()) return {};
        if (one.paths == paths || std::ranges::any_of(one.paths, isSessionFile)) continue;
        const QString theirs = homeOf(one.paths);
        if (theirs.isEmpty()) continue;
        const bool beside = !home.isEmpty() && areNear(home, theirs);
        const auto isOurs = [&files](const QString& file) { return files.contains(file); };
        if (beside || std::ranges::any_of(one.files, isOurs))
            (beside ? near : alike).append({recentName(one).what, aboutText(one), one.paths});
    }
    return (near + alike).first(std::min(kMostBaselines, near.size() + alike.size()));
}

}  // namespace etscope::ui
