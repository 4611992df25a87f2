#include "answers/gap_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "answers/gap_columns.h"
#include "answers/metric_words.h"
#include "answers/tables.h"
#include "base/base_name.h"
#include "exported/metadata.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/operator_family.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

/// A call, with all that is known of it.
struct GapLine {
    const GapAnswer* answer;
    const PlotMetric* metric;
    const gap::GapRow* row;
    const causes::RowParts* parts;  ///< null: not judged yet

    causes::Origin largest() const {
        return row->compared() && parts != nullptr ? causes::originOf(*row, parts) : causes::Origin::None;
    }
};

namespace {

/// Columns of metrics, in the command line's words.
struct GapMetric {
    const char *column, *name;
};
constexpr std::array kGapMetrics{GapMetric{"max_d", "max_abs"},
                                 GapMetric{"mean_d", "mse"},
                                 GapMetric{"snr_db", "snr_db"},
                                 GapMetric{"relative_l2", "rel_l2"},
                                 GapMetric{"kl_nat", "kl"},
                                 GapMetric{"in_the_top_5", "top5_match"},
                                 GapMetric{"in_the_top_10", "top10_match"}};

double ownRelative(const causes::RowParts& parts, const evaluate::Judgement&) {
    return parts.introduced.value_or(ChartPoint::kNone);
}
double ownMaximum(const causes::RowParts&, const evaluate::Judgement& judgement) { return judgement.maxAbs; }

constexpr std::array kPlotMetrics{
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "relative error"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "‖runtime − reference‖ ∕ ‖reference‖"), nullptr, true, ownRelative, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "max |d|"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference|"), &tensor::Metrics::maxAbs, false,
               ownMaximum, true},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean |d|"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean |runtime − reference|"), &tensor::Metrics::meanAbs, false, nullptr,
               false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "max relative"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference| ∕ |reference|"), &tensor::Metrics::maxRel,
               true, nullptr, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean d²"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean (runtime − reference)²"), &tensor::Metrics::mse, false, nullptr,
               false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "root mean d²"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "square root of the mean (runtime − reference)²"), &tensor::Metrics::rmse,
               false, nullptr, false}};

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

/// Of the nodes of a call that which it is named after: views behind it carry its debug handle, too.
QString operatorNode(const gap::GapRow& row) {
    return row.nodes.empty() ? QString() : text(row.nodes[modules::namedNode(row.nodes)]);
}

Cell operatorCell(const GapLine& line) {
    const gap::GapRow& row = *line.row;
    if (row.nodes.empty()) return {.text = text(row.runtime), .dim = true};
    const std::string& node = row.nodes[modules::namedNode(row.nodes)];
    return {.text = text(node),
            .tooltip = texts(row.nodes).join(QLatin1Char('\n')),
            .family = static_cast<int>(modules::familyOfNode(node))};
}

