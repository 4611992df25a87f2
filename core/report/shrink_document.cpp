#include "report/shrink_document.h"

#include "base/name_text.h"

namespace etscope::report {
namespace {

Json culpritOf(const shrink::Answer& answer) {
    if (!answer.culprit) return nullptr;
    const causes::Culprit& culprit = *answer.culprit;
    return object(F("cause", causes::causeName(culprit.cause)), F("method", answer.method), F("address", answer.address),
                  F("nodes", culprit.nodes), F("sentence", culprit.sentence.text()));
}

Json stepOf(const shrink::Step& step) {
    return object(F("phase", shrink::phaseName(step.phase)), F("what", validName(step.what)),
                  F("state", shrink::trialStateName(step.state)), F("operators", step.operators), F("input_bytes", step.inputBytes),
                  F("constant_bytes", step.constantBytes), F("seconds", step.seconds), F("message", validName(step.message)));
}

Json smallestOf(const shrink::Answer& answer) {
    if (!answer.smallest) return nullptr;
    const shrink::Smallest& smallest = *answer.smallest;
    return object(F("operators", smallest.operators), F("in_bodies", smallest.inBodies), F("quantisers", smallest.quantisers),
                  F("nodes", smallest.nodes), F("inputs", smallest.inputs),
                  F("input_bytes", smallest.inputBytes), F("constant_bytes", smallest.constantBytes),
                  F("sentence", smallest.sentence), F("proven", smallest.proven), F("printed", validName(smallest.printed)));
}

}  // namespace

Json shrinkDocument(const session::Session& session, const shrink::Answer& answer, const std::string& folder) {
    Json document = beginDocument("shrink", session);
    document["state"] = shrink::outcomeName(answer.outcome);
    document["sentence"] = answer.sentence.text();
    document["culprit"] = culpritOf(answer);
    document["graph"] = textOrNull(answer.graph);
    const bool knows = !answer.versions.torch.empty();
    document["versions"] = knows ? object(F("python", answer.versions.python), F("torch", answer.versions.torch),
                                          F("executorch", answer.versions.executorch), F("backends", answer.versions.backends))
                                 : Json(nullptr);
    document["smallest"] = smallestOf(answer);
    document["steps"] = listOf(answer.steps, stepOf);
    document["seconds"] = answer.seconds;
    document["output"] = textOrNull(validName(folder));
    document["written"] = answer.files;
    return endDocument(document, session);
}

}  // namespace etscope::report
