#include "frame/session_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <algorithm>

#include "io/source.h"
#include "join/delegate_bodies.h"
#include "look/picture_file.h"

namespace etscope::ui {
namespace {

constexpr int kVersion = 1;
const QString kVersionKey = QStringLiteral("etscope-session");
constexpr const char* kTooLong = "a session file has at most 4 MiB";
constexpr std::uint64_t kMostBytes = 4U << 20U;  ///< notes are the only long part
constexpr qsizetype kMostItems = 10'000;

/// The texts and lists of a session by their keys: how they are read, written and known.
struct TextKey {
    const char* key;
    QString SavedSession::*text;
};
constexpr TextKey kSessionFileTexts[] = {{"program", &SavedSession::program}, {"page", &SavedSession::page},
                                         {"method", &SavedSession::method},   {"stage", &SavedSession::stage},
                                         {"run", &SavedSession::run},         {"selection", &SavedSession::selection},
                                         {"overlay", &SavedSession::overlay}, {"notes", &SavedSession::notes}};
constexpr const char* kTyped[] = {"rtol", "atol"};
struct ListKey {
    const char* key;
    QStringList SavedSession::*list;
    bool paths;
};
constexpr ListKey kLists[] = {{"files", &SavedSession::files, true},
                              {"against", &SavedSession::against, true},
                              {"bookmarks", &SavedSession::bookmarks, false}};

std::string bytes(const QString& text) { return text.toStdString(); }

/// "line 3, column 7" of an offset into the text.
QString lineOf(const QByteArray& json, qsizetype offset) {
    const QByteArray before = json.left(std::max<qsizetype>(0, offset - 1));  // it counts the wrong byte, too
    return QStringLiteral("line %1, column %2").arg(before.count('\n') + 1).arg(before.size() - before.lastIndexOf('\n'));
}

QString pathTo(const QDir& folder, const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath(), relative = folder.relativeFilePath(absolute);
    return relative.startsWith(QLatin1String("..")) || QDir::isAbsolutePath(relative) ? absolute : relative;
}

/// A line for each key.
QByteArray linesOf(const QJsonObject& object) {
    const auto text = [](const QJsonValue& value) { return QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact); };
    QByteArray lines;
    for (auto one = object.begin(); one != object.end(); ++one)
        lines +=
            (lines.isEmpty() ? "{\n " : ",\n ") + text(one.key()).mid(1).chopped(1) + ": " + text(one.value()).mid(1).chopped(1);
    return lines + "\n}\n";
}

Result<QStringList> readList(const QJsonValue& value, const ListKey& of, const QDir& folder, const std::string& where) {
    const auto wrong = [&] { return fail("json-syntax", "\"" + std::string(of.key) + "\" is not a list of texts", where); };
    if (!value.isArray()) return wrong();
    const QJsonArray items = value.toArray();
    if (items.size() > kMostItems)
        return fail("limit-exceeded", "\"" + std::string(of.key) + "\" has more than " + std::to_string(kMostItems) + " entries",
                    where);
    QStringList list;
    for (const QJsonValue& item : items) {
        if (!item.isString() || item.toString().isEmpty()) return wrong();
        list.append(of.paths ? QDir::cleanPath(folder.absoluteFilePath(item.toString())) : item.toString());
    }
    return list;
}

constexpr const char* kPairs = "pairs";
const QString kBefore = QStringLiteral("before"), kAfter = QStringLiteral("after");

Result<QList<SavedPair>> readPairs(const QJsonValue& value, const std::string& where) {
    const auto wrong = [&] {
        return fail("json-syntax", "\"pairs\" is not a list of objects with \"before\" and \"after\"", where);
    };
    if (!value.isArray()) return wrong();
    const QJsonArray items = value.toArray();
    if (items.size() > kMostItems)
        return fail("limit-exceeded", "\"pairs\" has more than " + std::to_string(kMostItems) + " entries", where);
    QList<SavedPair> pairs;
    for (const QJsonValue& item : items) {
        const SavedPair pair{item[kBefore].toString(), item[kAfter].toString()};
        if (pair.before.isEmpty() || pair.after.isEmpty()) return wrong();
        pairs.append(pair);
    }
    return pairs;
}

Result<QJsonObject> readObject(const QString& path) {
    const std::string where = bytes(path);
    const auto source = Source::open(where);  // nothing but regular files: a pipe would never end
    if (!source) return source.failure();
    if ((*source)->size() > kMostBytes) return fail("limit-exceeded", kTooLong, where);
    const auto content = (*source)->read(0, (*source)->size());
    if (!content) return content.failure();
    const QByteArray json(reinterpret_cast<const char*>(content->data()), static_cast<qsizetype>(content->size()));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError)
        return fail("json-invalid", bytes(QStringLiteral("%1: %2").arg(lineOf(json, error.offset), error.errorString())), where);
    if (!document.isObject()) return fail("json-not-an-object", "a session file is one JSON object", where);
    return document.object();
}

}  // namespace

bool isSessionFile(const QString& path) { return suffixOf(path) == QLatin1String("etscope"); }

