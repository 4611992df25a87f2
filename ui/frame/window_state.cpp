// Where keys go: to what a page is about, and round the areas of the window; what the window keeps for the next time it is opened:
// its place, the sizes of docks and splitters, the theme; and the files of the session on the disk: changed, gone, damaged, and
// what is wrong with them together.
#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QScopedValueRollback>
#include <QSet>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "docks/bottom_dock.h"
#include "findings/problems.h"
#include "frame/main_window.h"
#include "frame/page_tabs.h"
#include "frame/start_page.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/theme.h"

namespace etscope::ui {
namespace {

/// Where keys go in a dock: to itself, else to its first part; a button is no place to work.
QWidget* placeIn(QWidget* area) {
    const auto takesKeys = [](const QWidget* one) { return one->isVisible() && (one->focusPolicy() & Qt::TabFocus) != 0; };
    if (takesKeys(area)) return area;
    for (QWidget* child : area->findChildren<QWidget*>())
        if (takesKeys(child) && qobject_cast<QAbstractButton*>(child) == nullptr) return child;
    return nullptr;
}

bool s_quits = false;  ///< all windows are being closed

}  // namespace

void MainWindow::remember(bool theme) {
    m_remembers = true;
    const QSettings settings;
    const auto chosen = themeNamed(settings.value(QStringLiteral("theme")).toString());
    if (theme && chosen && *chosen != currentTheme()) applyTheme(*qApp, *chosen);
    restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
    const QVariantMap sizes = settings.value(QStringLiteral("docks")).toMap();
    for (auto size = sizes.begin(); size != sizes.end(); ++size)
        if (m_docks.contains(size.key())) m_dockSizes[size.key()] = size.value().toInt();
    restoreState(settings.value(QStringLiteral("state")).toByteArray());
    m_closed = settings.value(QStringLiteral("closedDocks")).toStringList();
    m_bottomOf = settings.value(QStringLiteral("bottomDock")).toMap();
    showDocks();
    rememberSplitters(settings.value(QStringLiteral("splitters")).toMap());
}

/// Those with a name, once the person moved them: before they are shown their sizes mean nothing.
void MainWindow::rememberSplitters(const QVariantMap& kept) {
    for (QSplitter* splitter : findChildren<QSplitter*>()) {
        const QString name = splitter->objectName();
        if (name.isEmpty()) continue;
        if (kept.contains(name) && splitter->restoreState(kept[name].toByteArray())) m_splitters[name] = kept[name];
        connect(splitter, &QSplitter::splitterMoved, this, [this, splitter, name] { m_splitters[name] = splitter->saveState(); });
    }
}

/// All windows. One whose notes are not saved stays until that is answered; so do those that would have been closed after it.
void MainWindow::quit() {
    const QScopedValueRollback quits(s_quits, true);
    QApplication::closeAllWindows();
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!notesAreSaved()) {
        event->ignore();
        return settleNotes([this, all = s_quits] { all ? quit() : void(close()); });
    }
    event->accept();
    if (m_remembers) keepLayout();
    m_workspace.close();
}

void MainWindow::keepLayout() const {
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    QVariantMap sizes;
    for (auto size = m_dockSizes.begin(); size != m_dockSizes.end(); ++size) sizes[size.key()] = size.value();
    settings.setValue(QStringLiteral("docks"), sizes);
    settings.setValue(QStringLiteral("state"), saveState());
    settings.setValue(QStringLiteral("closedDocks"), m_closed);
    settings.setValue(QStringLiteral("bottomDock"), m_bottomOf);
    settings.setValue(QStringLiteral("splitters"), m_splitters);
}

/// Keys go to what the page is about.
void MainWindow::focusPage() {
    if (m_start != nullptr) return m_start->focusTarget()->setFocus(Qt::OtherFocusReason);
    Page* page = m_pages[m_tabs->currentIndex()];
    QWidget* wanted = page->focusTarget();
    (wanted != nullptr ? wanted : m_stack)->setFocus(Qt::OtherFocusReason);
}

/// Focus goes round: Outline, page, bottom dock, Inspector, those that can be seen and have a place for it.
void MainWindow::nextArea(bool forward) {
    QList<QWidget*> areas{m_docks[QStringLiteral("outlineDock")]->widget(), m_stack, m_bottom,
                          m_docks[QStringLiteral("inspectorDock")]->widget()};
    areas.removeIf([this](QWidget* area) { return !area->isVisible() || (area != m_stack && placeIn(area) == nullptr); });
    qsizetype at = forward ? -1 : areas.size();
    for (qsizetype i = 0; i < areas.size(); ++i)
        if (areas[i] == focusWidget() || areas[i]->isAncestorOf(focusWidget())) at = i;
    QWidget* area = areas[(at + (forward ? 1 : -1) + areas.size()) % areas.size()];
    area == m_stack ? focusPage() : placeIn(area)->setFocus(Qt::ShortcutFocusReason);
}

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
        connect(banner, &Banner::actionClicked, &m_workspace, [this] { m_workspace.showPage(PageId::Problems); });
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
