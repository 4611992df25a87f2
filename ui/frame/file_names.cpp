#include "frame/file_names.h"

#include <QMap>
#include <QSet>

#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// The last `parts` of the path.
QString tail(const QString& path, int parts) { return path.section(QLatin1Char('/'), -parts); }

/// The least number of parts that tells the paths apart; of equal paths: all parts.
int partsThatDiffer(const QStringList& paths) {
    for (int parts = 1;; ++parts) {
        QSet<QString> tails;
        bool longer = false;
        for (const QString& path : paths) {
            tails.insert(tail(path, parts));
            longer = longer || path.count(QLatin1Char('/')) >= parts;
        }
        if (tails.size() == paths.size() || !longer) return parts;
    }
}

}  // namespace

QStringList fileNames(const session::Session& session) {
    QStringList names;
    QMap<QString, QStringList> pathsOf;
    for (const session::SessionFile& file : session.files()) {
        const QString path = text(file.path);
        names.append(path);
        pathsOf[tail(path, 1)].append(path);
    }
    QMap<QString, int> parts;
    for (auto group = pathsOf.cbegin(); group != pathsOf.cend(); ++group) parts[group.key()] = partsThatDiffer(group.value());
    for (QString& name : names) name = tail(name, parts[tail(name, 1)]);
    return names;
}

}  // namespace etscope::ui
