#include "report/run_document.h"

#include "base/name_text.h"

namespace etscope::report {

Result<Json> runDocument(const session::Session& session, const run::RunOutcome& outcome, findings::Verdict& state,
                         const JobContext& job) {
    const auto verdict = findings::verdict(session, job);
    if (!verdict) return verdict.failure();
    state = (*verdict)->state;
    Json document = beginDocument("run", session);
    const Json record = runrecord::toJson(outcome.record);
    for (const auto& [key, value] : record.items())
        if (key != "schema") document[key] = value;
    const auto statement = [](const findings::Statement& one) {
        return object(F("state", findings::causeStateName(one.state)), F("text", one.text), F("address", textOrNull(one.address)));
    };
    document["output"] = validName(outcome.folder);
    document["verdict"] =
        object(F("state", findings::verdictName(state)), F("sentences", listOf((*verdict)->sentences, statement)));
    return endDocument(document, session);
}

}  // namespace etscope::report
