#include "report/audit_json.h"

#include "report/metrics_json.h"

namespace etscope::report {

Json envelopeJson(const evaluate::Judgement* judgement) {
    if (judgement == nullptr) return nullptr;
    return {{"units", number(judgement->units)}, {"normal", number(judgement->normal)}, {"limit", number(judgement->limit)}};
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
    return {{"cause", causes::causeName(culprit->cause)},
            {"run", culprit->run ? Json(*culprit->run) : Json(nullptr)},
            {"instruction", culprit->instruction ? Json(*culprit->instruction) : Json(nullptr)},
            {"delegate", culprit->delegate ? Json(*culprit->delegate) : Json(nullptr)},
            {"nodes", culprit->nodes},
            {"constant", culprit->constant ? Json(*culprit->constant) : Json(nullptr)},
            {"sentence", culprit->sentence}};
}

}  // namespace etscope::report
