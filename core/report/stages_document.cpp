#include "report/stages_document.h"

#include <cmath>

#include "report/text_cells.h"
#include "stages/stage_arrows.h"

namespace etscope::report {

namespace {

/// JSON has no infinities.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json outputJson(const stages::ArrowOutput& output) {
    const bool measured = output.closeness && output.closeness->fits;
    return {{"index", output.index},
            {"max_abs", measured ? finite(output.closeness->maxAbs) : Json(nullptr)},
            {"snr_db", measured ? finite(output.closeness->snrDb) : Json(nullptr)},
            {"error", measured ? finite(output.closeness->relative()) : Json(nullptr)},
            {"verdict", gap::agreementName(output.verdict)}};
}

Json arrowJson(const stages::StageArrow& arrow) {
    Json outputs = Json::array();
    for (const stages::ArrowOutput& output : arrow.outputs) outputs.push_back(outputJson(output));
    const Json first = arrow.first ? Json{{"node", arrow.first->node}, {"error", finite(arrow.first->error)}} : Json(nullptr);
    return {{"from", arrow.from},
            {"to", arrow.to},
            {"outputs", std::move(outputs)},
            {"first", first},
            {"compared", arrow.compared},
            {"unknown", arrow.unknown},
            {"quantisation", arrow.quantisation.empty() ? Json(nullptr) : Json(arrow.quantisation)},
            {"evidence", arrow.evidence},
            {"breaks", arrow.breaks}};
}

Json methodJson(const stages::StageArrows& made) {
    Json arrows = Json::array();
    for (const stages::StageArrow& arrow : made.arrows) arrows.push_back(arrowJson(arrow));
    return {{"method", made.method},
            {"inputs",
             {{"from", made.from}, {"case", made.caseIndex ? Json(*made.caseIndex) : Json(nullptr)}, {"source", made.source}}},
            {"run", made.run ? Json(*made.run) : Json(nullptr)},
            {"arrows", std::move(arrows)}};
}

/// "output 0: normal, max_abs 1e-7, snr_db 130".
std::string stageOutputText(const Json& output) {
    std::string text = "    output " + cell(output["index"]) + ": " + cell(output["verdict"]);
    for (const char* key : {"max_abs", "snr_db"})
        if (!output[key].is_null()) text += ", " + std::string(key) + " " + rounded(output[key]);
    return text + "\n";
}

std::string arrowText(const Json& arrow) {
    std::string text = "  " + cell(arrow["from"]) + " → " + cell(arrow["to"]) + (arrow["breaks"] == true ? "  breaks" : "") + "\n";
    for (const Json& output : arrow["outputs"]) text += stageOutputText(output);
    if (!arrow["first"].is_null())
        text += "    first node that differs: " + cell(arrow["first"]["node"]) +
                (arrow["first"]["error"].is_null() ? "" : ", error " + rounded(arrow["first"]["error"])) + "\n";
    text += "    compared " + cell(arrow["compared"]) + ", unknown " + cell(arrow["unknown"]) + "\n";
    for (const Json& sentence : arrow["evidence"]) text += "    " + cell(sentence) + "\n";
    return text;
}

std::string methodText(const Json& method) {
    const Json& inputs = method["inputs"];
    std::string text = cell(method["method"]) + ", inputs: " + cell(inputs["from"]) +
                       (inputs["case"].is_null() ? "" : " " + cell(inputs["case"])) + " (" + cell(inputs["source"]) + ")\n";
    for (const Json& arrow : method["arrows"]) text += arrowText(arrow);
    return text;
}

}  // namespace

Result<Json> stagesDocument(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs, bool& breaks,
                            const JobContext& job) {
    std::vector<std::string> names{method.name};
    if (method.name.empty()) {
        names.clear();
        for (const session::Method& one : method.session.methods()) names.push_back(one.name);
    }
    Json document = beginDocument("stages", method.session), methods = Json::array();
    Result<stages::StageArrows> made = fail("no-record", "graphs that can be computed are in an ETRecord; the session has none");
    Diagnostics diagnostics;
    for (const std::string& name : names) {
        made = stages::stageArrows({method.session, name}, inputs, job);
        if (made.cancelled()) return made.failure();
        if (!made) diagnostics.warning(made.error().code, name, made.error().message);
        if (!made) continue;
        breaks = breaks || made->breaks();
        methods.push_back(methodJson(*made));
    }
    if (methods.empty()) return made.failure();
    method.session.addDiagnostics(diagnostics);
    if (names.size() == 1)
        document.update(methods.front());
    else
        document["methods"] = std::move(methods);
    endDocument(document, method.session);
    return document;
}

std::string stagesText(const Json& document) {
    if (!document.contains("methods")) return methodText(document);
    std::string text;
    for (const Json& method : document["methods"]) text += (text.empty() ? "" : "\n") + methodText(method);
    return text;
}

}  // namespace etscope::report
