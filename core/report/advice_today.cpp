#include "report/advice_today.h"

#include "base/escaped.h"

namespace etscope::report {
namespace {

Json worstJson(const advisor::Advice& advice, const std::optional<advisor::CaseCost>& worst) {
    if (!worst) return nullptr;
    const bool named = worst->index < advice.caseNames.size();
    return object(F("case", worst->index), F("name", named ? textOrNull(escaped(advice.caseNames[worst->index])) : Json(nullptr)),
                  F("cost", number(worst->cost)));
}

Json heldJson(const advisor::HeldAlike& one) {
    return object(F("text", one.text), F("scheme", textOrNull(one.id)), F("narrow", one.narrow), F("weights", one.weights),
                  F("elements", one.elements), F("bytes", one.bytes));
}

Json wasteJson(const advisor::Waste& waste) {
    return object(F("bits", waste.bits), F("needed_bits", waste.needed), F("codes_used", waste.used),
                  F("codes_possible", waste.possible), F("parts", waste.parts), F("zero_parts", waste.zero),
                  F("half_used_parts", waste.half), F("outlier_parts", waste.outliers), F("spare_bits", waste.spare));
}

Json weightJson(const advisor::Advice& advice, const advisor::HeldWeight& weight) {
    const advisor::Held& held = *weight.held;
    return object(F("name", escaped(weight.name)), F("module", textOrNull(escaped(weight.module))), F("text", held.text()),
                  F("scheme", textOrNull(held.scheme.id())), F("bytes", held.bytes),
                  F("effect", weight.effect ? effectJson(advice, *weight.effect) : Json(nullptr)),
                  F("waste", held.waste ? wasteJson(*held.waste) : Json(nullptr)));
}

/// Where several scales are, nothing of it was looked at.
Json activationJson(const advisor::FixedActivation& one) {
    const bool known = one.elements > 0;
    const auto of = [known](auto value) { return known ? Json(value) : Json(nullptr); };
    const auto real = [known](double value) { return known ? number(value) : Json(nullptr); };
    return object(F("node", escaped(one.name)), F("value", escaped(one.value)), F("module", textOrNull(escaped(one.module))), F("scale", real(one.scale)),
                  F("zero_point", real(one.zeroPoint)), F("least_end", real(one.leastEnd)), F("most_end", real(one.mostEnd)),
                  F("least", real(one.least)), F("most", real(one.most)), F("elements", of(one.elements)),
                  F("clipped", of(one.clipped)), F("clipped_share", real(one.clippedShare())), F("beyond", real(one.beyond)),
                  F("codes_used", of(one.used)), F("codes_possible", of(one.possible)));
}

}  // namespace

Json effectJson(const advisor::Advice& advice, const advisor::Effect& effect) {
    return object(F("cost", number(effect.cost())), F("kl", orNull(effect.kl)),
                  F("tokens", effect.kl ? Json(effect.tokens) : Json(nullptr)),
                  F("tokens_stay", effect.kl ? Json(effect.stay) : Json(nullptr)), F("snr_db", number(effect.snrDb())),
                  F("max_abs", effect.worst), F("finite", effect.finite),
                  F("worst_case", worstJson(advice, effect.worstCase)));
}

Json todayJson(const advisor::Advice& advice) {
    const advisor::Today& today = advice.today;
    if (!today.quantised()) return nullptr;
    Json weights = listOf(today.weights, [&](const advisor::HeldWeight& one) { return weightJson(advice, one); });
    return object(F("bytes", today.bytes), F("effect", today.effect ? effectJson(advice, *today.effect) : Json(nullptr)), F("held", listOf(today.census, heldJson)), F("weights", std::move(weights)),
                  F("activations", listOf(today.activations, activationJson)), F("remarks", today.remarks));
}

}  // namespace etscope::report
