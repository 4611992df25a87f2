#include "frame/file_watch.h"

#include <QFileInfo>
#include <algorithm>

#include "findings/problems.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// More are not watched each: their folders are, which tell of files that are replaced.
constexpr qsizetype kMostWatched = 500;

QStringList filesOnDisk(const SessionPtr& session) {
    QStringList paths;
    if (session != nullptr)
        for (const session::SessionFile& file : session->files())
            if (file.source != nullptr && file.source->isFile()) paths.append(text(file.source->name()));
    return paths;
}

}  // namespace

FileWatch::FileWatch(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatch::touched);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FileWatch::touched);
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        const QStringList files = filesOnDisk(m_workspace.session());
        note(files);
        watch(files);
        emit touched();
        lookForProblems();
    });
}

/// Of the same paths opened again: what was read before and is not there any more.
void FileWatch::note(const QStringList& now) {
    const QSet<QString> there(now.begin(), now.end());
    const QStringList before = m_workspace.paths() == m_paths ? m_files + m_gone : QStringList();
    m_gone.clear();
    for (const QString& path : before)
        if (!there.contains(path) && !QFileInfo::exists(path)) m_gone.append(path);
    m_paths = m_workspace.paths();
    m_files = now;
}

void FileWatch::watch(const QStringList& files) {
    const QStringList before = m_watcher.files() + m_watcher.directories();
    if (!before.isEmpty()) m_watcher.removePaths(before);
    QSet<QString> watched(files.begin(), files.begin() + std::min(files.size(), kMostWatched));
    for (qsizetype i = kMostWatched; i < files.size(); ++i)
        watched.insert(files[i].left(std::max<qsizetype>(files[i].lastIndexOf(QLatin1Char('/')), 1)));
    if (!watched.isEmpty()) m_watcher.addPaths(watched.values());
}

/// Whatever page is in view, the same problems are found, and found again after a reload.
void FileWatch::lookForProblems() {
    m_problems.cancel();
    if (m_workspace.session() == nullptr) return;
    m_problems.start(
        tr("Looking for problems"),
        [session = m_workspace.session()](const JobContext& job) -> Result<bool> {
            const auto looked = findings::lookForProblems(*session, job);
            if (!looked) return looked.failure();
            return true;
        },
        [](Result<bool>) {}, Urgency::Filling);  // status bar and Problems read the session whenever a job ends
}

void FileWatch::look() {
    m_changes.cancel();
    if (m_workspace.session() == nullptr) return;
    m_changes.start(
        tr("Looking for changed files"),
        [session = m_workspace.session()](const JobContext&) -> Result<Change> {
            const auto paths = session->changedFiles();
            const QString first = paths.empty() ? QString() : text(paths.front());
            return Change{first, !QFileInfo::exists(first)};
        },
        [this](const Result<Change>& change) {
            if (change && !change->path.isEmpty()) emit changed(change->path, change->gone);
        },
        Urgency::Filling);
}

}  // namespace etscope::ui
