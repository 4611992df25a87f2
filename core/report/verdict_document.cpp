#include "report/verdict_document.h"
#include "report/json_values.h"

#include "report/audit_json.h"
#include "report/metrics_json.h"
#include "report/table_form.h"
#include "report/text_cells.h"

namespace etscope::report {
namespace {

Json countsJson(const findings::OutputCounts& counts) {
    return {{"match", counts.match}, {"differ", counts.differ}, {"incomparable", counts.incomparable}, {"missing", counts.missing}};
}

Json methodJson(const findings::MethodOutcome& outcome) {
    Json differing = Json::array();
    for (const std::int64_t column : outcome.differing) differing.push_back(session::columnText(column));
    return {{"method", outcome.method},
            {"outputs", countsJson(outcome.outputs)},
            {"cases", outcome.columns},
            {"differing", std::move(differing)},
            {"worst", textOrNull(outcome.worstOutput.text())},
            {"max_abs", outcome.maxAbs ? number(*outcome.maxAbs) : Json(nullptr)},
            {"not_finite", outcome.notFinite},
            {"calls", {{"right", outcome.right}, {"wrong", outcome.wrong}, {"unknown", outcome.open}}}};
}

Json joinJson(const findings::JoinOutcome& one) {
    return {{"files", one.files},
            {"state", one.ambiguous ? "ambiguous" : findings::verdictName(one.state)},
            {"finding", textOrNull(one.finding)},
            {"evidence", one.join.evidence}};
}

Json causeJson(const findings::PossibleCause& cause) {
    return {{"kind", cause.kind},
            {"state", findings::causeStateName(cause.state)},
            {"title", cause.title},
            {"address", textOrNull(cause.address)},
            {"method", textOrNull(cause.method)},
            {"source", textOrNull(cause.source)},
            {"evidence", cause.evidence},
            {"action", textOrNull(cause.action)}};
}

}  // namespace

Result<Json> verdictDocument(const session::Session& session, findings::Verdict& state, bool& unreadable, const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    state = (*verdict)->state;
    unreadable = (*verdict)->unreadable;
    Json document = beginDocument("verdict", session);
    document["state"] = findings::verdictName(state);
    document["sentences"] = Json::array();
    for (const findings::Statement& one : (*verdict)->sentences)
        document["sentences"].push_back(
            {{"state", findings::causeStateName(one.state)}, {"text", one.text}, {"address", textOrNull(one.address)}});
    document["outputs"] = countsJson((*verdict)->outputs);
    document["constants"] = {{"compared", (*verdict)->constants}, {"differ", (*verdict)->differentConstants}};
    for (const char* list : {"methods", "joins", "culprits", "causes"}) document[list] = Json::array();
    for (const findings::JoinOutcome& one : (*verdict)->joins) document["joins"].push_back(joinJson(one));
    for (const findings::MethodOutcome& outcome : (*verdict)->methods) {
        document["methods"].push_back(methodJson(outcome));
        if (outcome.culprit)
            document["culprits"].push_back({{"method", outcome.method},
                                            {"run", outcome.culprit->run ? Json(*outcome.culprit->run) : Json(nullptr)},
                                            {"culprit", culpritJson(outcome.culprit)}});
    }
    for (const findings::PossibleCause& cause : (*verdict)->causes) document["causes"].push_back(causeJson(cause));
    endDocument(document, session);
    return document;
}

std::string verdictText(const Json& document) {
    std::string text;
    for (const Json& one : document["sentences"]) text += cell(one["state"]) + ": " + cell(one["text"]) + "\n";
    const Json& outputs = document["outputs"];
    text += "\noutputs: " + cell(outputs["match"]) + " match, " + cell(outputs["differ"]) + " differ, " +
            cell(outputs["incomparable"]) + " not comparable, " + cell(outputs["missing"]) + " missing\n";
    for (const Json& one : document["joins"])
        text += "files: " + cell(one["files"][0]) + " and " + cell(one["files"][1]) + ": " + cell(one["state"]) + "\n";
    return document["causes"].empty() ? text : text + "\n" + tableText(document);
}

}  // namespace etscope::report
