#include "frame/recent_sessions.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <algorithm>

#include "jobs/job.h"
#include "look/language.h"
#include "look/numbers.h"
#include "models/address.h"
#include "session/session.h"

namespace etscope::ui {
namespace {

constexpr qsizetype kRecent = 8;
constexpr const char* kList = "recent";

struct Recent {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::Recent)
};

QStringList absolute(const QStringList& paths) {
    QStringList all;
    for (const QString& path : paths) all.append(QFileInfo(path).absoluteFilePath());
    return all;
}

QString withTilde(QString folder) {
    const QString home = QDir::homePath();
    if (folder == home || folder.startsWith(home + QLatin1Char('/'))) folder.replace(0, home.size(), QStringLiteral("~"));
    return QDir::toNativeSeparators(folder);
}

constexpr const char *kKind = "verdict/kind", *kCount = "verdict/count", *kAll = "verdict/all", *kCause = "verdict/cause";

std::optional<VerdictPart> readVerdict(const QSettings& settings) {
    const qsizetype kind = verdictPartNames().indexOf(settings.value(QLatin1String(kKind)).toString());
    if (kind < 0) return std::nullopt;
    return VerdictPart{static_cast<VerdictPart::Kind>(kind), settings.value(QLatin1String(kCount)).toULongLong(),
                       settings.value(QLatin1String(kAll)).toULongLong(), settings.value(QLatin1String(kCause)).toString()};
}

void writeVerdict(QSettings& settings, const VerdictPart& verdict) {
    settings.setValue(QLatin1String(kKind), verdictPartNames()[static_cast<qsizetype>(verdict.kind)]);
    settings.setValue(QLatin1String(kCount), QVariant::fromValue<qulonglong>(verdict.count));
    settings.setValue(QLatin1String(kAll), QVariant::fromValue<qulonglong>(verdict.all));
    settings.setValue(QLatin1String(kCause), verdict.cause);
}

void write(const QList<RecentSession>& sessions) {
    QSettings settings;
    settings.remove(QLatin1String(kList));
    settings.beginWriteArray(QLatin1String(kList));
    for (qsizetype i = 0; i < std::min(kRecent, sessions.size()); ++i) {
        const RecentSession& one = sessions[i];
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("paths"), one.paths);
        settings.setValue(QStringLiteral("files"), one.files);
        settings.setValue(QStringLiteral("kind"), one.kind);
        settings.setValue(QStringLiteral("size"), QVariant::fromValue<qulonglong>(one.size));
        settings.setValue(QStringLiteral("opened"), one.opened.toString(Qt::ISODate));
        if (one.verdict) writeVerdict(settings, *one.verdict);
    }
    settings.endArray();
}

/// The kept session of these paths.
QList<RecentSession>::iterator find(QList<RecentSession>& sessions, const QStringList& paths) {
    return std::ranges::find(sessions, absolute(paths), &RecentSession::paths);
}

}  // namespace

QString sampleFolder() {
    const QString folder = QCoreApplication::applicationDirPath();
    for (const QString& candidate :
         {folder + QStringLiteral("/../share/etscope/samples/vlm"), QStringLiteral(ETSCOPE_SAMPLES "/vlm")})
        if (QFileInfo(candidate).isDir()) return QFileInfo(candidate).absoluteFilePath();
    return {};
}

RecentSession recentOf(const session::Session& session, const QStringList& paths) {
    RecentSession made{absolute(paths), {}, {}, 0, QDateTime::currentDateTime(), std::nullopt};
    for (const std::size_t i : filesByKind(session)) {
        const session::SessionFile& file = session.files()[i];
        made.files.append(QFileInfo(text(file.path)).fileName());
        made.size += file.size;
    }
    const session::SessionFile* main = session.recordFile() != nullptr ? session.recordFile() : session.programFile();
    if (main == nullptr && !session.files().empty()) main = &session.files().front();
    if (main != nullptr) made.kind = text(fileKindName(main->kind));
    return made;
}

