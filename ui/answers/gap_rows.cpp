#include "answers/gap_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <cmath>

#include "answers/gap_columns.h"
#include "answers/tables.h"
#include "base/base_name.h"
#include "exported/metadata.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/operator_family.h"
#include "program/plan.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

namespace {

constexpr std::array kPlotMetrics{
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "relative error"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "‖runtime − reference‖ ∕ ‖reference‖"), nullptr, true, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "max |d|"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference|"), &tensor::Metrics::maxAbs, false, true},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean |d|"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean |runtime − reference|"), &tensor::Metrics::meanAbs, false, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "max relative"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference| ∕ |reference|"), &tensor::Metrics::maxRel,
               true, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "MSE"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean (runtime − reference)²"), &tensor::Metrics::mse, false, false},
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "RMSE"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "square root of the mean (runtime − reference)²"), &tensor::Metrics::rmse,
               false, false}};

/// Of the nodes of a call that which it is named after: views behind it carry its debug handle, too.
QString operatorNode(const gap::GapRow& row) {
    return row.nodes.empty() ? QString() : text(row.nodes[modules::namedNode(row.nodes)]);
}

ChartPoint pointOf(const GapLine& line, const Address& address) {
    const gap::GapRow& row = *line.row;
    const tensor::Metrics& metrics = *row.result->metrics;
    // What is not finite on one side is beyond all that is.
    const double plotted = line.metric->value == nullptr ? row.error
                           : metrics.notFinite > 0       ? HUGE_VAL
                                                         : metrics.*line.metric->value;
    ChartPoint point{.x = static_cast<double>(row.instruction), .y = plotted, .bad = row.diverges, .address = address};
    point.tooltip = QStringLiteral("0/%1 · %2\n%3\n%4 %5")
                        .arg(row.instruction)
                        .arg(operatorNode(row), text(row.runtime),
                             QCoreApplication::translate("etscope::ui::GapPage", line.metric->name), floatText(plotted));
    if (!row.note.empty()) point.tooltip += QLatin1Char('\n') + said(row.note);
    point.own = timesRounding(line.parts).value_or(ChartPoint::kNone);
    point.judged = line.judged();
    if (line.metric->value == nullptr && line.parts != nullptr) point.normal = line.parts->limit.value_or(ChartPoint::kNone);
    if (const evaluate::Judgement* judgement =
            line.parts != nullptr && line.parts->audit ? line.parts->audit->judgement() : nullptr)
        point.tooltip +=
            QLatin1Char('\n') + QObject::tr("own error, × rounding: %1").arg(timesRoundingText(point.own, judgement->verdict));
    return point;
}

/// What the flag of the call that is at fault says: how far it is off, else what of it is wrong.
QString wrongText(const GapLine& line) {
    if (line.blame->cause == causes::Cause::Constant)
        return QObject::tr("Constant differs: %1").arg(text(line.blame->constant.value_or(line.blame->argument)));
    QStringList parts{QObject::tr("Wrong: %1").arg(operatorNode(*line.row))};
    const QString runsAs = line.runsAs();
    const double times = timesRounding(line.parts).value_or(0);
    parts.append(times > 1 ? QObject::tr("own error %1").arg(timesRoundingText(times, evaluate::Verdict::NotRounding))
                           : causeText(line.blame->cause));
    if (!runsAs.isEmpty()) parts.last().prepend(runsAs + QStringLiteral(", "));
    return parts.join(QStringLiteral(" · "));
}

