#include "report/drift_document.h"

#include <algorithm>
#include <cstdio>

#include "base/enum_table.h"
#include "report/audit_json.h"
#include "report/json_values.h"
#include "report/text_cells.h"
#include "report/text_table.h"

namespace etscope::report {
namespace {

constexpr EnumTable<causes::DriftRow::Kind::State, const char*> kKinds({"module", "operators", "operator", "state"});

Json stepJson(const causes::DriftStep& step, std::size_t at) {
    Json outputs = Json::array();
    for (const causes::DriftOutput& output : step.outputs)
        outputs.push_back({{"node", output.node},
                           {"max_abs", number(output.maxAbs)},
                           {"error", number(output.error)},
                           {"allowed", number(output.allowed)},
                           {"differs", output.differs},
                           {"same_tokens", orNull(output.sameTokens)}});
    return {{"step", at},
            {"run", step.run},
            {"case", orNull(step.caseIndex)},
            {"tokens", orNull(step.tokens)},
            {"reason", textOrNull(step.reason)},
            {"outputs", std::move(outputs)},
            {"by_cache", orNull(step.byCache)}};
}

Json cellJson(const causes::DriftCell& cell, std::size_t step) {
    Json json{{"step", step}, {"state", causes::driftStateName(cell.state)}, {"reason", textOrNull(cell.reason)}};
    json["total"] = orNull(cell.total);
    json["own"] = orNull(cell.own);
    json["constant"] = orNull(cell.constant);
    json["origin"] = causes::driftOriginName(causes::originOf(cell));
    json["calls"] = cell.calls;
    json["compared"] = cell.compared;
    json["instruction"] = cell.total && cell.instruction >= 0 ? Json(cell.instruction) : Json(nullptr);
    json["node"] = cell.total ? textOrNull(cell.node) : Json(nullptr);
    json["own_node"] = cell.own ? textOrNull(cell.ownNode) : Json(nullptr);
    json["parts"] =
        !cell.total ? Json(nullptr) : Json{{"error", number(cell.parts.error)},       {"own", orNull(cell.parts.own)},
                                           {"constant", orNull(cell.parts.constant)}, {"by_input", orNull(cell.parts.byInput)},
                                           {"by_cache", orNull(cell.parts.byCache)},  {"max_abs", number(cell.parts.maxAbs)}};
    return json;
}

Json rowJson(const causes::DriftRow& row) {
    Json cells = Json::array();
    for (std::size_t step = 0; step < row.cells.size(); ++step) cells.push_back(cellJson(row.cells[step], step));
    return {{"kind", kKinds[row.kind]},     {"name", row.name},   {"path", row.path},
            {"type", textOrNull(row.type)}, {"depth", row.depth}, {"cells", std::move(cells)}};
}

Json cacheJson(const causes::Drift& drift, const causes::DriftCache& cache) {
    Json cells = Json::array();
    for (std::size_t step = 0; step < cache.cells.size(); ++step) {
        const causes::DriftCacheCell& cell = cache.cells[step];
        Json wrong = nullptr;
        if (cell.wrongPlaces) wrong = {cell.wrongPlaces->first, cell.wrongPlaces->second};
        cells.push_back({{"step", step},
                         {"state", causes::driftStateName(cell.state)},
                         {"reason", textOrNull(cell.reason)},
                         {"total", orNull(cell.total)},
                         {"error", number(cell.error)},
                         {"used", orNull(cell.used)},
                         {"places", orNull(cell.places)},
                         {"wrong_places", std::move(wrong)}});
    }
    return {{"name", cache.name},
            {"group", cache.group},
            {"type", cache.type},
            {"row", cache.row ? Json(drift.rows[*cache.row].path) : Json(nullptr)},
            {"cells", std::move(cells)}};
}

Json firstJson(const causes::Drift& drift) {
    if (!drift.first) return nullptr;
    const auto [row, step] = *drift.first;
    const causes::DriftRow& top = drift.rows[drift.topOf(row)];
    const causes::DriftCell& cell = drift.rows[row].cells[step];
    return {{"step", step},
            {"run", drift.steps[step].run},
            {"row", top.kind == causes::DriftRow::Kind::Module ? top.path : top.name},
            {"node", drift.rows[row].name},
            {"instruction", cell.instruction >= 0 ? Json(cell.instruction) : Json(nullptr)},
            {"total", orNull(cell.total)},
            {"origin", causes::driftOriginName(causes::originOf(cell))}};
}

/// Three digits: of what is about 1, more would be noise.
std::string shortNumber(const Json& value) {
    if (!value.is_number()) return cell(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value.get<double>());
    return text;
}

std::string sizeText(const Json& step) {
    return step["tokens"].is_null() ? cell(step["step"]) : cell(step["step"]) + "·" + cell(step["tokens"]);
}

/// The titles outlive the table.
std::string gridText(const Json& document, const char* list, const char* title, bool tops) {
    std::vector<std::string> titles;
    for (const Json& step : document["steps"]) titles.push_back(sizeText(step));
    std::vector<TextTable::Column> columns{{title}};
    for (const std::string& one : titles) columns.push_back({one, TextTable::Align::Right});
    TextTable table(columns);
    for (const Json& row : document[list]) {
        if (tops && row["depth"] != 0) continue;
        std::vector<std::string> cells{cell(row["name"])};
        for (const Json& one : row["cells"]) cells.push_back(shortNumber(one["total"]));
        table.add(cells);
    }
    return table.empty() ? std::string() : table.text();
}

std::string outputsText(const Json& document) {
    std::string text;
    for (const Json& step : document["steps"]) {
        const std::string who = "step " + cell(step["step"]) + ", run " + cell(step["run"]) + ": ";
        if (!step["reason"].is_null()) text += who + cell(step["reason"]) + "\n";
        for (const Json& output : step["outputs"]) {
            text += who + cell(output["node"]) + (output["differs"] == true ? " differs" : " is within the tolerance") +
                    ", max_abs " + rounded(output["max_abs"]);
            if (!step["by_cache"].is_null()) text += ", " + rounded(step["by_cache"]) + " of it came in by caches";
            text += "\n";
        }
    }
    return text;
}

bool isKnown(const Json& document) {
    return std::ranges::any_of(document["rows"], [](const Json& row) {
        return std::ranges::any_of(row["cells"], [](const Json& one) { return one["state"] == "known"; });
    });
}

bool anyOutputDiffers(const Json& document) {
    return std::ranges::any_of(document["steps"], [](const Json& step) {
        return std::ranges::any_of(step["outputs"], [](const Json& output) { return output["differs"] == true; });
    });
}

}  // namespace

Result<Json> driftDocument(const session::Session& session, const std::string& method, const causes::DriftOptions& options,
                           bool& wrong, const JobContext& job) {
    const auto drift = causes::drift(session, method, options, job);
    if (!drift) return drift.failure();
    Json document = beginDocument("drift", session);
    document["method"] = method;
    document["reference"] = drift->reference;
    document["steps"] = Json::array();
    for (std::size_t step = 0; step < drift->steps.size(); ++step) document["steps"].push_back(stepJson(drift->steps[step], step));
    document["first"] = firstJson(*drift);
    document["rows"] = Json::array();
    for (const causes::DriftRow& row : drift->rows) document["rows"].push_back(rowJson(row));
    document["caches"] = Json::array();
    for (const causes::DriftCache& cache : drift->caches) document["caches"].push_back(cacheJson(*drift, cache));
    document["culprits"] = Json::array();
    for (const causes::Culprit& culprit : drift->culprits) document["culprits"].push_back(culpritJson(culprit));
    document["left_out"] = drift->leftOut;
    wrong = drift->first.has_value();
    endDocument(document, session);
    return document;
}

std::string driftText(const Json& document) {
    std::string text = "error, of the limit of normal rounding; reference " + cell(document["reference"]) + "\n\n";
    text += gridText(document, "rows", "step · tokens", true);
    if (!document["caches"].empty()) text += "\n" + gridText(document, "caches", "left in caches", false);
    text += "\n" + outputsText(document);
    const Json& first = document["first"];
    if (first.is_null())
        text += !isKnown(document)           ? "nothing could be compared\n"
                : anyOutputDiffers(document) ? "nothing that was compared is beyond rounding; how far that moves the outputs which "
                                               "differ is not known\n"
                                             : "rounding explains all that was compared\n";
    else
        text += "begins in step " + cell(first["step"]) + " (run " + cell(first["run"]) + "), " + cell(first["row"]) + ": " +
                cell(first["node"]) +
                (first["origin"] == "state" ? std::string(" is not what the case expects")
                                            : ", " + shortNumber(first["total"]) + " times the limit, " + cell(first["origin"])) +
                "\n";
    if (!document["culprits"].empty())
        text += "culprit, " + cell(document["culprits"][0]["cause"]) + ": " + cell(document["culprits"][0]["sentence"]) + "\n";
    if (document["left_out"] != 0) text += "note: " + cell(document["left_out"]) + " more runs were not looked at\n";
    return text;
}

}  // namespace etscope::report
