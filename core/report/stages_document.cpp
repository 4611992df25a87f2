#include "report/documents.h"

#include <cmath>

#include "stages/stage_arrows.h"

namespace etscope::report {

namespace {

/// JSON has no infinities.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json arrowOutputJson(const stages::ArrowOutput& output) {
    const bool measured = output.closeness && output.closeness->fits;
    return object(F("index", output.index), F("max_abs", measured ? finite(output.closeness->maxAbs) : Json(nullptr)),
                  F("snr_db", measured ? finite(output.closeness->snrDb) : Json(nullptr)),
                  F("error", measured ? finite(output.closeness->relative()) : Json(nullptr)),
                  F("verdict", gap::agreementName(output.verdict)));
}

Json arrowJson(const stages::StageArrow& arrow) {
    const Json first = arrow.first ? object(F("node", arrow.first->node), F("error", finite(arrow.first->error))) : Json(nullptr);
    return object(F("from", arrow.from), F("to", arrow.to), F("outputs", listOf(arrow.outputs, arrowOutputJson)), F("first", first),
                  F("compared", arrow.compared), F("unknown", arrow.unknown), F("quantisation", textOrNull(arrow.quantisation)),
                  F("evidence", arrow.evidence), F("breaks", arrow.breaks));
}

Json methodJson(const stages::StageArrows& made) {
    return object(F("method", made.method),
                  F("inputs", object(F("from", made.from), F("case", orNull(made.caseIndex)), F("source", made.source))),
                  F("run", orNull(made.run)), F("arrows", listOf(made.arrows, arrowJson)));
}

}  // namespace

Result<Json> stagesDocument(const session::MethodView& method, const std::optional<replay::InputChoice>& inputs, bool& breaks,
                            const JobContext& job) {
    const std::vector<std::string> names = method.name.empty() ? method.session.methodNames() : std::vector{method.name};
    Json document = beginDocument("stages", method.session), methods = Json::array();
    Result<stages::StageArrows> made =
        fail("no-record", "graphs that can be computed are in an ETRecord or a .pt2 archive; the session has none");
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
    return endDocument(document, method.session);
}

}  // namespace etscope::report
