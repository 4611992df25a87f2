// The `gap` document: reference against runtime, operator by operator.
#include <algorithm>

#include "gap/gap.h"
#include "join/joins.h"
#include "report/documents.h"
#include "report/metrics_json.h"

namespace etscope::report {
namespace {

/// Of a delegate call whose nodes' values were not logged: only its outputs stand against references. Null for other rows.
Json hiddenJson(const gap::GapRow& row, const program::ExecutionPlan* plan) {
    if (row.runtime != "DELEGATE_CALL" || row.nodes.size() <= std::max<std::size_t>(1, row.gap.size())) return nullptr;
    const auto* instruction = plan != nullptr ? plan->instructionAt(0, row.instruction) : nullptr;
    const auto delegate = instruction != nullptr ? plan->calledDelegate(*instruction) : std::nullopt;
    return {{"delegate", delegate ? Json(*delegate) : Json(nullptr)},
            {"backend", delegate ? Json(plan->delegates[*delegate].id) : Json(nullptr)},
            {"nodes", row.nodes.size()}};
}

/// "instruction 3: the values of 40 nodes are inside delegate 1 (XnnpackBackend), …".
std::string hiddenText(const Json& row) {
    const Json& hidden = row["hidden"];
    const std::string which = hidden["delegate"].is_null()
                                  ? "the delegate"
                                  : "delegate " + hidden["delegate"].dump() + " (" + hidden["backend"].get<std::string>() + ")";
    return "instruction " + row["instruction"].dump() + ": " + hidden["nodes"].dump() + " nodes run inside " + which +
           ", which logged none of their values: only its outputs are compared";
}

/// Elements that are the same infinity on both sides agree, and make sums of differences NaN: "instruction 12: …".
std::string infinitiesText(const Json& row) {
    const Json& metrics = row["metrics"];
    if (metrics.is_null() || !row.contains("gap") || metrics["not_finite"] != 0 || metrics["inf_reference"] == 0) return {};
    const bool isNan = std::ranges::any_of(row["gap"], [](const Json& value) { return value == "NaN"; });
    return isNan ? "instruction " + row["instruction"].dump() + ": " + metrics["inf_reference"].dump() +
                       " elements are the same infinity on both sides, which agrees and makes the gap NaN"
                 : std::string();
}

/// What no row can say, and how often.
Json notesJson(const Json& rows, std::size_t runs) {
    constexpr std::size_t kTold = 8;
    Json notes = Json::array();
    if (runs > 1)
        notes.push_back("the rows are of " + std::to_string(runs) +
                        " runs together, and the reference may be of one of their inputs only: --run tells which");
    std::size_t infinite = 0;
    for (const Json& row : rows)
        if (const std::string text = infinitiesText(row); !text.empty() && infinite++ < kTold) notes.push_back(text);
    std::size_t hidden = 0;
    for (const Json& row : rows)
        if (!row["hidden"].is_null() && hidden++ < kTold) notes.push_back(hiddenText(row));
    if (hidden > kTold) notes.push_back(std::to_string(hidden - kTold) + " more delegate calls logged their outputs alone");
    if (!rows.empty())
        notes.push_back("the runtime copied these values while the calls were timed: times of the run are longer than without");
    return notes;
}

Json rowJson(const gap::GapRow& row, const program::ExecutionPlan* plan, bool rowMetrics) {
    Json gap = Json::array(), nodes = Json::array();
    for (const double value : row.gap) gap.push_back(number(value));
    for (const std::string& node : row.nodes) nodes.push_back(node);
    Json out{{"debug_handles", row.debugHandles},
             {"aot_nodes", std::move(nodes)},
             {"runtime", row.runtime},
             {"instruction", row.instruction},
             {"run", row.run},
             {"state", gap::gapStateName(row.state)},
             {"metrics", row.compared() ? metricsJson(*row.result->metrics, rowMetrics) : Json(nullptr)},
             {"error", row.compared() ? number(row.error) : Json(nullptr)},
             {"inherited_error", number(row.inherited)},
             {"diverges", row.diverges},
             {"note", row.note.empty() ? Json(nullptr) : Json(row.note)},
             {"hidden", hiddenJson(row, plan)}};
    if (row.state == gap::GapState::Ok) out["gap"] = std::move(gap);
    return out;
}

}  // namespace

Result<Json> gapDocument(const session::Session& session, const std::string& method, const gap::ReferenceValues& references,
                         const gap::GapOptions& options, const JobContext& job) {
    const auto table = gap::numericGap(session, method, references, options, job);
    if (!table) return table.failure();
    join::addMismatches(session, job);
    Json document = beginDocument("gap", session);
    document["method"] = method;
    document["run"] = options.run ? Json(*options.run) : table->rows.empty() ? Json(nullptr) : Json(table->rows.front().run);
    document["metric"] = options.metric;
    document["stage"] = options.stage.text();
    document["reference"] = references.source();
    Json rows = Json::array();
    const program::ExecutionPlan* plan = session.plan(method);
    const bool rowMetrics = tensor::metricColumn(options.metric)->rowWise;
    for (const gap::GapRow& row : table->rows) rows.push_back(rowJson(row, plan, rowMetrics));
    Json first = table->firstDivergence ? rows[*table->firstDivergence] : Json(nullptr), notes = notesJson(rows, table->runs);
    document["rows"] = std::move(rows);
    document["first_divergence"] = std::move(first);
    document["notes"] = std::move(notes);
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
