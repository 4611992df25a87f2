#include "report/documents.h"

#include "base/enum_table.h"
#include "report/audit_json.h"

namespace etscope::report {
namespace {

constexpr EnumTable<causes::DriftRow::Kind::State, const char*> kKinds({"module", "operators", "operator", "state"});

Json stepJson(const causes::DriftStep& step, std::size_t at) {
    Json outputs = listOf(step.outputs, [](const causes::DriftOutput& output) -> Json {
        return object(F("node", output.node), F("max_abs", number(output.maxAbs)), F("error", number(output.error)),
                      F("allowed", number(output.allowed)), F("differs", output.differs),
                      F("same_tokens", orNull(output.sameTokens)));
    });
    return object(F("step", at), F("run", step.run), F("case", orNull(step.caseIndex)), F("tokens", orNull(step.tokens)),
                  F("reason", textOrNull(step.reason.text())), F("outputs", std::move(outputs)),
                  F("by_cache", orNull(step.byCache)));
}

Json cellJson(const causes::DriftCell& cell, std::size_t step) {
    const causes::DriftParts& parts = cell.parts;
    const Json partsJson =
        object(F("error", number(parts.error)), F("own", orNull(parts.own)), F("constant", orNull(parts.constant)),
               F("by_input", orNull(parts.byInput)), F("by_cache", orNull(parts.byCache)), F("max_abs", number(parts.maxAbs)));
    return object(
        F("step", step), F("state", causes::driftStateName(cell.state)), F("reason", textOrNull(cell.reason.text())),
        F("total", orNull(cell.total)), F("own", orNull(cell.own)), F("constant", orNull(cell.constant)),
        F("origin", causes::driftOriginName(causes::originOf(cell))), F("calls", cell.calls), F("compared", cell.compared),
        F("instruction", cell.total && cell.instruction >= 0 ? Json(cell.instruction) : Json(nullptr)),
        F("node", cell.total ? textOrNull(cell.node) : Json(nullptr)),
        F("own_node", cell.own ? textOrNull(cell.ownNode) : Json(nullptr)), F("parts", cell.total ? partsJson : Json(nullptr)));
}

Json rowJson(const causes::DriftRow& row) {
    const auto cell = [step = std::size_t{0}](const causes::DriftCell& one) mutable { return cellJson(one, step++); };
    return object(F("kind", kKinds[row.kind]), F("name", row.name), F("path", row.path), F("type", textOrNull(row.type)),
                  F("depth", row.depth), F("cells", listOf(row.cells, cell)));
}

Json cacheJson(const causes::Drift& drift, const causes::DriftCache& cache) {
    Json cells = Json::array();
    for (std::size_t step = 0; step < cache.cells.size(); ++step) {
        const causes::DriftCacheCell& cell = cache.cells[step];
        Json wrong = nullptr;
        if (cell.wrongPlaces) wrong = {cell.wrongPlaces->first, cell.wrongPlaces->second};
        cells.push_back(object(F("step", step), F("state", causes::driftStateName(cell.state)),
                               F("reason", textOrNull(cell.reason.text())), F("total", orNull(cell.total)),
                               F("error", number(cell.error)), F("used", orNull(cell.used)), F("places", orNull(cell.places)),
                               F("wrong_places", std::move(wrong))));
    }
    return object(F("name", cache.name), F("group", cache.group), F("type", cache.type),
                  F("row", cache.row ? Json(drift.rows[*cache.row].path) : Json(nullptr)), F("cells", std::move(cells)));
}

Json firstJson(const causes::Drift& drift) {
    if (!drift.first) return nullptr;
    const auto [row, step] = *drift.first;
    const causes::DriftRow& top = drift.rows[drift.topOf(row)];
    const causes::DriftCell& cell = drift.rows[row].cells[step];
    return object(F("step", step), F("run", drift.steps[step].run),
                  F("row", top.kind == causes::DriftRow::Kind::Module ? top.path : top.name), F("node", drift.rows[row].name),
                  F("instruction", cell.instruction >= 0 ? Json(cell.instruction) : Json(nullptr)), F("total", orNull(cell.total)),
                  F("origin", causes::driftOriginName(causes::originOf(cell))));
}

}  // namespace

Result<Json> driftDocument(const session::MethodView& method, const causes::DriftOptions& options, bool& wrong,
                           const JobContext& job) {
    const auto drift = causes::drift(method, options, job);
    if (!drift) return drift.failure();
    wrong = drift->first || causes::anyStopped(drift->culprits);
    const auto step = [at = std::size_t{0}](const causes::DriftStep& one) mutable { return stepJson(one, at++); };
    const auto row = [](const causes::DriftRow& one) { return rowJson(one); };
    const auto cache = [&](const causes::DriftCache& one) { return cacheJson(*drift, one); };
    return documentOf("drift", method.session, F("method", method.name), F("reference", drift->reference),
                      F("steps", listOf(drift->steps, step)), F("first", firstJson(*drift)), F("rows", listOf(drift->rows, row)),
                      F("caches", listOf(drift->caches, cache)), F("culprits", listOf(drift->culprits, culpritJson)),
                      F("left_out", drift->leftOut));
}

}  // namespace etscope::report
