// The `gap` document: reference against runtime, operator by operator.
#include <algorithm>
#include <set>

#include "causes/audited_gap.h"
#include "compare/run_cases.h"
#include "gap/closeness.h"
#include "join/joins.h"
#include "report/audit_json.h"
#include "report/documents.h"

namespace etscope::report {
namespace {

/// Of a delegate call whose nodes' values were not logged: only its outputs, and what taps show, stand against references. Null for
/// other rows.
Json hiddenJson(const gap::GapRow& row, const std::vector<gap::GapRow>& all, const program::ExecutionPlan* plan) {
    if (row.runtime != "DELEGATE_CALL" || row.nodes.size() <= std::max<std::size_t>(1, row.gap.size())) return nullptr;
    std::set<std::string> hidden(row.nodes.begin(), row.nodes.end());
    for (const gap::GapRow& one : all)
        if (one.tap && one.compared() && one.run == row.run && one.instruction == row.instruction)
            for (const std::string& node : one.nodes) hidden.erase(node);
    if (hidden.empty()) return nullptr;
    Json number = nullptr, backend = nullptr;
    if (const auto* instruction = plan != nullptr ? plan->instructionAt(0, row.instruction) : nullptr)
        if (const auto delegate = plan->calledDelegate(*instruction)) number = *delegate, backend = plan->delegates[*delegate].id;
    return object(F("delegate", std::move(number)), F("backend", std::move(backend)), F("nodes", hidden.size()),
                  F("tapped", row.nodes.size() - hidden.size()));
}

/// "instruction 3: the values of 40 nodes are inside delegate 1 (XnnpackBackend), …".
std::string hiddenText(const Json& row) {
    const Json& hidden = row["hidden"];
    const std::string which = hidden["delegate"].is_null()
                                  ? "the delegate"
                                  : "delegate " + hidden["delegate"].dump() + " (" + hidden["backend"].get<std::string>() + ")";
    return "instruction " + row["instruction"].dump() + ": " + hidden["nodes"].dump() + " nodes run inside " + which +
           ", which logged none of their values: only its outputs are compared" +
           (hidden["tapped"] == 0 ? "" : ", and the taps of " + hidden["tapped"].dump() + " more");
}

/// What no row can say, and how often.
Json notesJson(const Json& rows) {
    constexpr std::size_t kTold = 8;
    Json notes = Json::array();
    std::size_t hidden = 0;
    for (const Json& row : rows)
        if (!row["hidden"].is_null() && hidden++ < kTold) notes.push_back(hiddenText(row));
    if (hidden > kTold) notes.push_back(std::to_string(hidden - kTold) + " more delegate calls logged their outputs alone");
    if (std::ranges::any_of(rows, [](const Json& row) { return row["tap"].is_null(); }))
        notes.push_back("the runtime copied these values while the calls were timed: times of the run are longer than without");
    return notes;
}

/// How well a run fits the reference: rows whose shapes do, then rows that agree.
std::pair<std::ptrdiff_t, std::ptrdiff_t> fitOf(const gap::GapTable& table) {
    return {std::ranges::count(table.rows, gap::GapState::Ok, &gap::GapRow::state),
            -std::ranges::count(table.rows, true, &gap::GapRow::diverges)};
}

/// Rows are of the first run where nobody chose one; values of a case fit the run of that case. The later run that fits better is
/// told; of more than a few, the others are not looked at.
Result<std::string> otherRunText(const session::MethodView& method, const gap::ReferenceValues& references, gap::GapOptions options,
                                 const gap::GapTable& table, const JobContext& job) {
    constexpr std::size_t kTried = 8;
    auto best = fitOf(table);
    if (options.run || table.rows.empty() || (!table.firstDivergence && best.first == std::ssize(table.rows))) return std::string();
    const std::size_t shown = table.rows.front().run;
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::size_t tried = 0;
    std::string text;
    for (const join::SessionRun& run : **runs) {
        if (run.index == shown || run.attribution.method != method.name || tried++ >= kTried) continue;
        options.run = run.index;
        const auto other = gap::numericGap(method, references, options, job);
        if (other.cancelled()) return other.failure();
        if (!other || fitOf(*other) <= best) continue;
        best = fitOf(*other);
        text = "these rows are of run " + std::to_string(shown) + "; run " + std::to_string(run.index) +
               " fits the reference better: " + std::to_string(best.first) + " rows have its shapes, " +
               std::to_string(-best.second) + " diverge (--run " + std::to_string(run.index) + ")";
    }
    return text;
}

Json rowJson(const gap::GapRow& row, const std::vector<gap::GapRow>& all, const program::ExecutionPlan* plan, bool rowMetrics) {
    Json out = object(F("debug_handles", row.debugHandles), F("aot_nodes", row.nodes), F("runtime", row.runtime),
                      F("instruction", row.instruction), F("run", row.run), F("state", gap::gapStateName(row.state)),
                      F("metrics", row.compared() ? metricsJson(*row.result->metrics, rowMetrics) : Json(nullptr)),
                      F("error", row.compared() ? number(row.error) : Json(nullptr)), F("inherited_error", number(row.inherited)),
                      F("note", textOrNull(row.note.text())), F("hidden", hiddenJson(row, all, plan)),
                      F("tap", tapJson(row.tap ? &*row.tap : nullptr)));
    if (row.state == gap::GapState::Ok) out["gap"] = listOf(row.gap, number);
    return out;
}

void addParts(Json& row, const causes::RowParts& parts, const gap::GapRow& of) {
    const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
    row.update(object(F("diverges", parts.isOpen(of) ? Json(nullptr) : Json(parts.diverges(of))),
                      F("introduced", orNull(parts.introduced)), F("constant", orNull(parts.constant)),
                      F("inherited", orNull(parts.inherited)), F("envelope", envelopeJson(judgement)),
                      F("limit", orNull(parts.limit)), F("verdict", parts.audit ? verdictWord(*parts.audit) : "not_evaluated"),
                      F("verdict_reason", parts.audit ? textOrNull(parts.audit->reason.text()) : Json(nullptr)),
                      F("accumulator", accumulatorJson(judgement))));
}

/// How far rounding alone moves the row's value: ‖declared − wide‖ / ‖wide‖ of the last node that has both.
Result<Json> noiseJson(const gap::GapRow& row, const gap::ReferenceValues& wide, const gap::ReferenceValues& declared,
                       const JobContext& job) {
    for (auto node = row.nodes.rbegin(); node != row.nodes.rend(); ++node) {
        const auto left = wide.ofNode(*node), right = declared.ofNode(*node);
        if (!left || !right) continue;
        const auto close = gap::closeness(*left, *right, job);
        if (close.cancelled()) return close.failure();
        if (close && close->fits) return number(close->relative());
    }
    return Json(nullptr);
}

/// What the runtime's values are held against: the name of the source, or how it was computed.
Json referenceJson(const gap::ReferenceValues& references) {
    const gap::ComputedSource* computed = references.computed();
    if (computed == nullptr) return references.source();
    Json evidence = Json::array();
    if (!computed->evidence.empty()) evidence.push_back(computed->evidence);
    const auto unsupported = [](const auto& row) {
        return object(F("node", row.node), F("target", row.target), F("reason", row.reason));
    };
    return object(
        F("source", "computed"), F("stage", computed->stage), F("mode", computed->wide ? "wide" : "declared"),
        F("inputs", object(F("from", computed->from), F("case", orNull(computed->caseIndex)), F("evidence", std::move(evidence)))),
        F("unsupported", listOf(computed->notComputed, unsupported)));
}

}  // namespace

Result<Json> gapDocument(const session::MethodView& method, const gap::ReferenceValues& references, const gap::GapOptions& options,
                         const JobContext& job, const GapExtras& extras) {
    const auto table = gap::numericGap(method, references, options, job);
    if (!table) return table.failure();
    join::addMismatches(method.session, job);
    Json rows = Json::array();
    const program::ExecutionPlan* plan = method.plan();
    const bool rowMetrics = tensor::metricColumn(options.metric)->rowWise;
    const auto audited = causes::auditedGap(method, *table, job, extras.allRuns);
    if (!audited) return audited.failure();
    for (std::size_t i = 0; i < table->rows.size(); ++i) {
        rows.push_back(rowJson(table->rows[i], table->rows, plan, rowMetrics));
        addParts(rows.back(), audited->rows[i], table->rows[i]);
        if (extras.declared != nullptr) {
            auto noise = noiseJson(table->rows[i], references, *extras.declared, job);
            if (!noise) return noise.failure();
            rows.back()["noise"] = *std::move(noise);
        }
        rows.back()["restarted"] = references.restarted(table->rows[i].nodes);
    }
    const auto otherRun = otherRunText(method, references, options, *table, job);
    if (!otherRun) return otherRun.failure();
    const auto diverges = audited->firstDivergence(*table);
    Json first = diverges ? rows[*diverges] : Json(nullptr), notes = notesJson(rows);
    if (table->leftOut > 0)
        notes.insert(notes.begin(),
                     std::to_string(table->leftOut) +
                         " more instructions carry the same debug handles as one of these rows: of such instructions "
                         "only the last is compared, as the original does");
    for (const std::string& told : {*otherRun, table->doubt.text()})
        if (!told.empty()) notes.insert(notes.begin(), told);
    Json culprits = Json::array();
    for (const causes::RunCulprits& one : audited->culprits)
        for (const causes::Culprit& each : one.culprits) culprits.push_back(culpritJson(each));
    Json run = orNull(options.run);
    if (!options.run && !table->rows.empty()) run = table->rows.front().run;
    return documentOf("gap", method.session, F("method", method.name), F("run", std::move(run)), F("metric", options.metric),
                      F("stage", options.stage.text()), F("reference", referenceJson(references)), F("rows", std::move(rows)),
                      F("first_divergence", std::move(first)), F("culprit", culpritJson(audited->culprit(*table))),
                      F("culprits", std::move(culprits)), F("notes", std::move(notes)));
}

}  // namespace etscope::report
