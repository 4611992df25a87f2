#include "answers/diff_cells.h"

#include <limits>

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

/// "argument dim: 1 → 2"; of what one side lacks, "value_type f32[8]".
QString changeText(const FieldChange& change, ChangeState state, const QString& arrow, qsizetype most) {
    const QString field = text(escaped(change.field));
    const auto [left, right] = shortSides(change);
    if (state == ChangeState::Added || state == ChangeState::Removed)
        return field + QLatin1Char(' ') + valueText(state == ChangeState::Added ? right : left, most);
    return field + QStringLiteral(": ") + valueText(left, most) + arrow + valueText(right, most);
}

QString changesText(std::span<const FieldChange> changes, ChangeState state, const QString& between, qsizetype most) {
    QStringList parts;
    for (const FieldChange& change : changes) parts.append(changeText(change, state, QStringLiteral(" → "), most));
    return parts.join(between);
}

}  // namespace

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

Cell stateCell(ChangeState state) {
    const bool note = state == ChangeState::Added || state == ChangeState::Moved || state == ChangeState::NotCompared;
    const Mark mark = note ? Mark::Note : state == ChangeState::Removed ? Mark::Missing : Mark::Differ;
    return {.text = word(text(compare::changeStateName(state))), .mark = mark};
}

Cell sidesCell(const std::string& left, const std::string& right) {
    const auto shown = [](const std::string& name) { return text(escaped(modules::shownNode(name))); };
    const std::string& first = left.empty() ? right : left;
    const QString whole = text(escaped(first)), other = text(escaped(right));
    Cell cell{.text = shown(first), .tooltip = whole, .copy = whole};
    if (left.empty() || right.empty() || left == right) return cell;
    cell.second = QStringLiteral("→ ") + shown(right);
    cell.copy = whole + QStringLiteral(" → ") + other;
    cell.tooltip = whole + QStringLiteral("\n→ ") + other;
    return cell;
}

Address outputAddress(const compare::ValueChange& change) {
    return Address::ofOutput(text(change.method), change.caseIndex.value_or(0), change.output);
}

}  // namespace etscope::ui::diff