RecentName recentName(const RecentSession& session) {
    const QFileInfo first(session.paths.value(0));
    return {session.paths.size() == 1 ? first.fileName() : first.completeBaseName(), withTilde(first.absolutePath())};
}

QString recentFiles(const RecentSession& session) {
    QStringList names = session.files;
    if (names.isEmpty())
        for (const QString& path : session.paths) names.append(QFileInfo(path).fileName());
    if (names.size() == 1) return Recent::tr("%n file(s)", nullptr, 1);
    QString stem;
    for (QString& name : names) {
        const qsizetype dot = name.lastIndexOf(QLatin1Char('.'));
        const QString own = dot > 0 ? name.left(dot) : name;
        if (dot > 0 && own == stem) name = name.mid(dot);
        stem = own;
    }
    return names.join(QStringLiteral(", "));
}

QString dateText(const QDateTime& when, const QDateTime& now) {
    if (!when.isValid()) return {};
    const qint64 days = when.date().daysTo(now.date());
    if (days == 0) return Recent::tr("today, %1").arg(when.toString(QStringLiteral("HH:mm")));
    if (days == 1) return Recent::tr("yesterday");
    static constexpr const char* kMonths[] = {
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Jan"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Feb"),
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Mar"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Apr"),
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 May"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Jun"),
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Jul"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Aug"),
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Sep"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Oct"),
        QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Nov"), QT_TRANSLATE_NOOP("etscope::ui::Recent", "%1 Dec")};
    const QString day = Recent::tr(kMonths[when.date().month() - 1]).arg(when.date().day());
    return when.date().year() == now.date().year() ? day : day + QStringLiteral(" %1").arg(when.date().year());
}

bool isThere(const QString& path) {
    JobRegistry::pool().releaseThread();
    const bool there = QFileInfo::exists(path);
    JobRegistry::pool().reserveThread();
    return there;
}

QList<RecentSession> recentSessions() {
    QList<RecentSession> sessions;
    QSettings settings;
    const int count = settings.beginReadArray(QLatin1String(kList));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        RecentSession one;
        one.paths = settings.value(QStringLiteral("paths")).toStringList();
        one.files = settings.value(QStringLiteral("files")).toStringList();
        one.kind = settings.value(QStringLiteral("kind")).toString();
        one.size = settings.value(QStringLiteral("size")).toULongLong();
        one.opened = settings.value(QStringLiteral("opened")).toDateTime();
        one.verdict = readVerdict(settings);
        if (!one.paths.isEmpty()) sessions.append(std::move(one));
    }
    settings.endArray();
    return sessions;
}

void rememberSession(RecentSession session) {
    QList<RecentSession> sessions = recentSessions();
    if (const auto before = find(sessions, session.paths); before != sessions.end()) {
        if (!session.verdict) session.verdict = before->verdict;
        sessions.erase(before);
    }
    session.paths = absolute(session.paths);
    sessions.prepend(std::move(session));
    write(sessions);
}

void rememberVerdict(const QStringList& paths, const VerdictPart& verdict) {
    QList<RecentSession> sessions = recentSessions();
    const auto one = find(sessions, paths);
    if (one == sessions.end()) return;
    one->verdict = verdict;
    write(sessions);
}

void moveRecent(const QStringList& from, const QStringList& to) {
    QList<RecentSession> sessions = recentSessions();
    const auto one = find(sessions, from);
    if (one == sessions.end()) return;
    one->paths = absolute(to);
    write(sessions);
}

void forgetRecent(const QStringList& paths) {
    QList<RecentSession> sessions = recentSessions();
    const auto one = find(sessions, paths);
    if (one == sessions.end()) return;
    sessions.erase(one);
    write(sessions);
}

void clearRecent() { write({}); }

}  // namespace etscope::ui
