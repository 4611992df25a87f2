#include "frame/recent_sessions.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace etscope::ui {
namespace {

constexpr qsizetype kRecent = 8;

}  // namespace

QString sampleFolder() {
    const QString folder = QCoreApplication::applicationDirPath();
    for (const QString& candidate :
         {folder + QStringLiteral("/../share/etscope/samples/vlm"), QStringLiteral(ETSCOPE_SAMPLES "/vlm")})
        if (QFileInfo(candidate).isDir()) return QFileInfo(candidate).absoluteFilePath();
    return {};
}

QList<QStringList> recentSessions() {
    QList<QStringList> sessions;
    QSettings settings;
    const int count = settings.beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        if (const QStringList paths = settings.value(QStringLiteral("paths")).toStringList(); !paths.isEmpty())
            sessions.append(paths);
    }
    settings.endArray();
    return sessions;
}

RecentName recentName(const QStringList& paths) {
    constexpr qsizetype kNamed = 3;
    QStringList names;
    for (const QString& path : paths.mid(0, kNamed)) names.append(QFileInfo(path).fileName());
    if (paths.size() > kNamed) names.append(QStringLiteral("+%1").arg(paths.size() - kNamed));
    QString where = QFileInfo(paths.value(0)).absolutePath();
    const QString home = QDir::homePath();
    if (where == home || where.startsWith(home + QLatin1Char('/'))) where.replace(0, home.size(), QStringLiteral("~"));
    return {names.join(QStringLiteral(", ")), QDir::toNativeSeparators(where)};
}

void rememberSession(const QStringList& paths) {
    QStringList absolute;
    for (const QString& path : paths) absolute.append(QFileInfo(path).absoluteFilePath());
    QList<QStringList> sessions = recentSessions();
    sessions.removeAll(absolute);
    sessions.prepend(absolute);
    QSettings settings;
    settings.beginWriteArray(QStringLiteral("recent"), static_cast<int>(std::min(kRecent, sessions.size())));
    for (qsizetype i = 0; i < std::min(kRecent, sessions.size()); ++i) {
        settings.setArrayIndex(static_cast<int>(i));
        settings.setValue(QStringLiteral("paths"), sessions[i]);
    }
    settings.endArray();
}

}  // namespace etscope::ui
