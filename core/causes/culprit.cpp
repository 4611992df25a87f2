#include "causes/culprit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/enum_table.h"

namespace etscope::causes {
namespace {

using evaluate::Accumulator;
using evaluate::Judgement;
using evaluate::Verdict;

std::string numberText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value != 0 && (std::abs(value) >= 1e6 || std::abs(value) < 1e-2) ? "%.2e" : "%.4g", value);
    return text;
}

std::string placeText(const replay::AuditRow& row) { return "instruction " + std::to_string(row.instruction); }

Culprit at(const replay::AuditRow& row, Cause cause, std::string sentence) {
    Culprit culprit;
    culprit.cause = cause;
    culprit.run = row.run;
    culprit.instruction = row.instruction;
    culprit.delegate = row.delegate;
    culprit.sentence = std::move(sentence);
    return culprit;
}

/// A sum that a narrower type than its own explains.
bool looksNarrow(const replay::AuditRow& row, const Judgement& judgement) {
    return !row.delegate && row.sums && judgement.accumulator && *judgement.accumulator != Accumulator::F32 &&
           judgement.verdict >= Verdict::High;
}

std::string writerText(std::int64_t instruction) {
    return instruction < 0 ? "the method's caller" : "instruction " + std::to_string(instruction);
}

}  // namespace

bool anyStopped(const std::vector<Culprit>& culprits) noexcept { return std::ranges::any_of(culprits, &Culprit::stopped); }

int inferred(const Culprit& culprit) noexcept {
    if (culprit.cause == Cause::Unknown || culprit.ofNoCase) return 2;
    return culprit.cause == Cause::State && !culprit.instruction ? 1 : 0;
}

std::string_view causeName(Cause cause) noexcept {
    constexpr EnumTable<Cause::Unknown> kNames({"kernel", "delegate", "constant", "lowering", "precision", "quantisation", "layout",
                                                "input", "state", "pairing", "reference", "unknown"});
    return kNames[cause];
}

std::string unitsText(const Judgement& judgement) {
    if (!std::isfinite(judgement.units)) return std::to_string(judgement.mismatched) + " elements that no rounding explains";
    if (judgement.units <= judgement.normal && judgement.spread > 1)
        return "its elements are off by " + numberText(judgement.spread) + " times what rounding usually does";
    return numberText(judgement.units) + " units, normal is up to " + numberText(judgement.normal);
}

std::optional<Culprit> culpritOf(const replay::AuditRow& row) {
    if (row.overwritten) {
        const replay::Overwritten& value = *row.overwritten;
        Culprit culprit = at(row, Cause::Lowering,
                             placeText(row) + " (" + row.op + ") is right on what it read, but that is not what was given to v" +
                                 std::to_string(value.value) + ": " + writerText(value.overwriter) + " wrote over the result of " +
                                 writerText(value.producer) + ", which lies in the same memory");
        culprit.argument = value.argument;
        return culprit;
    }
    const Judgement* judgement = row.judgement();
    if (judgement == nullptr || row.assumed) return std::nullopt;
    if (looksNarrow(row, *judgement))
        return at(row, Cause::Precision,
                  "kernel '" + row.op + "' at " + placeText(row) + " looks like " + std::string(word(*judgement->accumulator)) +
                      " accumulation: " + unitsText(*judgement) + " with f32");
    if (!row.wrong()) return std::nullopt;
    if (row.delegate)
        return at(row, Cause::Delegate,
                  "delegate " + std::to_string(*row.delegate) + " at " + placeText(row) +
                      " gives another result on its own inputs than the graph that it was made from: " + unitsText(*judgement));
    return at(row, Cause::Kernel,
              "kernel '" + row.op + "' at " + placeText(row) + " gives another result on its own inputs: " + unitsText(*judgement));
}

}  // namespace etscope::causes
