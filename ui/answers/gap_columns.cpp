#include "answers/gap_columns.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "answers/drift_words.h"
#include "answers/gap_rows.h"
#include "answers/metric_words.h"
#include "answers/tables.h"
#include "base/enum_table.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/operator_family.h"
#include "tensor/comparison.h"

namespace etscope::ui {
namespace {

/// Columns of metrics, in the command line's words.
struct GapMetric {
    const char *column, *name;
};
constexpr std::array kGapMetrics{GapMetric{"max_d", "max_abs"},
                                 GapMetric{"mean_d", "mse"},
                                 GapMetric{"snr_db", "snr_db"},
                                 GapMetric{"relative_l2", "rel_l2"},
                                 GapMetric{"kl_divergence_nats", "kl"},
                                 GapMetric{"in_the_top_5", "top5_match"},
                                 GapMetric{"in_the_top_10", "top10_match"}};

/// Of fewer rows a line that stands for them saves nothing.
constexpr std::size_t kFewRows = 2;

/// Of the rows the cell whose value is the largest; of verdicts the most serious one.
Cell worstOf(const Rows& rows, int count, int column, bool verdict) {
    const auto rank = [verdict, exact = verdictText(evaluate::Verdict::Exact)](const Cell& cell) {
        if (!verdict) return cell.sort.isValid() ? cell.sort.toDouble() : -1.0;
        return cell.mark == Mark::Differ    ? 4.0
               : cell.mark == Mark::Warning ? 3.0
               : cell.mark == Mark::Missing ? 2.0
               : cell.text == exact         ? 0.0
                                            : 1.0;
    };
    Cell worst = rows.cell(0, column);
    for (int row = 1; row < count; ++row)
        if (Cell cell = rows.cell(row, column); rank(cell) > rank(worst)) worst = std::move(cell);
    return worst;
}

/// "0 … 11": the layers, or what stands beside them, from that of the first row to that of the last.
QString layersOf(const Rows& rows, int count, int module) {
    QString first, last;
    for (int row = 0; row < count; ++row) {
        const QString name = rows.cell(row, module).text.section(QLatin1Char('.'), 0, 0);
        if (first.isEmpty()) first = name;
        if (!name.isEmpty()) last = name;
    }
    return first == last ? first : first + QStringLiteral(" … ") + last;
}

std::vector<Cell> foldedRow(const Rows& rows, int count, std::span<const Column> columns) {
    std::vector<Cell> folded(columns.size());
    const auto at = [&](const char* key) -> Cell& { return folded[static_cast<std::size_t>(columnOf(columns, key))]; };
    for (const char* key : {"error", "own_error", "constant", "inherited", "rounding", "verdict"})
        at(key) = worstOf(rows, count, columnOf(columns, key), QLatin1String(key) == QLatin1String("verdict"));
    at("operator") = {.text = QObject::tr("%n before it", nullptr, count),
                      .tooltip = QObject::tr("Of each column the worst of them"),
                      .dim = true};
    at("module") = {.text = layersOf(rows, count, columnOf(columns, "module")), .dim = true};
    Cell& times = at("rounding");
    if (times.sort.isValid() && times.sort.toDouble() > 0 && times.sort.toDouble() <= 1)
        times.text = QStringLiteral("≤ ") + times.text;
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

/// What is rounded as well as its type can has no rounding unit of error, but is exact only where nothing was to be rounded.
Verdict verdictOf(const causes::RowParts& parts) {
    const Verdict verdict = parts.audit->judgement()->verdict;
    return verdict == Verdict::Exact && parts.introduced.value_or(0) > 0 ? Verdict::Normal : verdict;
}

QString whyUnknown(const causes::RowParts* parts) {
    if (parts == nullptr) return QObject::tr("not judged yet");
    return parts->audit ? said(parts->audit->reason) : QObject::tr("the call was not replayed");
}

Mark markOfRow(const gap::GapRow& row) {
    if (row.assumed) return Mark::Incomparable;
    if (row.compared()) return row.diverges ? Mark::Differ : Mark::Match;
    switch (row.state) {
        case gap::GapState::Ok: return Mark::Match;
        case gap::GapState::ShapeMismatch: return Mark::Incomparable;
        case gap::GapState::NoReference:
        case gap::GapState::NoRuntimeValue: return Mark::Missing;
        case gap::GapState::Incomparable: return Mark::Unreadable;
    }
    return Mark::None;
}

QString handlesText(const std::vector<std::int64_t>& handles) {
    if (handles.empty()) return {};
    const auto [least, most] = std::ranges::minmax_element(handles);
    return *least == *most ? QString::number(*least) : QStringLiteral("%1 … %2").arg(*least).arg(*most);
}

/// The note tells what the number was made against, where that is not the node's own reference as it is.
template <std::size_t metric>
Cell metricCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    const tensor::MetricColumn& column = *tensor::metricColumn(kGapMetrics[metric].name);
    const auto value = row.compared() ? column.value(*row.result->metrics) : std::nullopt;
    if (!value) return noCell(said(row.note));
    const QString shown = metricText(column, *row.result->metrics);
    return {.text = shown, .sort = *value, .tooltip = said(row.note)};
}

/// Why a row has no numbers.
QString gapStateText(gap::GapState state) {
    switch (state) {
        case gap::GapState::Ok: break;
        case gap::GapState::ShapeMismatch: return QObject::tr("other shape");
        case gap::GapState::NoReference: return QObject::tr("no reference");
        case gap::GapState::NoRuntimeValue: return QObject::tr("not logged");
        case gap::GapState::Incomparable: return QObject::tr("not comparable");
    }
    return QStringLiteral("–");
}

Cell originCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    if (!row.compared()) return {.text = gapStateText(row.state), .tooltip = said(row.note), .dim = true};
    const causes::Origin origin = causes::originOf(row, line.parts);
    // Where shapes do not fit, its numbers are not those of the node's own reference.
    const Mark mark = row.state == gap::GapState::ShapeMismatch ? Mark::Ambiguous : signOf(origin);
    Cell cell{.text = originText(origin), .mark = mark, .tooltip = said(row.note)};
    cell.dim = origin == causes::Origin::None || origin == causes::Origin::Inherited;
    return cell;
}

Cell noteCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    QStringList notes;
    if (line.answer->references().restarted(row.nodes)) notes.append(QObject::tr("restarted from the run"));
    if (!row.note.empty()) notes.append(said(row.note));
    const QString all = notes.join(QStringLiteral("; "));
    return all.isEmpty() ? Cell{} : Cell{.text = all, .tooltip = all, .dim = true};
}