/// Findings of the table's runs by the rows that they are of; the first one counts.
std::vector<const causes::Culprit*> blamesOf(const gap::GapTable& table, const causes::AuditedGap* audited) {
    std::vector<const causes::Culprit*> blames(table.rows.size());
    if (audited == nullptr) return blames;
    for (const causes::RunCulprits& run : audited->culprits)
        for (const causes::Culprit& culprit : run.culprits)
            if (const auto row = causes::rowOf(table, culprit); row && blames[*row] == nullptr) blames[*row] = &culprit;
    return blames;
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

/// "XNNPACK" of "XnnpackBackend".
QString backendName(const std::string& id) {
    const QString name = text(id);
    return (name.endsWith(QLatin1String("Backend")) ? name.chopped(7) : name).toUpper();
}

/// Without a program nothing tells.
void findRunners(const session::MethodView& method, GapAnswer& answer) {
    const program::ExecutionPlan* plan = method.session.plan(method.name);
    if (plan == nullptr) return;
    for (const gap::GapRow& row : answer.table().rows) {
        const program::Instruction* one = plan->instructionAt(0, row.instruction);
        if (one == nullptr) continue;
        const auto delegate = plan->calledDelegate(*one);
        answer.runsAs[row.instruction] =
            delegate ? QStringLiteral("%1 %2").arg(backendName(plan->delegates[*delegate].id)).arg(*delegate)
                     : QStringLiteral("CPU");
    }
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
        const std::string module = answer.placeOf(row).module;
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

QString GapLine::runsAs() const {
    const auto found = answer->runsAs.find(row->instruction);
    return found == answer->runsAs.end() ? QString() : found->second;
}

Mark GapLine::judged() const {
    const evaluate::Judgement* judgement = parts != nullptr && parts->audit ? parts->audit->judgement() : nullptr;
    const Mark own = judgement == nullptr ? Mark::None : markOf(judgement->verdict);
    using causes::Cause;
    if (blame != nullptr && blame->cause == Cause::Precision)  // what stays within the tolerance harms nobody
        return parts != nullptr && parts->diverges(*row) ? Mark::Differ : Mark::Warning;
    if (blame != nullptr && blame->cause != Cause::Quantisation && causes::isOfCall(*blame)) return Mark::Differ;
    const bool excused = blame != nullptr || (parts != nullptr && parts->audit && parts->audit->assumed);
    return excused && own == Mark::Differ ? Mark::Warning : own;
}

NodePlace GapAnswer::placeOf(const gap::GapRow& row) const {
    const auto found = row.nodes.empty() ? places.end() : places.find(row.nodes[modules::namedNode(row.nodes)]);
    return found == places.end() ? NodePlace() : found->second;
}

Result<GapAnswerPtr> gapAnswer(const session::MethodView& method, const GapChoice& choice, const JobContext& job) {
    auto answer = std::make_shared<GapAnswer>();
    auto chosen = chosenRun(method, choice, job);
    if (!chosen) return chosen.failure();
    answer->chosen = *std::move(chosen);
    findRunners(method, *answer);
    if (auto placed = placeNodes(method, *answer, job); !placed) return placed.failure();
    return GapAnswerPtr(std::move(answer));
}

Rows gapRows(const QString& method, const GapAnswerPtr& answerPtr, const causes::AuditPtr& auditPtr, const GapChoice& choice) {
    const GapAnswer& answer = *answerPtr;
    const causes::AuditedGap* audited = auditPtr.get();
    const gap::GapTable& table = answer.table();
    const gap::ReferenceValues& references = answer.references();
    const PlotMetric& metric = kPlotMetrics[choice.metric];
    const auto blames = blamesOf(table, audited);
    std::vector<GapLine> lines;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        lines.push_back({&answer, &metric, &table.rows[r], audited != nullptr ? &audited->rows[r] : nullptr, blames[r]});
    const auto addressOf = [&](const GapLine& line) { return Address::ofInstruction(method, line.row->instruction); };
    const std::pair held(answerPtr, auditPtr);
    Rows rows = Tables::gap().rows(lines, addressOf, std::make_shared<decltype(held)>(held));
    if (audited != nullptr) {  // before the calls were judged nothing is known
        const auto origins = causes::blames(table, *audited);
        rows.blamed = blamedRows(origins);
        rows.first = causes::beginningOf(table, *audited, origins);
    }
    const auto culprit = audited != nullptr ? audited->culprit(table) : std::nullopt;
    const auto atFault = culprit ? causes::rowOf(table, *culprit) : std::nullopt;
    std::size_t compared = 0;
    for (std::size_t r = 0; r < lines.size(); ++r) {
        const gap::GapRow& row = table.rows[r];
        if (!row.compared()) continue;
        ++compared;
        const Address given = Address::given(rows.addresses[r], static_cast<qint64>(row.run));
        rows.links[r] = {{QObject::tr("Compare values"), Link::on(PageId::Outputs, given)}};
        ChartPoint& point = rows.points.emplace_back(pointOf(lines[r], rows.addresses[r]));
        if (atFault == r && point.judged == Mark::Differ) point.wrong = wrongText(lines[r]);
    }
    for (const std::size_t r : rows.blamed)
        rows.links[r] +=
            {{QObject::tr("Shrink…"), Link::shrink(rows.addresses[r])}, {QObject::tr("Mend…"), Link::mend(rows.addresses[r])}};
    const bool apart = std::ranges::any_of(rows.points, &ChartPoint::bad);
    // What is apart although every call is correct is the verdict's to tell: no operator is in doubt.
    const bool doubtful = apart && std::ranges::any_of(lines, [](const GapLine& line) { return line.judged() != Mark::Match; });
    if (rows.blamed.empty())
        rows.finding = doubtful ? Mark::Ambiguous : rows.finding;
    else if (rows.first || apart)
        rows.finding = Mark::Differ;
    rows.summary = QObject::tr("%1 of %n call(s) compared · reference %2", nullptr, counted(table.rows.size()))
                       .arg(countText(compared), sourceText(references));
    if (const auto run = choice.options.run ? std::nullopt : answer.run(); run && references.computed() != nullptr)
        rows.summary = QObject::tr("%1 · run %2").arg(rows.summary).arg(*run);
    else if (run)
        rows.summary = QObject::tr("%1 · run %2, whose shapes fit").arg(rows.summary).arg(*run);
    if (!table.doubt.empty()) rows.summary += QStringLiteral(" · ") + said(table.doubt);
    addBands(rows, answer);
    if (audited != nullptr) foldBefore(rows);
    return rows;
}

}  // namespace etscope::ui
