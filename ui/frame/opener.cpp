#include "frame/opener.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QMenu>
#include <algorithm>

#include "frame/recent_sessions.h"
#include "frame/session_keeper.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "models/address.h"

namespace etscope::ui {

Opener::Opener(Workspace& workspace, SessionKeeper& keeper, QWidget* window)
    : QObject(window), m_workspace(workspace), m_keeper(keeper), m_window(window) {}

void Opener::open(const QStringList& paths) {
    if (paths.size() == 1)
        if (const auto link = FileLink::parse(paths.first())) return openLink(*link);
    const auto saved = std::ranges::find_if(paths, isSessionFile);
    if (saved != paths.end()) return openSession(*saved, {});
    m_keeper.forgetWish();
    m_workspace.open(paths);
}

void Opener::add(const QStringList& paths) {
    if (m_workspace.session() == nullptr || std::ranges::any_of(paths, isSessionFile)) return open(paths);
    m_workspace.add(paths);
}

/// `selection`: instead of the one that was saved; empty: that one.
void Opener::openSession(const QString& path, const QString& selection) {
    auto read = readSession(path);
    if (!read) return emit m_workspace.openFailed(text(read.error().where) + QStringLiteral(": ") + text(read.error().message));
    if (!selection.isEmpty()) {
        read->selection = selection;
        for (QString* text : {&read->page, &read->method, &read->stage}) text->clear();
    }
    m_keeper.open(std::move(*read), QFileInfo(path).absoluteFilePath());
}

/// Of a file that is open: goes there. Else the file is opened, in a window of its own beside another session.
void Opener::openLink(const FileLink& link) {
    if (isOpen(link.file)) return link.address.isEmpty() ? void() : goTo(link.address);
    if (m_workspace.session() != nullptr) return emit windowAsked({link.text()});
    if (isSessionFile(link.file)) return openSession(link.file, link.address);
    SavedSession wanted;
    wanted.files = {link.file};
    wanted.selection = link.address;
    m_keeper.open(std::move(wanted), {});
}

bool Opener::isOpen(const QString& file) const {
    QStringList known = m_workspace.paths();
    if (m_workspace.session() != nullptr)
        for (const session::SessionFile& one : m_workspace.session()->files()) known.append(text(one.path));
    if (!m_keeper.file().isEmpty()) known.append(m_keeper.file());
    const QString path = QFileInfo(file).absoluteFilePath();
    return std::ranges::any_of(
        known, [&](const QString& one) { return QFileInfo(one).absoluteFilePath() == path || QFileInfo(one).fileName() == file; });
}

void Opener::goTo(const QString& address) {
    if (const auto link = FileLink::parse(address)) return openLink(*link);
    const Address place = Address::parse(address.trimmed(), m_workspace.methods());
    if (!place.valid() || !m_workspace.knows(place)) return emit said(tr("There is no such address: %1").arg(address));
    m_workspace.showPage(pageOf(place));
    m_workspace.reveal(place);
}

void Opener::askForFiles(bool add) {
    askForPaths(m_window, {PathQuestion::Kind::OpenMany, add ? tr("Add files to the session") : tr("Open files")},
                [this, add](const QStringList& paths) { add ? this->add(paths) : open(paths); });
}

void Opener::askForFolder() {
    askForPaths(m_window, {PathQuestion::Kind::Folder, tr("Open a folder")}, [this](const QStringList& folder) { open(folder); });
}

QString Opener::selectionAs(const QString& form) const {
    const Address& address = m_workspace.selection();
    const QString& of = m_keeper.file();
    const QString file = QFileInfo(of.isEmpty() ? m_workspace.paths().value(0) : of).absoluteFilePath();
    if (form == QLatin1String("link")) return FileLink{file, address.text()}.text();
    if (form == QLatin1String("name")) return address.name.isEmpty() ? address.text().section(QLatin1Char('/'), -1) : address.name;
    if (form == QLatin1String("address")) return address.text();
    QJsonObject object{{QStringLiteral("file"), file}, {QStringLiteral("address"), address.text()}};
    for (const auto& [key, value] : {std::pair{"method", address.method}, {"stage", address.stage}, {"name", address.name}})
        if (!value.isEmpty()) object[QLatin1String(key)] = value;
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

void Opener::fillRecent(QMenu& menu) {
    menu.clear();
    for (const RecentSession& session : recentSessions()) {
        const QStringList& paths = session.paths;
        QString title = QDir::toNativeSeparators(paths.first()).replace(u'&', QStringLiteral("&&"));
        if (paths.size() > 1) title = tr("%1  and %n more", nullptr, static_cast<int>(paths.size()) - 1).arg(title);
        connect(menu.addAction(title), &QAction::triggered, this, [this, paths] { open(paths); });
    }
    if (menu.isEmpty()) menu.addAction(tr("Nothing was opened before"))->setEnabled(false);
}

}  // namespace etscope::ui
