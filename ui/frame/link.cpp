#include "frame/link.h"

#include <QRegularExpression>
#include <QUrl>

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
