// The files of the session on the disk: changed, gone, damaged; and what is wrong with them together.
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QSet>
#include <QVBoxLayout>
#include <algorithm>

#include "findings/problems.h"
#include "frame/main_window.h"
#include "frame/status_area.h"
#include "look/make.h"
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

QString goneText(const QString& path) { return MainWindow::tr("%1 is no longer there.").arg(QFileInfo(path).fileName()); }

}  // namespace

void MainWindow::watchFiles() {
    const QStringList before = m_watcher->files() + m_watcher->directories();
    if (!before.isEmpty()) m_watcher->removePaths(before);
    const QStringList files = filesOnDisk(m_workspace.session());
    QSet<QString> watched(files.begin(), files.begin() + std::min(files.size(), kMostWatched));
    for (qsizetype i = kMostWatched; i < files.size(); ++i)
        watched.insert(files[i].left(std::max<qsizetype>(files[i].lastIndexOf(QLatin1Char('/')), 1)));
    if (!watched.isEmpty()) m_watcher->addPaths(watched.values());
}

/// Of the same paths opened again: what was read before and is not there any more.
void MainWindow::noteFiles() {
    const QStringList now = filesOnDisk(m_workspace.session());
    const QSet<QString> there(now.begin(), now.end());
    const QStringList before = m_workspace.paths() == m_notedPaths ? m_noted + m_gone : QStringList();
    m_gone.clear();
    for (const QString& path : before)
        if (!there.contains(path) && !QFileInfo::exists(path)) m_gone.append(path);
    m_notedPaths = m_workspace.paths();
    m_noted = now;
}

/// Whatever page is in view, the same problems are found, and found again after a reload.
void MainWindow::lookForProblems() {
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

void MainWindow::updateBanners() {
    qDeleteAll(m_banners->findChildren<Banner*>(Qt::FindDirectChildrenOnly));
    const SessionPtr& session = m_workspace.session();
    lookForChanges();
    if (session == nullptr) return;
    for (const QString& path : std::as_const(m_gone)) {
        auto* banner =
            named("goneBanner", new Banner(Mark::Warning, goneText(path), QFileInfo(path).path(), tr("Add a file…"), m_banners));
        connect(banner, &Banner::actionClicked, this, [this] { openDialog(true); });
        m_banners->layout()->addWidget(banner);
    }
    int damaged = 0;
    for (const session::SessionFile& file : session->files())
        damaged += file.error || file.damage || (file.zip != nullptr && file.zip->recovered()) ? 1 : 0;
    if (damaged > 0) {
        auto* banner = new Banner(Mark::Warning, tr("Part of this session could not be read."),
                                  tr("%n file(s) damaged; what is whole can be used. Nothing was guessed.", nullptr, damaged),
                                  tr("Show problems"), m_banners);
        connect(banner, &Banner::actionClicked, m_status, &StatusArea::problemsClicked);
        m_banners->layout()->addWidget(banner);
    }
}

/// Disks can be slow, and files many.
void MainWindow::lookForChanges() {
    m_changes.cancel();
    if (m_workspace.session() == nullptr) return;
    m_changes.start(
        tr("Looking for changed files"),
        [session = m_workspace.session()](const JobContext&) -> Result<QString> {
            const auto changed = session->changedFiles();
            if (changed.empty()) return QString();
            const QString path = text(changed.front());
            return QFileInfo::exists(path) ? tr("%1 changed on disk").arg(QFileInfo(path).fileName()) : goneText(path);
        },
        [this](const Result<QString>& told) {
            if (!told || told->isEmpty()) return;
            auto* banner = named("changedBanner", new Banner(Mark::Note, *told, {}, tr("Reload, keep selection"), m_banners));
            connect(banner, &Banner::actionClicked, &m_workspace, &Workspace::reload);
            m_banners->layout()->addWidget(banner);
        },
        Urgency::Filling);
}

}  // namespace etscope::ui
