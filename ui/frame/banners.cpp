#include "frame/banners.h"

#include <QFileInfo>
#include <algorithm>

#include "look/make.h"
#include "workspace/page_state.h"

namespace etscope::ui {
namespace {

QString goneText(const QString& path) { return Banners::tr("%1 is no longer there.").arg(QFileInfo(path).fileName()); }

/// Of several the names are what tells them apart.
QString goneDetail(const QStringList& paths) {
    constexpr qsizetype kMostNames = 20;  // no line has room for more
    QStringList names;
    for (const QString& path : paths.first(std::min(kMostNames, paths.size()))) names.append(QFileInfo(path).fileName());
    if (paths.size() > kMostNames) names.append(QStringLiteral("…"));
    return paths.size() == 1 ? QFileInfo(paths.first()).path() : names.join(QStringLiteral(", "));
}

}  // namespace

Banners::Banners(Workspace& workspace, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_files(new FileWatch(workspace)) {
    makeColumn(this, {}, 0);
    connect(&workspace, &Workspace::openFailed, this, &Banners::tellFailure);
    connect(&workspace, &Workspace::otherFailed, this, &Banners::tellFailure);
    connect(m_files, &FileWatch::touched, this, &Banners::tell);
    connect(m_files, &FileWatch::changed, this, &Banners::tellChange);
}

void Banners::add(const Said& said, std::function<void()> act) {
    auto* banner = named(said.name, new Banner(said.mark, said.title, said.detail, said.action, this));
    connect(banner, &Banner::actionClicked, this, std::move(act));
    layout()->addWidget(banner);
}

/// Anew, as things stand.
void Banners::tell() {
    qDeleteAll(findChildren<Banner*>(Qt::FindDirectChildrenOnly));
    m_files->look();
    const SessionPtr& session = m_workspace.session();
    if (session == nullptr) return;
    if (const QString& removed = m_workspace.removed(); !removed.isEmpty())
        add({Mark::Note,
             tr("%1 was removed from the session.").arg(QFileInfo(removed).fileName()),
             {},
             tr("Add it again"),
             "removedBanner"},
            [this, removed] { m_workspace.add({removed}); });
    const QStringList& gone = m_files->gone();
    if (gone.isEmpty()) return;
    const QString title =
        gone.size() == 1 ? goneText(gone.first()) : tr("%n file(s) are no longer there.", nullptr, static_cast<int>(gone.size()));
    add({Mark::Warning, title, goneDetail(gone), tr("Add a file…"), "goneBanner"},
        [this] { emit commandAsked(QStringLiteral("file.add")); });
}

void Banners::tellFailure(const QString& message) {
    add({Mark::Error, tr("Could not be opened."), message, tr("Choose another file…")},
        [this] { emit commandAsked(QStringLiteral("file.open")); });
}

void Banners::tellChange(const QString& path, bool gone) {
    const QString what = gone ? goneText(path) : tr("%1 changed on disk").arg(QFileInfo(path).fileName());
    add({Mark::Note, what, {}, tr("Reload, keep selection"), "changedBanner"}, [this] { m_workspace.reload(); });
}

}  // namespace etscope::ui