Cell operatorCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    if (row.nodes.empty()) return {.text = text(row.runtime), .dim = true};
    const std::string& node = row.nodes[modules::namedNode(row.nodes)];
    return {.text = text(node),
            .tooltip = texts(row.nodes).join(QLatin1Char('\n')),
            .family = static_cast<int>(modules::familyOfNode(node))};
}

/// A part of the error; that which is the largest has its sign.
template <causes::Origin part, auto relative, auto largest>
Cell signedPart(const GapLine& line) {
    const causes::RowParts* parts = line.parts;
    const auto value = parts == nullptr ? std::nullopt : line.metric->largest ? parts->largest.*largest : parts->*relative;
    Cell cell = partCell(value, parts);
    if (value) cell.tooltip = floatText(*value);
    if (part == line.largest() && value && *value > 0) cell.mark = signOf(part);
    return cell;
}

Cell ownErrorCell(const GapLine& line) {
    Cell cell = signedPart<causes::Origin::Introduced, &causes::RowParts::introduced, &causes::RowParts::Largest::introduced>(line);
    const Mark judged = line.judged();
    const bool odd = cell.sort.toDouble() > 0 && (judged == Mark::Differ || judged == Mark::Warning);
    cell.mark = odd ? Mark::Introduced : Mark::None;
    cell.judged = odd ? judged : Mark::None;
    cell.strong = odd;
    return cell;
}

