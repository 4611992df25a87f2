#include "answers/diff_cells.h"

#include <QRegularExpression>
#include <cmath>
#include <limits>
#include <map>

#include "base/escaped.h"
#include "exported/metadata.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/work_title.h"

namespace etscope::ui::diff {
namespace {

/// Longer values (literals, metadata) are cut in the table and in its tooltips, not in copies.
constexpr qsizetype kShownValue = 160, kShownTooltip = 1000;

std::string moduleType(std::string_view stack) {
    const auto calls = exported::parseModuleStack(stack);
    return calls.empty() ? std::string() : calls.back().type;
}

/// Both sides as people call them; as they are in the file where that would make them the same.
std::pair<std::string, std::string> shortSides(const FieldChange& change) {
    std::pair<std::string, std::string> sides{change.left, change.right};
    if (change.field == "target") sides = {shortTarget(change.left), shortTarget(change.right)};
    if (change.field == "module") sides = {modulePath(change.left), modulePath(change.right)};
    if (change.field == "module" && sides.first == sides.second) sides = {moduleType(change.left), moduleType(change.right)};
    return sides.first == sides.second ? std::pair{change.left, change.right} : sides;
}

QString valueText(const std::string& value, qsizetype most) {
    if (value.empty()) return QStringLiteral("–");
    const QString whole = text(escaped(value));
    return whole.size() > most ? whole.left(most) + QStringLiteral("…") : whole;
}

/// One that has more than four digits.
bool isLong(const QString& number) {
    qsizetype digits = 0;
    for (const QChar one : number) {
        if (one == QLatin1Char('e')) break;
        if (one.isDigit() && (digits > 0 || one != QLatin1Char('0'))) ++digits;
    }
    return digits > 4;
}

QString shortClause(const QString& words) {
    static const QRegularExpression kNumber(QStringLiteral("(?<![\\w.])-?\\d+\\.\\d+(?:e[-+]?\\d+)?(?![\\w.])"));
    std::map<QString, QString> told;
    std::vector<QRegularExpressionMatch> found;
    for (auto all = kNumber.globalMatch(words); all.hasNext();)
        if (const QRegularExpressionMatch one = all.next(); isLong(one.captured())) found.push_back(one);
    QString shown = words;
    for (auto one = found.rbegin(); one != found.rend(); ++one) {
        const QString number = floatText(one->captured().toDouble());
        if (const auto [hit, isNew] = told.emplace(number, one->captured()); !isNew && hit->second != one->captured()) return words;
        shown.replace(one->capturedStart(), one->capturedLength(), number);
    }
    return shown;
}

/// "argument dim: 1 → 2"; of what one side lacks, "value_type f32[8]".
QString changeText(const FieldChange& change, ChangeState state, const QString& arrow, qsizetype most) {
    const QString field = text(escaped(change.field));
    const auto [left, right] = shortSides(change);
    const bool whole = most > kShownValue;
    const auto value = [&](const std::string& side) { return whole ? valueText(side, most) : shortNumbers(valueText(side, most)); };
    if (state == ChangeState::Added || state == ChangeState::Removed)
        return field + QLatin1Char(' ') + value(state == ChangeState::Added ? right : left);
    const QString before = value(left), after = value(right);
    if (before == after) return field + QStringLiteral(": ") + valueText(left, most) + arrow + valueText(right, most);
    return field + QStringLiteral(": ") + before + arrow + after;
}

QString changesText(std::span<const FieldChange> changes, ChangeState state, const QString& between, qsizetype most) {
    QStringList parts;
    for (const FieldChange& change : changes) parts.append(changeText(change, state, QStringLiteral(" → "), most));
    return parts.join(between);
}

}  // namespace

QString shortNumbers(const QString& words) {
    const QString end = QStringLiteral("; ");
    QStringList clauses = words.split(end);
    for (QString& one : clauses) one = shortClause(one);
    return clauses.join(end);
}

QString changeOfSize(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after) {
    if (!before || !after || *before == 0 || *before == *after) return {};
    const QString sign = *after < *before ? QStringLiteral("−") : QStringLiteral("+");
    const double share = 100.0 * std::abs(static_cast<double>(*after) / static_cast<double>(*before) - 1.0);
    if (share < 0.05) return sign + bytesText(*after < *before ? *before - *after : *after - *before);
    return QStringLiteral("%1%2 %").arg(sign).arg(share, 0, 'f', share < 9.95 ? 1 : 0);
}

QString sizesText(std::optional<std::uint64_t> before, std::optional<std::uint64_t> after) {
    if (!before && !after) return {};
    const auto words = [](std::optional<std::uint64_t> bytes) { return bytes ? bytesText(*bytes) : QStringLiteral("–"); };
    return words(before) == words(after) ? words(after) : QStringLiteral("%1 → %2").arg(words(before), words(after));
}

Cell nameCell(const std::string& name) { return ui::nameCell(text(escaped(name))); }

std::string shortTarget(std::string_view target) {
    for (const std::string_view prefix :
         {"executorch.exir.dialects.edge.ops.", "executorch.exir.dialects.backend.ops.", "torch.ops."})
        if (target.starts_with(prefix)) return std::string(target.substr(prefix.size()));
    return std::string(target);
}

std::string modulePath(std::string_view stack) {
    const auto calls = exported::parseModuleStack(stack);
    return calls.empty() ? std::string() : calls.back().path;
}

Cell changesCell(std::span<const FieldChange> changes, ChangeState state) {
    if (changes.empty()) return noCell();
    constexpr qsizetype kAll = std::numeric_limits<qsizetype>::max();
    Cell cell{.tooltip = changesText(changes, state, QStringLiteral("\n"), kShownTooltip),
              .copy = changesText(changes, state, QStringLiteral("; "), kAll)};
    if (changes.size() == 1) {
        const QStringList sides = changeText(changes.front(), state, QStringLiteral("\n→ "), kShownValue).split(QLatin1Char('\n'));
        cell.text = sides.front();
        cell.second = sides.value(1);
    } else {
        cell.text = changesText(changes.first(1), state, {}, kShownValue);
        cell.second = changesText(changes.subspan(1), state, QStringLiteral("; "), kShownValue);
    }
    return cell;
}

QStringList changeWords(std::span<const FieldChange> changes) {
    QStringList words;
    for (const FieldChange& field : changes)
        words.append(field.left.empty() ? text(field.right) : QObject::tr("%1 → %2").arg(text(field.left), text(field.right)));
    return words;
}

Cell stateCell(ChangeState state) {
    const bool note = state == ChangeState::Added || state == ChangeState::Moved || state == ChangeState::NotCompared;
    const Mark mark = note ? Mark::Note : state == ChangeState::Removed ? Mark::Missing : Mark::Differ;
    return {.text = word(text(compare::changeStateName(state))), .mark = mark};
}

Cell sidesCell(const std::string& before, const std::string& after) {
    const auto shown = [](const std::string& name) { return text(escaped(modules::shownNode(name))); };
    const std::string& first = before.empty() ? after : before;
    const QString whole = text(escaped(first)), other = text(escaped(after));
    Cell cell{.text = shown(first), .tooltip = whole, .copy = whole};
    if (before.empty() || after.empty() || before == after) return cell;
    cell.second = QStringLiteral("→ ") + shown(after);
    cell.copy = whole + QStringLiteral(" → ") + other;
    cell.tooltip = whole + QStringLiteral("\n→ ") + other;
    return cell;
}

Address outputAddress(const compare::ValueChange& change) {
    return Address::ofOutput(text(change.method), change.caseIndex.value_or(0), change.output);
}

}  // namespace etscope::ui::diff
