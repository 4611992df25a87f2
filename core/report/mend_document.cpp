#include "report/mend_document.h"

#include "base/name_text.h"

namespace etscope::report {
namespace {

Json costsJson(const mend::Costs& costs) {
    return object(F("bytes", costs.bytes), F("kernels", costs.kernels), F("delegate_calls", costs.delegateCalls),
                  F("p50", orNull(costs.p50)));
}

Json faultJson(const mend::Fault& fault) {
    const auto suspect = [](const mend::Suspect& one) { return object(F("operator", one.op), F("nodes", one.nodes)); };
    return object(F("method", fault.method), F("address", fault.address), F("cause", causes::causeName(fault.culprit.cause)),
                  F("sentence", fault.culprit.sentence), F("backend", textOrNull(fault.backend)),
                  F("suspects", listOf(fault.suspects, suspect)));
}

Json trialJson(const mend::Trial& trial) {
    const auto measure = [](const mend::Measure& one) {
        return object(F("remedy", one.remedy->id), F("subject", textOrNull(one.subject)));
    };
    const auto method = [](const auto& one) {
        return object(F("method", one.first), F("right", one.second.right()), F("differ", one.second.differ),
                      F("compared", one.second.compared), F("wrong", one.second.wrong), F("judged", one.second.judged),
                      F("max_abs", number(one.second.maxAbs)));
    };
    return object(F("name", trial.name()), F("title", trial.title()), F("state", mend::trialStateName(trial.state)),
                  F("message", textOrNull(trial.message)), F("measures", listOf(trial.measures, measure)),
                  F("touches", trial.touches()), F("methods", listOf(trial.score.methods, method)),
                  F("costs", trial.ran() ? costsJson(trial.costs) : Json(nullptr)), F("seconds", number(trial.seconds)));
}

}  // namespace

Json mendDocument(const session::Session& session, const mend::Answer& answer, const std::string& output) {
    const mend::Trial* best = answer.best();
    return documentOf(
        "mend", session, F("state", mend::answerStateName(answer.state)), F("cause", textOrNull(answer.cause())),
        F("summary", answer.summary), F("advice", textOrNull(answer.advice.text())), F("faults", listOf(answer.faults, faultJson)),
        F("target", object(F("python", answer.versions.python), F("torch", answer.versions.torch),
                           F("executorch", answer.versions.executorch))),
        F("graph", answer.trials.empty() ? Json(nullptr) : Json(answer.lowered.graph)), F("cases", answer.cases),
        F("expected", answer.expected), F("before", answer.before ? costsJson(*answer.before) : Json(nullptr)),
        F("best", best == nullptr ? Json(nullptr) : Json(best->name())), F("trials", listOf(answer.trials, trialJson)),
        F("left", answer.left), F("cancelled", answer.cancelled), F("notes", answer.notes), F("seconds", number(answer.seconds)),
        F("output", validName(output)), F("patch", best == nullptr ? Json(nullptr) : Json(best->patch)));
}

}  // namespace etscope::report
