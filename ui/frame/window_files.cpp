// The files of the session on the disk: changed, gone, damaged; and what is wrong with them together.
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QVBoxLayout>

#include "findings/problems.h"
#include "frame/main_window.h"
#include "frame/status_area.h"
#include "look/make.h"
#include "look/numbers.h"

namespace etscope::ui {

void MainWindow::watchFiles() {
    if (!m_watcher->files().isEmpty()) m_watcher->removePaths(m_watcher->files());
    if (m_workspace.session() == nullptr) return;
    for (const session::SessionFile& file : m_workspace.session()->files())
        if (file.source != nullptr && file.source->isFile()) m_watcher->addPath(text(file.source->name()));
}

/// Of the same paths opened again: what was read before and is not there any more.
void MainWindow::noteFiles() {
    QStringList now;
    if (m_workspace.session() != nullptr)
        for (const session::SessionFile& file : m_workspace.session()->files())
            if (file.source != nullptr && file.source->isFile()) now.append(text(file.source->name()));
    const QStringList before = m_workspace.paths() == m_notedPaths ? m_noted + m_gone : QStringList();
    m_gone.clear();
    for (const QString& path : before)
        if (!now.contains(path) && !QFileInfo::exists(path)) m_gone.append(path);
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
    if (session == nullptr) return;
    const auto gone = [](const QString& path) { return tr("%1 is no longer there.").arg(QFileInfo(path).fileName()); };
    for (const QString& path : std::as_const(m_gone)) {
        auto* banner =
            named("goneBanner", new Banner(Mark::Warning, gone(path), QFileInfo(path).path(), tr("Add a file…"), m_banners));
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
    const auto changed = session->changedFiles();
    if (changed.empty()) return;
    const QString path = text(changed.front());
    auto* banner =
        new Banner(Mark::Note, QFileInfo::exists(path) ? tr("%1 changed on disk").arg(QFileInfo(path).fileName()) : gone(path), {},
                   tr("Reload, keep selection"), m_banners);
    banner->setObjectName(QStringLiteral("changedBanner"));
    connect(banner, &Banner::actionClicked, &m_workspace, &Workspace::reload);
    m_banners->layout()->addWidget(banner);
}

}  // namespace etscope::ui