NodePlace placeOf(const gap::GapRow& row, const GapAnswer& answer) {
    const auto found = row.nodes.empty() ? answer.places.end() : answer.places.find(row.nodes[modules::namedNode(row.nodes)]);
    return found == answer.places.end() ? NodePlace() : found->second;
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

/// Without what the modules of most rows have in common.
Cell moduleCell(const GapLine& line) {
    const std::string path = placeOf(*line.row, *line.answer).module;
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

ChartPoint pointOf(const gap::GapRow& row, const causes::RowParts* parts, const PlotMetric& metric, const Address& address) {
    const causes::Origin origin = causes::originOf(row, parts);
    const tensor::Metrics& metrics = *row.result->metrics;
    // What is not finite on one side is beyond all that is.
    const double plotted = metric.value == nullptr ? row.error : metrics.notFinite > 0 ? HUGE_VAL : metrics.*metric.value;
    const QString note = row.note.empty() ? QString() : QLatin1Char('\n') + said(row.note);
    ChartPoint point{.x = static_cast<double>(row.instruction),
                     .y = plotted,
                     .bad = row.diverges,
                     .sign = origin == causes::Origin::None ? Mark::Inherited : signOf(origin),
                     .address = address};
    point.tooltip = QStringLiteral("0/%1 · %2\n%3\n%4 %5")
                        .arg(row.instruction)
                        .arg(operatorNode(row), text(row.runtime), QCoreApplication::translate("etscope::ui::GapPage", metric.name),
                             floatText(plotted)) +
                    note;
    const evaluate::Judgement* judgement = parts != nullptr && parts->audit ? parts->audit->judgement() : nullptr;
    if (judgement == nullptr || judgement->verdict < evaluate::Verdict::High || metric.own == nullptr) return point;
    point.own = metric.own(*parts, *judgement);
    point.tooltip +=
        QLatin1Char('\n') + QObject::tr("introduces %1: %2").arg(floatText(point.own), verdictText(judgement->verdict));
    return point;
}

/// The cause where the row is the culprit of its run; else which part of the error is the largest.
QString causeOf(const gap::GapTable& table, std::size_t row, const causes::AuditedGap* audited) {
    const auto culprit = audited != nullptr ? audited->culprit(table) : std::nullopt;
    if (culprit && causes::rowOf(table, *culprit) == row) return causeText(culprit->cause);
    return originText(causes::originOf(table.rows[row], audited != nullptr ? &audited->rows[row] : nullptr));
}

std::vector<std::size_t> blamedRows(const std::vector<causes::Origin>& origins) {
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < origins.size(); ++r)
        if (origins[r] == causes::Origin::Introduced || origins[r] == causes::Origin::Constant) rows.push_back(r);
    return rows;
}

/// Of the innermost line that is not of an installed package.
std::string sourceOf(const graph::GraphModel& model, const graph::Node& node) {
    const auto frames = exported::stackTrace(model, node);
    if (!frames || frames->empty()) return {};
    const exported::Frame& frame = (*frames)[join::ownFrame(*frames)];
    return std::string(baseName(frame.file)) + ':' + std::to_string(frame.line);
}

/// Where the graph cannot be read the rows have none.
Result<void> placeNodes(const session::MethodView& method, GapAnswer& answer, const JobContext& job) {
    const auto index = join::graphIndex(method, graph::StageId::edge(), job);
    if (!index) return job.cancelled() ? Result<void>(cancelledFailure()) : Result<void>();
    const graph::GraphModel& model = (*index)->model();
    for (const gap::GapRow& row : answer.table().rows) {
        if (job.cancelled()) return cancelledFailure();
        if (row.nodes.empty()) continue;
        const std::string& path = row.nodes[modules::namedNode(row.nodes)];
        const graph::NodeId node = model.findNode(path);
        if (!node.valid()) continue;
        const auto module = (*index)->hierarchy().moduleOf(node);
        answer.places.emplace(path, NodePlace{module.valid() ? (*index)->hierarchy().module(module).path : std::string(),
                                              sourceOf(model, model.node(node))});
    }
    std::vector<std::string> paths;
    for (const auto& [node, place] : answer.places) paths.push_back(place.module);
    answer.bands = modules::PathBands(paths);
    return {};
}

/// Layers and what stands beside them, along the axis of the calls; one alone says nothing.
void addBands(Rows& rows, const GapAnswer& answer) {
    const std::string& layers = answer.bands.layers();
    if (!layers.empty()) rows.titles[columnOf(Tables::gap().columns(), "module")] = QObject::tr("Module in %1").arg(text(layers));
    for (const gap::GapRow& row : answer.table().rows) {
        const std::string module = placeOf(row, answer).module;
        const QString name = text(answer.bands.band(module));
        const auto at = static_cast<double>(row.instruction);
        if (name.isEmpty()) continue;
        if (rows.bands.empty() || rows.bands.back().name != name || at < rows.bands.back().to) rows.bands.push_back({at, at, name});
        rows.bands.back().to = at;
    }
    rows.bandsOf = layers.empty() ? QObject::tr("modules") : text(layers.substr(layers.rfind('.') + 1));
    if (rows.bands.size() < 2) rows.bands.clear();
}

}  // namespace

std::span<const PlotMetric> plotMetrics() { return kPlotMetrics; }

