// The `gap` document: reference against runtime, operator by operator.
#include "gap/gap.h"
#include "join/joins.h"
#include "report/documents.h"
#include "report/metrics_json.h"

namespace etscope::report {
namespace {

Json rowJson(const gap::GapRow& row) {
    Json gap = Json::array(), nodes = Json::array();
    for (const double value : row.gap) gap.push_back(number(value));
    for (const std::string& node : row.nodes) nodes.push_back(node);
    Json out{{"debug_handles", row.debugHandles},
             {"aot_nodes", std::move(nodes)},
             {"runtime", row.runtime},
             {"instruction", row.instruction},
             {"run", row.run},
             {"state", gap::gapStateName(row.state)},
             {"metrics", row.compared() ? metricsJson(*row.result->metrics) : Json(nullptr)},
             {"error", row.compared() ? number(row.error) : Json(nullptr)},
             {"inherited_error", number(row.inherited)},
             {"diverges", row.diverges},
             {"note", row.note.empty() ? Json(nullptr) : Json(row.note)}};
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
    Json& rows = document["rows"] = Json::array();
    for (const gap::GapRow& row : table->rows) rows.push_back(rowJson(row));
    document["first_divergence"] = table->firstDivergence ? rows[*table->firstDivergence] : Json(nullptr);
    endDocument(document, session);
    return document;
}

}  // namespace etscope::report
