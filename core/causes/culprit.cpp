#include "causes/culprit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/enum_table.h"
#include "base/name_text.h"
#include "replay/program_differences.h"

namespace etscope::causes {
namespace {

using Kind = replay::ProgramDifference::Kind;

using evaluate::Accumulator;
using evaluate::Judgement;
using evaluate::Verdict;

std::string numberText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, value != 0 && (std::abs(value) >= 1e6 || std::abs(value) < 1e-2) ? "%.2e" : "%.4g", value);
    return text;
}

Culprit at(const replay::AuditRow& row, Cause cause, Sentence sentence) {
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

Sentence writerText(std::int64_t instruction) {
    return instruction < 0 ? Sentence::of("the method's caller") : Sentence::of("instruction %1", instruction);
}

/// A difference in an order of axes is one of layout.
bool isOrderOfAxes(const replay::ProgramDifference& difference) {
    return difference.kind == Kind::Argument &&
           (difference.name == "dims" || difference.name == "dim0" || difference.name == "dim1") &&
           (difference.node.find("permute") != std::string::npos || difference.node.find("transpose") != std::string::npos);
}

}  // namespace

bool anyStopped(const std::vector<Culprit>& culprits) noexcept { return std::ranges::any_of(culprits, &Culprit::stopped); }

bool isOfCall(const Culprit& culprit) noexcept {
    switch (culprit.cause) {
        case Cause::Kernel:
        case Cause::Delegate:
        case Cause::Constant:
        case Cause::Lowering:
        case Cause::Precision:
        case Cause::Quantisation: return true;
        case Cause::Layout:
        case Cause::Input:
        case Cause::State:
        case Cause::Pairing:
        case Cause::OtherReference:
        case Cause::Unknown: break;
    }
    return !culprit.argument.empty();
}

int inferred(const Culprit& culprit) noexcept {
    if (culprit.cause == Cause::Unknown || culprit.ofNoCase) return 3;
    if (culprit.cause == Cause::Quantisation) return 2;
    return culprit.cause == Cause::State && !culprit.instruction ? 1 : 0;
}

std::string_view causeName(Cause cause) noexcept {
    constexpr EnumTable<Cause::Unknown> kNames({"kernel", "delegate", "constant", "lowering", "precision", "quantisation", "layout",
                                                "input", "state", "pairing", "reference", "unknown"});
    return kNames[cause];
}

Sentence unitsText(const Judgement& judgement) {
    if (!std::isfinite(judgement.units))
        return Sentence::of("%1 {1:element|elements} that no rounding explains", judgement.mismatched);
    if (judgement.units <= judgement.normal && judgement.spread > 1)
        return Sentence::of("its elements are off by %1 times what rounding usually does", numberText(judgement.spread));
    return Sentence::of("off by %1 rounding units, up to %2 is normal", numberText(judgement.units), numberText(judgement.normal));
}

std::optional<Culprit> culpritOf(const replay::AuditRow& row) {
    if (row.overwritten) {
        const replay::Overwritten& value = *row.overwritten;
        if (value.overwriter == row.instruction) {
            Culprit itself =
                at(row, Cause::Lowering,
                   Sentence::of("instruction %1 (%2) writes its result over v%3, which it reads meanwhile: the plan puts "
                                "both into the same memory",
                                row.instruction, row.op, value.value));
            itself.argument = value.argument;
            return itself;
        }
        Culprit culprit =
            at(row, Cause::Lowering,
               Sentence::of("instruction %1 (%2) is correct for its inputs, but these are not what was given to v%3: "
                            "%4 wrote over the result of %5, which lies in the same memory",
                            row.instruction, row.op, value.value, writerText(value.overwriter), writerText(value.producer)));
        culprit.argument = value.argument;
        return culprit;
    }
    const Judgement* judgement = row.judgement();
    if (judgement == nullptr || row.assumed) return std::nullopt;
    if (looksNarrow(row, *judgement))
        return at(row, Cause::Precision,
                  Sentence::of("kernel '%1' at instruction %2 looks like %3 accumulation: %4 with f32", row.op, row.instruction,
                               word(*judgement->accumulator), unitsText(*judgement)));
    if (!row.wrong()) return std::nullopt;
    if (row.delegate)
        return at(row, Cause::Delegate,
                  Sentence::of(
                      "delegate %1 at instruction %2 returns wrong values for its inputs, by the graph that it was made from: %3",
                      *row.delegate, row.instruction, unitsText(*judgement)));
    return at(row, Cause::Kernel,
              Sentence::of("kernel '%1' at instruction %2 returns wrong values for its inputs: %3", row.op, row.instruction,
                           unitsText(*judgement)));
}

Culprit culpritOf(const replay::ProgramDifference& difference, std::optional<std::size_t> run) {
    Culprit culprit;
    culprit.run = run;
    culprit.instruction = difference.instruction;
    culprit.nodes = {difference.node};
    switch (difference.kind) {
        case Kind::Constant:
            culprit.cause = Cause::Constant;
            culprit.constant = difference.name;
            culprit.sentence = Sentence::of("program constant '%1' at instruction %2 differs from the record's: %3",
                                            validName(difference.name), difference.instruction, difference.text);
            break;
        case Kind::Argument:
            culprit.cause = isOrderOfAxes(difference) ? Cause::Layout : Cause::Constant;
            culprit.constant = difference.name;
            culprit.sentence = Sentence::of("the argument at instruction %1 differs from the record's: %2", difference.instruction,
                                            difference.text);
            break;
        case Kind::Type:
            culprit.cause = Cause::Precision;
            culprit.sentence = Sentence::of("the program computes in another type than the record at instruction %1: %2",
                                            difference.instruction, difference.text);
            break;
        case Kind::Operator:
        case Kind::Operand:
            culprit.cause = Cause::Lowering;
            culprit.sentence = Sentence::of("the program is not what the record's graph was lowered to at instruction %1: %2",
                                            difference.instruction, difference.text);
            break;
    }
    return culprit;
}

}  // namespace etscope::causes