Result<GapAnswerPtr> gapAnswer(const session::MethodView& method, const GapChoice& choice, const JobContext& job) {
    auto answer = std::make_shared<GapAnswer>();
    auto chosen = chosenRun(method, choice, job);
    if (!chosen) return chosen.failure();
    answer->chosen = *std::move(chosen);
    if (auto placed = placeNodes(method, *answer, job); !placed) return placed.failure();
    return GapAnswerPtr(std::move(answer));
}

Rows gapRows(const QString& method, const GapAnswerPtr& answerPtr, const causes::AuditPtr& auditPtr, const GapChoice& choice) {
    const GapAnswer& answer = *answerPtr;
    const causes::AuditedGap* audited = auditPtr.get();
    const gap::GapTable& table = answer.table();
    const gap::ReferenceValues& references = answer.references();
    const PlotMetric& metric = kPlotMetrics[choice.metric];
    std::vector<GapLine> lines;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        lines.push_back({&answer, &metric, &table.rows[r], audited != nullptr ? &audited->rows[r] : nullptr});
    const auto addressOf = [&](const GapLine& line) { return Address::ofInstruction(method, line.row->instruction); };
    const std::pair held(answerPtr, auditPtr);
    Rows rows = Tables::gap().rows(std::move(lines), addressOf, std::make_shared<decltype(held)>(held));
    if (audited != nullptr) {  // before the calls were judged nothing is known
        const auto origins = causes::blames(table, *audited);
        rows.blamed = blamedRows(origins);
        rows.first = causes::beginningOf(table, *audited, origins);
    }
    const auto flagged = rows.first;
    std::size_t compared = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const gap::GapRow& row = table.rows[r];
        const causes::RowParts* parts = audited != nullptr ? &audited->rows[r] : nullptr;
        const Address& address = rows.addresses[r];
        const double normal = parts != nullptr ? parts->limit.value_or(ChartPoint::kNone) : ChartPoint::kNone;
        if (!row.compared()) continue;
        ++compared;
        const Address given = Address::given(address, static_cast<qint64>(row.run));
        rows.links[r] = {{QObject::tr("Compare values"), Link::on(PageId::Outputs, given)}};
        ChartPoint& point = rows.points.emplace_back(pointOf(row, parts, metric, address));
        if (metric.value == nullptr) point.normal = normal;
        if (flagged != r) continue;
        point.first = true;
        point.cause = causeOf(table, r, audited);
    }
    const bool apart = std::ranges::any_of(rows.points, &ChartPoint::bad);
    if (flagged || apart) rows.finding = rows.blamed.empty() ? Mark::Ambiguous : Mark::Differ;
    rows.summary = QObject::tr("%1 of %n call(s) compared · reference %2", nullptr, counted(table.rows.size()))
                       .arg(countText(compared), sourceText(references));
    if (const auto run = choice.options.run ? std::nullopt : answer.run(); run && references.computed() != nullptr)
        rows.summary = QObject::tr("%1 · run %2").arg(rows.summary).arg(*run);
    else if (run)
        rows.summary = QObject::tr("%1 · run %2, whose shapes fit").arg(rows.summary).arg(*run);
    addBands(rows, answer);
    if (audited != nullptr) foldBefore(rows, Tables::gap().columns());
    return rows;
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
        {"gapTable", QT_TR_NOOP("Comparing values of operators"), QT_TR_NOOP("linear, error_is:introduced"), hasGap,
         QT_TR_NOOP("No numeric gap"),
         QT_TR_NOOP("No call of this run has reference values to be held against, as where one delegate runs the whole "
                    "method. The marks of the runs say whether calls are right on what they read."),
         QT_TR_NOOP("Compare the outputs, or choose another reference."), nullptr},
        {{{QT_TR_NOOP("Instr."), QT_TR_NOOP("Chain and instruction"), kCode, 9, 5},
          [](const Row& row) {
              return Cell{.text = QStringLiteral("0/%1").arg(row.row->instruction),
                          .sort = QVariant::fromValue(static_cast<qlonglong>(row.row->instruction))};
          }},
         {{QT_TR_NOOP("Handles"), QT_TR_NOOP("Debug handles of the call, from least to largest"), kCode, 10, kOnDemand},
          [](const Row& row) { return Cell{.text = handlesText(row.row->debugHandles)}; }},
         {{QT_TR_NOOP("Operator"), QT_TR_NOOP("The node that the call is named after; the tooltip has all that carry its handles"),
           kCode},
          operatorCell},
         {{QT_TR_NOOP("Runs as"), QT_TR_NOOP("The event that logged the value"), kCode, 20, kOnDemand},
          [](const Row& row) { return Cell{.text = text(row.row->runtime)}; }},
         {{QT_TR_NOOP("Module"), QT_TR_NOOP("Path of the module that the node stands in"), kCode, 20}, moduleCell},
         {{QT_TR_NOOP("Error"), QT_TR_NOOP("‖runtime − reference‖ / ‖reference‖; ≠ where it is outside the tolerance"), kNumber, 12,
           2},
          errorCell},
         {{QT_TR_NOOP("Error is"),
           QT_TR_NOOP("The largest part; where a call was not judged, introduced means more than twice what its inputs "
                      "bring"),
           kPlain, 12, kOnDemand},
          originCell},
         {{QT_TR_NOOP("Introduced"),
           QT_TR_NOOP("By the call itself: ‖runtime − right result on what it read‖ ∕ ‖reference‖; by the measure max |d| its "
                      "largest element"),
           kNumber, 11},
          signedPart<causes::Origin::Introduced, &Parts::introduced, &Parts::Largest::introduced>},
         {{QT_TR_NOOP("Constant"),
           QT_TR_NOOP("By constants of the program that are not the record's, over ‖reference‖; by the measure max |d| its largest "
                      "element"),
           kNumber, 10, 3},
          signedPart<causes::Origin::Constant, &Parts::constant, &Parts::Largest::constant>},
         {{QT_TR_NOOP("Inherited"),
           QT_TR_NOOP("By what the call read: ‖right result on that − reference‖ ∕ ‖reference‖; by the measure max |d| its largest "
                      "element"),
           kNumber, 11},
          signedPart<causes::Origin::Inherited, &Parts::inherited, &Parts::Largest::inherited>},
         {{QT_TR_NOOP("Of normal"),
           QT_TR_NOOP("The call's own error in units of rounding, of those that are normal for its operator"), kNumber, 18},
          [](const Row& row) { return unitsCell(row.parts); }},
         {{QT_TR_NOOP("Verdict"), QT_TR_NOOP("Whether rounding explains what the call itself did; not what it inherited"), kPlain,
           15},
          [](const Row& row) { return verdictCell(row.parts); }},
         {{QT_TR_NOOP("Growth"), QT_TR_NOOP("The error against the largest of what the call read"), kNumber, 9, 1}, growthCell},
         {{QT_TR_NOOP("Source"), QT_TR_NOOP("The line of the model that made the node"), kCode, 16, 4},
          [](const Row& row) { return Cell{.text = text(placeOf(*row.row, *row.answer).source)}; }},
         {{QT_TR_NOOP("Accumulates in"), QT_TR_NOOP("The tightest type that sums can have been added up in"), kCode, 14, kOnDemand},
          [](const Row& row) { return accumulatorCell(row.parts); }},
         {{QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest |runtime − reference| (max_abs)"), kNumber, 12, kOnDemand}, metricCell<0>},
         {{QT_TR_NOOP("Mean d²"), QT_TR_NOOP("Mean of (runtime − reference)² (mse)"), kNumber, 12, kOnDemand}, metricCell<1>},
         {{QT_TR_NOOP("SNR, dB"), QT_TR_NOOP("10 lg (Σ reference² ∕ Σ difference²) (snr_db)"), kNumber, 10, kOnDemand},
          metricCell<2>},
         {{QT_TR_NOOP("Relative L2"), QT_TR_NOOP("‖runtime − reference‖ ∕ ‖reference‖ where both are finite (rel_l2)"), kNumber, 12,
           kOnDemand},
          metricCell<3>},
         {{QT_TR_NOOP("KL, nat"), QT_TR_NOOP("How far the softmax of the rows is from the reference's (kl)"), kNumber, 12,
           kOnDemand},
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
