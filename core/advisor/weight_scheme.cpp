#include "advisor/weight_scheme.h"

#include <algorithm>
#include <cmath>

#include "advisor/schemes.h"
#include "base/enum_table.h"

namespace etscope::advisor {
namespace {

/// Words of floating types as schemes have them.
struct FloatWord {
    ScalarType type;
    std::string_view id;
};
constexpr FloatWord kFloatWords[] = {
    {ScalarType::F32, "float"}, {ScalarType::F16, "f16"}, {ScalarType::BF16, "bf16"}, {ScalarType::F8E4M3FN, "fp8"}};

std::string_view floatWord(ScalarType type) noexcept {
    const auto* hit = std::ranges::find(kFloatWords, type, &FloatWord::type);
    return hit == std::end(kFloatWords) ? std::string_view() : hit->id;
}

/// Whether its properties are those of the row. Ranges of codes and types of scales, in which torchao and PT2E differ, do not
/// matter.
bool isFormOf(const WeightScheme& scheme, const Scheme& known) noexcept {
    const bool dynamic = scheme.operand == Operand::Dynamic && scheme.operandBits == 8;
    const bool fixed = scheme.operand == Operand::Static && scheme.operandBits == 8;
    if (scheme.operand != Operand::AsIs && !dynamic && !fixed) return false;
    if (known.activations != dynamic || known.calibrated != fixed) return false;
    if (known.weight == WeightAs::Float8) return scheme.type == ScalarType::F8E4M3FN && scheme.bits == 0;
    if (known.weight != WeightAs::Integer) return scheme.bits == 0 && floatWord(scheme.type) == known.id;
    const Grain grain = known.perTensor ? Grain::Tensor : known.group > 0 ? Grain::Group : Grain::Channel;
    return scheme.bits == known.bits && scheme.grain == grain && scheme.group == known.group &&
           scheme.zeroPoints == known.asymmetric;
}

/// "int4", "8da4w": without grain.
std::string baseWord(const WeightScheme& scheme) {
    if (scheme.bits == 0) {
        const std::string_view word = floatWord(scheme.type);
        return word.empty() ? std::string(scalarTypeName(scheme.type)) : std::string(word);
    }
    const std::string bits = std::to_string(scheme.bits);
    const bool dynamic = scheme.operand == Operand::Dynamic && scheme.operandBits == 8;
    return dynamic ? "8da" + bits + "w" : "int" + bits;
}

Sentence withGrain(const WeightScheme& scheme, const std::string& word) {
    if (scheme.bits == 0 || scheme.grain == Grain::Channel) return Sentence(word);
    if (scheme.grain == Grain::Group) return Sentence::of("%1, groups of %2", word, scheme.group);
    return scheme.grain == Grain::Tensor ? Sentence::of("%1, one scale for all", word) : Sentence::of("%1, in blocks", word);
}

}  // namespace

std::string_view grainName(Grain grain) noexcept {
    static constexpr EnumTable<Grain::Block> kNames({"per_tensor", "per_channel", "per_group", "per_block"});
    return kNames[grain];
}

std::string_view operandName(Operand operand) noexcept {
    static constexpr EnumTable<Operand::Static> kNames({"as_is", "dynamic", "static"});
    return kNames[operand];
}

bool WeightScheme::differsFrom(const WeightScheme& other) const noexcept {
    if (!known() || !other.known()) return false;
    WeightScheme mine = *this, theirs = other;
    if (!mine.zeroPoints || !theirs.zeroPoints) mine.zeroPoints = theirs.zeroPoints = {};
    if (mine.operandBits == 0 || theirs.operandBits == 0) mine.operandBits = theirs.operandBits = 0;
    return !(mine == theirs);
}

std::string WeightScheme::id() const {
    for (const Scheme& one : advisor::schemes())
        if (isFormOf(*this, one)) return std::string(one.id);
    return {};
}

Sentence WeightScheme::text() const {
    if (!known()) return Sentence::of("not known");
    Sentence made = withGrain(*this, baseWord(*this));
    if (zeroPoints.value_or(false)) made = Sentence::of("%1, with zero points", made);
    if (operand == Operand::AsIs || (operand == Operand::Dynamic && operandBits == 8 && bits > 0)) return made;
    const std::string narrow = operandBits > 0 ? "int" + std::to_string(operandBits) : "int";
    return operand == Operand::Static ? Sentence::of("%1, operands in %2 with fixed scales", made, narrow)
                                      : Sentence::of("%1, operands in %2 while it runs", made, narrow);
}

int bitsBetween(double least, double greatest) noexcept {
    if (!(greatest > least)) return 0;
    int bits = 1;
    while (bits < 32 && std::ldexp(1.0, bits) < greatest - least + 1) ++bits;
    return bits;
}

}  // namespace etscope::advisor
