#include "report/audit_json.h"

namespace etscope::report {

Json tapJson(const join::Tap* tap) {
    if (tap == nullptr) return nullptr;
    return object(F("output", tap->output), F("reducer", textOrNull(tap->reducerName)), F("value", textOrNull(tap->name())),
                  F("node", textOrNull(tap->node)));
}

Json envelopeJson(const evaluate::Judgement* judgement) {
    if (judgement == nullptr) return nullptr;
    return object(F("units", number(judgement->units)), F("normal", number(judgement->normal)),
                  F("limit", number(judgement->limit)));
}

std::string_view verdictWord(const replay::AuditRow& row) {
    switch (row.state) {
        case replay::AuditState::Judged: return evaluate::word(row.judgement()->verdict);
        case replay::AuditState::UnknownInput: return "unknown_input";
        case replay::AuditState::NotLogged:
        case replay::AuditState::NotEvaluated: break;
    }
    return "not_evaluated";
}

Json accumulatorJson(const evaluate::Judgement* judgement) {
    return judgement != nullptr && judgement->accumulator ? Json(evaluate::word(*judgement->accumulator)) : Json(nullptr);
}

Json culpritJson(const std::optional<causes::Culprit>& culprit) {
    if (!culprit) return nullptr;
    return object(F("cause", causes::causeName(culprit->cause)), F("run", orNull(culprit->run)),
                  F("instruction", orNull(culprit->instruction)), F("delegate", orNull(culprit->delegate)),
                  F("nodes", culprit->nodes), F("constant", orNull(culprit->constant)), F("sentence", culprit->sentence));
}

}  // namespace etscope::report