Cell roundingCell(const GapLine& line) {
    Cell cell = unitsCell(line.parts);
    if (cell.share >= 0 && line.judged() != Mark::None) cell.judged = line.judged();
    return cell;
}

/// Where something else is at fault than the call, that is what there is to say.
Cell lineVerdictCell(const GapLine& line) {
    Cell cell = verdictCell(line.parts);
    const Mark judged = line.judged();
    if (judged == Mark::None || judged == cell.mark) return cell;
    const bool constant = line.blame != nullptr && line.blame->cause == causes::Cause::Constant;
    cell.mark = constant ? Mark::Constant : judged;
    cell.text = constant ? QObject::tr("constant differs")
                         : verdictText(judged == Mark::Differ    ? Verdict::NotRounding
                                       : judged == Mark::Warning ? Verdict::High
                                                                 : Verdict::Normal);
    cell.dim = false;
    cell.strong = judged == Mark::Differ;
    if (line.blame != nullptr) cell.tooltip = said(line.blame->sentence);
    return cell;
}

Cell runnerCell(const GapLine& line) {
    const QString name = line.runsAs();
    return name.isEmpty() ? noCell() : Cell{.text = name};
}

/// Without what the modules of most rows have in common.
Cell moduleCell(const GapLine& line) {
    const std::string path = line.answer->placeOf(*line.row).module;
    const std::string_view shown = line.answer->bands.shown(path);
    return {.text = text(shown), .tooltip = text(path), .copy = shown == path ? QString() : text(path)};
}

/// Marked where it is outside the tolerance; what was not compared says why.
Cell errorCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    const Mark mark = markOfRow(row) == Mark::Match ? Mark::None : markOfRow(row);
    if (row.compared()) return {.text = floatText(row.error), .sort = row.error, .mark = mark, .tooltip = said(row.note)};
    const QString why = row.note.empty() ? gapStateText(row.state) : said(row.note);
    return {.text = QStringLiteral("–"), .mark = mark, .tooltip = why, .dim = true};
}

/// How many times as large the error is as that of what the call read.
Cell growthCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    if (!row.compared() || row.inherited <= 0 || !std::isfinite(row.inherited)) return noCell();
    const double growth = row.error / row.inherited;
    if (!std::isfinite(growth)) return {.text = QStringLiteral("× ∞"), .sort = growth, .strong = true};
    const QString times = growth < 99.95 ? QString::number(growth, 'f', 1) : countText(static_cast<std::uint64_t>(growth + 0.5));
    return {.text = QStringLiteral("× %1").arg(times), .sort = growth, .strong = growth >= 100};
}

}  // namespace

void foldBefore(Rows& rows) {
    const std::size_t count = rows.first.value_or(0);
    if (count < kFewRows) return;
    rows.made = [folded = foldedRow(rows, counted(count), Tables::gap().columns()), made = rows.made](int row, int column) {
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
        case Verdict::Normal: return QObject::tr("correct");
        case Verdict::High: return QObject::tr("suspicious");
        case Verdict::NotRounding: return QObject::tr("wrong");
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

std::optional<double> timesRounding(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr) return std::nullopt;
    if (judgement->units == 0) return 0;
    const double times = judgement->units / judgement->normal;
    return times >= 0 ? times : std::numeric_limits<double>::infinity();  // what is no number is beyond all
}

QString timesRoundingText(double times, Verdict verdict) {
    if (verdict == Verdict::Exact) return QObject::tr("exact");
    return times > 1 ? QStringLiteral("× %1").arg(ratioText(times)) : ratioText(times);
}

Cell unitsCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr) return noCell(whyUnknown(parts));
    const double times = *timesRounding(parts);
    const QString normal = QString::number(judgement->normal, 'g', 3);
    const Verdict verdict = verdictOf(*parts);
    return {.text = timesRoundingText(times, verdict),
            .sort = times,
            .tooltip = QObject::tr("The worst element is %1 rounding units off; up to %2 is normal, up to %3 still possible")
                           .arg(floatText(judgement->units), normal, floatText(judgement->limit)),
            .dim = verdict == Verdict::Exact,
            .share = times,
            .judged = markOf(judgement->verdict),
            .strong = times > 1};
}

