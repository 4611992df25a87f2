#include "answers/gap_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/comparison.h"

namespace etscope::ui {
namespace {

/// Of fewer rows a line that stands for them saves nothing.
constexpr std::size_t kFewRows = 2;

/// Of the rows the cell whose value is the largest; of verdicts the most serious one.
Cell worstOf(const Rows& rows, int count, int column, bool verdict) {
    const auto rank = [verdict](const Cell& cell) {
        if (!verdict) return cell.sort.isValid() ? cell.sort.toDouble() : -1.0;
        return cell.mark == Mark::Differ ? 3.0 : cell.mark == Mark::Warning ? 2.0 : cell.mark == Mark::Missing ? 1.0 : 0.0;
    };
    Cell worst = rows.cell(0, column);
    for (int row = 1; row < count; ++row)
        if (Cell cell = rows.cell(row, column); rank(cell) > rank(worst)) worst = std::move(cell);
    return worst;
}

std::vector<Cell> foldedRow(const Rows& rows, int count, std::span<const Column> columns) {
    std::vector<Cell> folded(columns.size());
    const auto at = [&](const char* key) -> Cell& { return folded[static_cast<std::size_t>(columnOf(columns, key))]; };
    for (const char* key : {"error", "introduced", "constant", "inherited", "of_normal", "verdict"})
        at(key) = worstOf(rows, count, columnOf(columns, key), QLatin1String(key) == QLatin1String("verdict"));
    // All of them were compared, are within the tolerance, and right on what they read.
    const int error = columnOf(columns, "error"), verdict = columnOf(columns, "verdict");
    bool agree = true;
    for (int row = 0; agree && row < count; ++row)
        agree = rows.cell(row, error).sort.isValid() && rows.cell(row, error).mark == Mark::None &&
                rows.cell(row, verdict).mark == Mark::Match;
    at("operator") = {.text = agree ? QObject::tr("%n operator(s) before it agree", nullptr, count)
                                    : QObject::tr("%n operator(s) before it", nullptr, count),
                      .tooltip = QObject::tr("Of each column the worst of them"),
                      .dim = true};
    Cell& normal = at("of_normal");
    if (normal.sort.isValid() && normal.sort.toDouble() > 0 && normal.sort.toDouble() <= 1)
        normal.text = QStringLiteral("≤ ") + normal.text;
    return folded;
}

using evaluate::Verdict;

/// Why a call has no verdict.
QString auditStateText(replay::AuditState state) {
    switch (state) {
        case replay::AuditState::Judged: break;
        case replay::AuditState::NotLogged: return QObject::tr("not recorded");
        case replay::AuditState::UnknownInput: return QObject::tr("unknown input");
        case replay::AuditState::NotEvaluated: return QObject::tr("not evaluated");
    }
    return {};
}

const evaluate::Judgement* judgementOf(const causes::RowParts* parts) {
    return parts != nullptr && parts->audit ? parts->audit->judgement() : nullptr;
}

QString whyUnknown(const causes::RowParts* parts) {
    if (parts == nullptr) return QObject::tr("not judged yet");
    return parts->audit ? said(parts->audit->reason) : QObject::tr("the call was not replayed");
}

}  // namespace

void foldBefore(Rows& rows, std::span<const Column> columns) {
    const std::size_t count = rows.first.value_or(0);
    if (count < kFewRows) return;
    rows.made = [folded = foldedRow(rows, counted(count), columns), made = rows.made](int row, int column) {
        return row == 0 ? folded[static_cast<std::size_t>(column)] : made(row - 1, column);
    };
    rows.addresses.insert(rows.addresses.begin(), Address());
    rows.parents.assign(rows.size(), -1);
    std::fill_n(rows.parents.begin() + 1, count, 0);
    std::map<std::size_t, QList<RowLink>> links;
    for (auto& [row, all] : rows.links) links[row + 1] = std::move(all);
    rows.links = std::move(links);
    for (std::size_t& row : rows.blamed) ++row;
    rows.first = 0;
}

QString verdictText(Verdict verdict) {
    switch (verdict) {
        case Verdict::Exact: return QObject::tr("exact");
        case Verdict::Normal: return QObject::tr("normal");
        case Verdict::High: return QObject::tr("high");
        case Verdict::NotRounding: return QObject::tr("not rounding");
    }
    return {};
}

Mark markOf(Verdict verdict) {
    return verdict == Verdict::NotRounding ? Mark::Differ : verdict == Verdict::High ? Mark::Warning : Mark::Match;
}

QString originText(causes::Origin origin) { return word(text(causes::originName(origin))); }

Mark signOf(causes::Origin origin) {
    constexpr EnumTable<causes::Origin::Inherited, Mark> kSigns({Mark::None, Mark::Introduced, Mark::Constant, Mark::Inherited});
    return kSigns[origin];
}

Cell partCell(const std::optional<double>& part, const causes::RowParts* parts) {
    if (!part) return noCell(whyUnknown(parts));
    return {.text = shortFloatText(*part), .sort = *part, .copy = floatText(*part), .dim = *part == 0};
}

Cell unitsCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr) return noCell(whyUnknown(parts));
    if (judgement->units == 0) return {.text = QStringLiteral("0"), .sort = 0.0, .dim = true};
    const double ofNormal = judgement->normal > 0 ? judgement->units / judgement->normal : std::numeric_limits<double>::infinity();
    const QString units = QString::number(judgement->units, 'g', 2), normal = QString::number(judgement->normal, 'g', 3);
    return {.text = ofNormal <= 1             ? QObject::tr("%1 of %2").arg(units, normal)
                    : std::isfinite(ofNormal) ? QStringLiteral("× %1").arg(floatText(ofNormal))
                                              : QStringLiteral("× ∞"),
            .sort = ofNormal,
            .tooltip = QObject::tr("The worst element is %1 units of rounding off; up to %2 are normal, up to %3 possible")
                           .arg(floatText(judgement->units), normal, floatText(judgement->limit)),
            .share = std::min(ofNormal, 1.0),
            .judged = markOf(judgement->verdict)};
}

Cell verdictCell(const causes::RowParts* parts) {
    if (parts == nullptr || !parts->audit) return noCell(whyUnknown(parts));
    const replay::AuditRow& audit = *parts->audit;
    const evaluate::Judgement* judgement = audit.judgement();
    if (judgement == nullptr)
        return {.text = auditStateText(audit.state), .mark = Mark::Missing, .tooltip = said(audit.reason), .dim = true};
    return {.text = verdictText(judgement->verdict),
            .mark = markOf(judgement->verdict),
            .tooltip = audit.assumed ? QObject::tr("It reads state that no run logged") : QString(),
            .strong = judgement->verdict == Verdict::NotRounding};
}

Cell accumulatorCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr || !judgement->accumulator) return {};
    return {.text = text(evaluate::word(*judgement->accumulator)), .dim = *judgement->accumulator == evaluate::Accumulator::F32};
}

}  // namespace etscope::ui