Result<SavedSession> readSession(const QString& path) {
    auto object = readObject(path);
    if (!object) return object.failure();
    const std::string where = bytes(path);
    const QJsonValue version = object->take(kVersionKey);
    if (!version.isDouble() || version.toDouble() < 1)
        return fail("json-syntax", "\"" + bytes(kVersionKey) + "\", the version of the format, is not there: this is no session",
                    where);
    if (version.toDouble() > kVersion)
        return fail("session-version",
                    "a newer etscope wrote it: version " + bytes(QString::number(version.toDouble())) + ", this one reads " +
                        std::to_string(kVersion),
                    where);
    SavedSession session;
    const auto takeText = [&](const char* key, QString& text) -> Result<void> {
        const QJsonValue value = object->take(QLatin1String(key));
        if (!value.isUndefined() && !value.isString())
            return fail("json-syntax", "\"" + std::string(key) + "\" is not a text", where);
        text = value.toString();
        return {};
    };
    for (const TextKey& of : kSessionFileTexts)
        if (const auto taken = takeText(of.key, session.*of.text); !taken) return taken.failure();
    for (const char* key : kTyped)
        if (const auto taken = takeText(key, session.typed[QLatin1String(key)]); !taken) return taken.failure();
    const QDir folder = QFileInfo(path).absoluteDir();
    for (const ListKey& of : kLists) {
        const QJsonValue value = object->take(QLatin1String(of.key));
        if (value.isUndefined()) continue;
        auto list = readList(value, of, folder, where);
        if (!list) return list.failure();
        session.*of.list = std::move(*list);
    }
    if (const QJsonValue value = object->take(QLatin1String(kPairs)); !value.isUndefined()) {
        auto pairs = readPairs(value, where);
        if (!pairs) return pairs.failure();
        session.pairs = *std::move(pairs);
    }
    if (session.files.isEmpty()) return fail("json-syntax", "\"files\" names no file", where);
    session.others = *object;
    return session;
}

Result<void> writeSession(const QString& path, const SavedSession& session) {
    QJsonObject object = session.others;
    object[kVersionKey] = kVersion;
    const QDir folder = QFileInfo(path).absoluteDir();
    for (const TextKey& of : kSessionFileTexts)
        if (!(session.*of.text).isEmpty()) object[QLatin1String(of.key)] = session.*of.text;
    for (const auto& [key, text] : session.typed.asKeyValueRange())
        if (!text.isEmpty()) object[key] = text;
    for (const ListKey& of : kLists) {
        QJsonArray items;
        for (const QString& item : session.*of.list) items.append(of.paths ? pathTo(folder, item) : item);
        if (items.size() > kMostItems)
            return fail("limit-exceeded", "\"" + std::string(of.key) + "\" has too many entries", bytes(path));
        if (!items.isEmpty()) object[QLatin1String(of.key)] = items;
    }
    QJsonArray pairs;
    for (const SavedPair& pair : session.pairs) pairs.append(QJsonObject{{kBefore, pair.before}, {kAfter, pair.after}});
    if (pairs.size() > kMostItems) return fail("limit-exceeded", "\"pairs\" has too many entries", bytes(path));
    if (!pairs.isEmpty()) object[QLatin1String(kPairs)] = pairs;
    const QByteArray json = linesOf(object);
    if (static_cast<std::uint64_t>(json.size()) > kMostBytes) return fail("limit-exceeded", kTooLong, bytes(path));
    return writeThroughDevice(path, {}, [&json](QIODevice& device) -> Result<void> {
        device.write(json);
        return {};
    });
}

SavedPairs::SavedPairs(Workspace& workspace, QObject* parent) : QObject(parent), m_workspace(workspace) {
    connect(&workspace, &Workspace::otherChanged, this, &SavedPairs::follow);
}

void SavedPairs::wish(QList<SavedPair> pairs, const QStringList& against) {
    m_job.cancel();
    m_wished = std::move(pairs);
    m_against = against;
}

QList<SavedPair> SavedPairs::pairs() const {
    QList<SavedPair> all = m_wished;
    for (const compare::HandPair& pair : m_workspace.pairs()) {
        const auto node = [&](const std::string& path) {
            return Address::of(session::Entity::ofNode(pair.method, pair.stage, path)).text();
        };
        all.append({node(pair.left), node(pair.right)});
    }
    return all;
}

void SavedPairs::follow() {
    const Workspace* other = m_workspace.other();
    if (m_wished.isEmpty() || other == nullptr || other->session() == nullptr) return;
    if (other->paths() != m_against) return wish({}, {});
    m_job.start(
        tr("Finding paired nodes"),
        [before = other->session(), after = m_workspace.session(), pairs = m_wished,
         methods = m_workspace.methods()](const JobContext& job) { return check(before, after, pairs, methods, job); },
        [this](Result<Checked> checked) {
            if (!checked) return;
            m_wished.clear();
            m_workspace.setPairs(std::move(checked->found));
            if (!checked->gone.isEmpty()) emit missing(checked->gone);
        });
}

Result<SavedPairs::Checked> SavedPairs::check(const SessionPtr& before, const SessionPtr& after, const QList<SavedPair>& pairs,
                                              const QStringList& methods, const JobContext& job) {
    Checked checked;
    const auto there = [&](const session::Session& session, const Address& node) {
        const auto found = join::nodeAt({session, node.method.toStdString()}, node.stageId(), node.name.toStdString(), job);
        return found.hasValue();
    };
    for (const SavedPair& pair : pairs) {
        if (job.cancelled()) return cancelledFailure();
        const Address left = Address::parse(pair.before, methods), right = Address::parse(pair.after, methods);
        const bool nodes = left.kind == Address::Kind::Node && right.kind == Address::Kind::Node;
        const bool alike = nodes && left.method == right.method && left.stage == right.stage;
        if (alike && there(*before, left) && there(*after, right))
            checked.found.push_back({left.method.toStdString(), left.stageId(), left.name.toStdString(), right.name.toStdString()});
        else
            checked.gone.append(QStringLiteral("%1 = %2").arg(pair.before, pair.after));
    }
    return checked;
}

}  // namespace etscope::ui