Cell verdictCell(const causes::RowParts* parts) {
    if (parts == nullptr || !parts->audit) return noCell(whyUnknown(parts));
    const replay::AuditRow& audit = *parts->audit;
    const evaluate::Judgement* judgement = audit.judgement();
    if (judgement == nullptr)
        return {.text = auditStateText(audit.state), .mark = Mark::Missing, .tooltip = said(audit.reason), .dim = true};
    const Verdict verdict = verdictOf(*parts);
    return {.text = verdictText(verdict),
            .mark = markOf(verdict),
            .tooltip = audit.assumed ? QObject::tr("It reads state that no run logged") : QString(),
            .strong = verdict == Verdict::NotRounding};
}

Cell accumulatorCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr || !judgement->accumulator) return {};
    return {.text = text(evaluate::word(*judgement->accumulator)), .dim = *judgement->accumulator == evaluate::Accumulator::F32};
}

bool isRowMetric(const Column& column) {
    const QString key = columnKey(column);
    const auto hit = std::ranges::find_if(kGapMetrics, [&](const GapMetric& one) { return key == QLatin1String(one.column); });
    return hit != kGapMetrics.end() && tensor::metricColumn(hit->name)->rowWise;
}

const TypedSpec<GapLine>& Tables::gap() {
    using Row = GapLine;
    using Parts = causes::RowParts;
    static const TypedSpec<Row> kSpec{
        {"gapTable", QT_TR_NOOP("Comparing values of operators"), QT_TR_NOOP("linear, verdict:wrong"), hasGap,
         QT_TR_NOOP("No operator is compared"),
         QT_TR_NOOP("No call of this run has reference values to be held against, as where one delegate runs the whole "
                    "method. The marks of the runs say whether calls are correct for their inputs."),
         QT_TR_NOOP("Compare the outputs, or choose another reference."), nullptr},
        {{{QT_TR_NOOP("Operator"), QT_TR_NOOP("The node that the call is named after; the tooltip has all that carry its handles"),
           kCode},
          operatorCell},
         {{QT_TR_NOOP("Module"), QT_TR_NOOP("Path of the module that the node stands in"), kCode, 20}, moduleCell},
         {{QT_TR_NOOP("Error"), QT_TR_NOOP("‖runtime − reference‖ / ‖reference‖; ≠ where it is outside the tolerance"), kNumber, 12,
           2},
          errorCell},
         {{QT_TR_NOOP("Error is"),
           QT_TR_NOOP("The largest part; where a call was not judged, introduced means more than twice what its inputs "
                      "bring"),
           kPlain, 12, kOnDemand},
          originCell},
         {{QT_TR_NOOP("Own error"),
           QT_TR_NOOP("By the call itself: ‖runtime − right result on what it read‖ ∕ ‖reference‖; by the measure max |d| its "
                      "largest element"),
           kNumber, 12},
          ownErrorCell},
         {{QT_TR_NOOP("Constant"),
           QT_TR_NOOP("By constants of the program that are not the record's, over ‖reference‖; by the measure max |d| its largest "
                      "element"),
           kNumber, 10, 5},
          signedPart<causes::Origin::Constant, &Parts::constant, &Parts::Largest::constant>},
         {{QT_TR_NOOP("Inherited"),
           QT_TR_NOOP("By what the call read: ‖right result on that − reference‖ ∕ ‖reference‖; by the measure max |d| its largest "
                      "element"),
           kNumber, 12, 6},
          signedPart<causes::Origin::Inherited, &Parts::inherited, &Parts::Largest::inherited>},
         {{QT_TR_NOOP("× rounding"),
           QT_TR_NOOP(
               "The call's own error in units of rounding, of those that are normal for its operator; the line in the bar is "
               "their limit"),
           kNumber, 24},
          roundingCell},
         {{QT_TR_NOOP("Verdict"), QT_TR_NOOP("Whether rounding explains what the call itself did; not what it inherited"), kPlain,
           15},
          lineVerdictCell},
         {{QT_TR_NOOP("Runs as"), QT_TR_NOOP("The delegate that computes the call, or the CPU"), kPlain, 14, 3}, runnerCell},
         {{QT_TR_NOOP("Instr."), QT_TR_NOOP("Chain and instruction"), kCode, 9, 4},
          [](const Row& row) {
              return Cell{.text = QStringLiteral("0/%1").arg(row.row->instruction),
                          .sort = QVariant::fromValue(static_cast<qlonglong>(row.row->instruction))};
          }},
         {{QT_TR_NOOP("Source"), QT_TR_NOOP("The line of the model that made the node"), kCode, 16, 1},
          [](const Row& row) { return Cell{.text = text(row.answer->placeOf(*row.row).source)}; }},
         {{QT_TR_NOOP("Growth"), QT_TR_NOOP("The error against the largest of what the call read"), kNumber, 9, kOnDemand},
          growthCell},
         {{QT_TR_NOOP("Handles"), QT_TR_NOOP("Debug handles of the call, from least to largest"), kCode, 10, kOnDemand},
          [](const Row& row) { return Cell{.text = handlesText(row.row->debugHandles)}; }},
         {{QT_TR_NOOP("Event"), QT_TR_NOOP("The event that logged the value"), kCode, 20, kOnDemand},
          [](const Row& row) { return Cell{.text = text(row.row->runtime)}; }},
         {{QT_TR_NOOP("Accumulates in"), QT_TR_NOOP("The tightest type that sums can have been added up in"), kCode, 14, kOnDemand},
          [](const Row& row) { return accumulatorCell(row.parts); }},
         {{QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest |runtime − reference| (max_abs)"), kNumber, 12, kOnDemand}, metricCell<0>},
         {{QT_TR_NOOP("Mean d²"), QT_TR_NOOP("Mean of (runtime − reference)² (mse)"), kNumber, 12, kOnDemand}, metricCell<1>},
         {{QT_TR_NOOP("SNR, dB"), QT_TR_NOOP("10 lg (Σ reference² ∕ Σ difference²) (snr_db)"), kNumber, 10, kOnDemand},
          metricCell<2>},
         {{QT_TR_NOOP("Relative L2"), QT_TR_NOOP("‖runtime − reference‖ ∕ ‖reference‖ where both are finite (rel_l2)"), kNumber, 12,
           kOnDemand},
          metricCell<3>},
         {{QT_TR_NOOP("KL divergence, nats"), QT_TR_NOOP("How far the softmax of the rows is from the reference's (kl)"), kNumber,
           12, kOnDemand},
          metricCell<4>},
         {{QT_TR_NOOP("In the top 5"), QT_TR_NOOP("Rows whose largest element is among the runtime's 5 largest (top5_match)"),
           kNumber, 12, kOnDemand},
          metricCell<5>},
         {{QT_TR_NOOP("In the top 10"), QT_TR_NOOP("Rows whose largest element is among the runtime's 10 largest (top10_match)"),
           kNumber, 12, kOnDemand},
          metricCell<6>},
         {{QT_TR_NOOP("Note"), QT_TR_NOOP("What the numbers were made against, where shapes do not fit"), kPlain, 40, kOnDemand},
          noteCell}}};
    return kSpec;
}

}  // namespace etscope::ui
