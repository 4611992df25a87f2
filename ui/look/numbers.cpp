#include "look/numbers.h"

#include <cmath>

#include "base/bytes_text.h"
#include "base/hex.h"
#include "base/number_text.h"

namespace etscope::ui {

QString countText(std::uint64_t count) {
    QString digits = QString::number(count);
    for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, QChar(0x202F));
    return digits;
}

QString bytesText(std::uint64_t bytes) { return QString::fromStdString(etscope::bytesText(bytes)); }

namespace {

QString digitsText(double value, bool screen, int digits) {
    if (std::isinf(value) && screen) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    if (!std::isfinite(value)) return QString::fromStdString(shortest(value));
    if (value == 0) return QStringLiteral("0");
    const double magnitude = std::abs(value);
    QString shown =
        magnitude < 1e-3 || magnitude >= 1e5 ? QString::number(value, 'e', digits - 1) : QString::number(value, 'g', digits);
    if (screen) shown.replace(QLatin1Char('-'), QChar(0x2212));
    return shown;
}

}  // namespace

QString floatText(double value, bool screen) { return digitsText(value, screen, 4); }

QString shortFloatText(double value) {
    const double magnitude = std::abs(value);
    return digitsText(value, true, magnitude < 1e-3 || magnitude >= 1e5 ? 2 : 3);
}

/// What would be rounded to a thousand is one of the next unit.
QString durationText(double ticks) {
    struct Unit {
        double ticks;
        const char* name;
    };
    static constexpr Unit kUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}};
    if (ticks < 0) return QChar(0x2212) + durationText(-ticks);
    const auto* unit = kUnits;
    while (unit->ticks > 1 && ticks < 0.9995 * unit->ticks) ++unit;
    const double amount = ticks / unit->ticks;
    const bool whole = unit->ticks == 1 && amount == std::floor(amount);
    const int decimals = whole || amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
    return QStringLiteral("%1 %2").arg(QString::number(amount, 'f', decimals), QString::fromUtf8(unit->name));
}

QString hexText(std::uint64_t offset) { return QString::fromStdString(hexOffset(offset)); }

QStringList texts(const std::vector<std::string>& utf8) {
    QStringList all;
    for (const std::string& one : utf8) all.append(text(one));
    return all;
}

}  // namespace etscope::ui
