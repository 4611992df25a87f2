#include "answers/gap_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "answers/gap_choice.h"
#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/comparison.h"

namespace etscope::ui {
namespace {

constexpr std::array<const char*, 7> kMetrics{"max_abs", "mse", "snr_db", "rel_l2", "kl", "top5_match", "top10_match"};
/// Of fewer rows a line that stands for them saves nothing.
constexpr std::size_t kFewRows = 2;

/// Of the rows the cell whose value is the largest; of verdicts the most serious one.
const Cell& worstOf(const Rows& rows, std::size_t count, GapColumn column) {
    const auto c = static_cast<std::size_t>(column);
    const auto rank = [&](std::size_t row) {
        const Cell& cell = rows.cells[row][c];
        if (column == GapVerdict)
            return static_cast<double>(cell.mark == Mark::Differ    ? 3
                                       : cell.mark == Mark::Warning ? 2
                                       : cell.mark == Mark::Missing ? 1
                                                                    : 0);
        return cell.sort.isValid() ? cell.sort.toDouble() : -1.0;
    };
    std::size_t worst = 0;
    for (std::size_t row = 1; row < count; ++row)
        if (rank(row) > rank(worst)) worst = row;
    return rows.cells[worst][c];
}

/// All of them were compared, are within the tolerance, and right on what they read.
bool agree(const Rows& rows, std::size_t count) {
    return std::ranges::all_of(rows.cells.begin(), rows.cells.begin() + static_cast<std::ptrdiff_t>(count), [](const auto& row) {
        return row[GapError].sort.isValid() && row[GapError].mark == Mark::None && row[GapVerdict].mark == Mark::Match;
    });
}

std::vector<Cell> foldedRow(const Rows& rows, std::size_t count) {
    std::vector<Cell> folded(rows.cells.front().size());
    folded[GapOperator].text = agree(rows, count) ? QObject::tr("%n operator(s) before it agree", nullptr, counted(count))
                                                  : QObject::tr("%n operator(s) before it", nullptr, counted(count));
    folded[GapOperator].tooltip = QObject::tr("Of each column the worst of them");
    folded[GapOperator].dim = true;
    for (const GapColumn column : {GapError, GapIntroduced, GapConstant, GapInherited, GapOfNormal, GapVerdict})
        folded[static_cast<std::size_t>(column)] = worstOf(rows, count, column);
    Cell& normal = folded[GapOfNormal];
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

std::span<const Column> Tables::gapColumns() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Instr."), QT_TR_NOOP("Chain and instruction"), kCode, 9, 5},
        {QT_TR_NOOP("Handles"), QT_TR_NOOP("Debug handles of the call, from least to largest"), kCode, 10, kOnDemand},
        {QT_TR_NOOP("Operator"), QT_TR_NOOP("The node that the call is named after; the tooltip has all that carry its handles"),
         kCode},
        {QT_TR_NOOP("Runs as"), QT_TR_NOOP("The event that logged the value"), kCode, 20, kOnDemand},
        {QT_TR_NOOP("Module"), QT_TR_NOOP("Path of the module that the node stands in"), kCode, 20},
        {QT_TR_NOOP("Error"), QT_TR_NOOP("‖runtime − reference‖ / ‖reference‖; ≠ where it is outside the tolerance"), kNumber, 12,
         2},
        {QT_TR_NOOP("Error is"),
         QT_TR_NOOP("The largest part; where a call was not judged, introduced means more than twice what its inputs "
                    "bring"),
         kPlain, 12, kOnDemand},
        {QT_TR_NOOP("Introduced"),
         QT_TR_NOOP("By the call itself: ‖runtime − right result on what it read‖ ∕ ‖reference‖; by the measure max |d| its "
                    "largest element"),
         kNumber, 11},
        {QT_TR_NOOP("Constant"),
         QT_TR_NOOP(
             "By constants of the program that are not the record's, over ‖reference‖; by the measure max |d| its largest element"),
         kNumber, 10, 3},
        {QT_TR_NOOP("Inherited"),
         QT_TR_NOOP(
             "By what the call read: ‖right result on that − reference‖ ∕ ‖reference‖; by the measure max |d| its largest element"),
         kNumber, 11},
        {QT_TR_NOOP("Of normal"),
         QT_TR_NOOP("The call's own error in units of rounding, of those that are normal for its operator"), kNumber, 18},
        {QT_TR_NOOP("Verdict"), QT_TR_NOOP("Whether rounding explains what the call itself did; not what it inherited"), kPlain,
         15},
        {QT_TR_NOOP("Growth"), QT_TR_NOOP("The error against the largest of what the call read"), kNumber, 9, 1},
        {QT_TR_NOOP("Source"), QT_TR_NOOP("The line of the model that made the node"), kCode, 16, 4},
        {QT_TR_NOOP("Accumulates in"), QT_TR_NOOP("The tightest type that sums can have been added up in"), kCode, 14, kOnDemand},
        {QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest |runtime − reference| (max_abs)"), kNumber, 12, kOnDemand},
        {QT_TR_NOOP("Mean d²"), QT_TR_NOOP("Mean of (runtime − reference)² (mse)"), kNumber, 12, kOnDemand},
        {QT_TR_NOOP("SNR, dB"), QT_TR_NOOP("10 lg (Σ reference² ∕ Σ difference²) (snr_db)"), kNumber, 10, kOnDemand},
        {QT_TR_NOOP("Relative L2"), QT_TR_NOOP("‖runtime − reference‖ ∕ ‖reference‖ where both are finite (rel_l2)"), kNumber, 12,
         kOnDemand},
        {QT_TR_NOOP("KL, nat"), QT_TR_NOOP("How far the softmax of the rows is from the reference's (kl)"), kNumber, 12, kOnDemand},
        {QT_TR_NOOP("In the top 5"), QT_TR_NOOP("Rows whose largest element is among the runtime's 5 largest (top5_match)"),
         kNumber, 12, kOnDemand},
        {QT_TR_NOOP("In the top 10"), QT_TR_NOOP("Rows whose largest element is among the runtime's 10 largest (top10_match)"),
         kNumber, 12, kOnDemand},
        {QT_TR_NOOP("Note"), QT_TR_NOOP("What the numbers were made against, where shapes do not fit"), kPlain, 40, kOnDemand}};
    return kColumns;
}

std::span<const char* const> gapMetrics() { return kMetrics; }

bool isRowMetric(int column) {
    if (column < GapFirstMetric || column >= GapFirstMetric + static_cast<int>(kMetrics.size())) return false;
    return tensor::metricColumn(kMetrics[static_cast<std::size_t>(column - GapFirstMetric)])->rowWise;
}

void foldBefore(Rows& rows) {
    const std::size_t count = rows.first.value_or(0);
    if (count < kFewRows) return;
    rows.cells.insert(rows.cells.begin(), foldedRow(rows, count));
    rows.addresses.insert(rows.addresses.begin(), Address());
    rows.parents.assign(rows.cells.size(), -1);
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

const RowsSpec& Tables::gap() {
    static const RowsSpec kSpec{
        "gapTable",
        QT_TR_NOOP("Comparing values of operators"),
        QT_TR_NOOP("linear, error_is:introduced"),
        Tables::gapColumns(),
        hasGap,
        QT_TR_NOOP("No numeric gap"),
        QT_TR_NOOP("No call of this run has reference values to be held against, as where one delegate runs the whole "
                   "method. The marks of the runs say whether calls are right on what they read."),
        QT_TR_NOOP("Compare the outputs, or choose another reference."),
        nullptr};
    return kSpec;
}

}  // namespace etscope::ui
