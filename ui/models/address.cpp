#include "models/address.h"

#include <QRegularExpression>
#include <QStringList>
#include <QUrl>
#include <algorithm>
#include <numeric>

#include "look/numbers.h"
#include "session/file_names.h"

namespace etscope::ui {
namespace {

constexpr QLatin1String kScheme("et://");

QString encoded(const QString& text) { return QString::fromLatin1(QUrl::toPercentEncoding(text, "/:")); }

/// Nothing where a % begins no escape, or the bytes are no UTF-8.
std::optional<QString> decoded(const QString& text) {
    static const QRegularExpression kBroken(QStringLiteral("%(?![0-9A-Fa-f]{2})"));
    if (text.contains(kBroken)) return std::nullopt;
    const QString plain = QUrl::fromPercentEncoding(text.toUtf8());
    if (plain.contains(QChar::ReplacementCharacter) || plain.contains(QChar::Null)) return std::nullopt;
    return plain;
}

}  // namespace

session::Entity Address::entity() const {
    return {kind, method.toStdString(), stage.toStdString(), name.toStdString(), column, index};
}

QString Address::text() const { return QString::fromStdString(entity().text()); }

Address Address::of(const session::Entity& entity) {
    return {entity.kind,
            QString::fromStdString(entity.method),
            QString::fromStdString(entity.stage),
            QString::fromStdString(entity.name),
            entity.column,
            entity.index};
}

Address Address::parse(const QString& text, const QStringList& methods) {
    std::vector<std::string> names;
    for (const QString& method : methods) names.push_back(method.toStdString());
    return of(session::Entity::parse(text.toStdString(), names));
}

Address Address::ofStage(const QString& method, const graph::StageId& stage) { return ofStage(method, ui::text(stage)); }
Address Address::ofNode(const QString& method, const graph::StageId& stage, const QString& node) {
    return ofNode(method, ui::text(stage), node);
}
Address Address::ofInstruction(const QString& method, qint64 instruction) {
    return of(session::Entity::ofInstruction(method.toStdString(), instruction));
}

QStringList namesOfFiles(const session::Session& session) {
    return **session.store().get<QStringList>("file names", {}, [&]() -> Result<std::shared_ptr<const QStringList>> {
        return std::make_shared<const QStringList>(texts(session::fileNames(session)));
    });
}

std::vector<std::size_t> filesByKind(const session::Session& session) {
    std::vector<std::size_t> files(session.files().size());
    std::iota(files.begin(), files.end(), 0);
    std::ranges::stable_sort(files, {}, [&](std::size_t file) { return session.files()[file].kind; });
    return files;
}

QString Link::text() const {
    return kScheme + encoded(file) + (address.isEmpty() ? QString() : QLatin1Char('#') + encoded(address));
}

std::optional<Link> Link::parse(const QString& text) {
    const QString trimmed = text.trimmed();
    if (!trimmed.startsWith(kScheme, Qt::CaseInsensitive) || trimmed.contains(QLatin1Char('\n'))) return std::nullopt;
    const QString rest = trimmed.mid(kScheme.size());
    const qsizetype hash = rest.indexOf(QLatin1Char('#'));
    const auto file = decoded(rest.left(hash < 0 ? rest.size() : hash));
    const auto address = decoded(hash < 0 ? QString() : rest.mid(hash + 1));
    if (!file || !address || file->isEmpty()) return std::nullopt;
    return Link{*file, *address};
}

}  // namespace etscope::ui
