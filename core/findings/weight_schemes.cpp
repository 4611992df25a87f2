#include "findings/weight_schemes.h"

#include <algorithm>
#include <cmath>

#include "advisor/schemes.h"
#include "base/enum_table.h"
#include "tensor/element_reader.h"

namespace etscope::findings {
namespace {

using advisor::Scheme;
using advisor::WeightAs;

/// Zero points of one weight: more are no scheme.
constexpr std::uint64_t kMostZeroPoints = std::uint64_t{1} << 22U;

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

/// Whether any of them is not the middle of the range; nothing: they cannot be read.
std::optional<bool> hasZeroPoints(const inventory::QuantisedWeight& weight) {
    const double middle = weight.least && weight.greatest ? std::floor((*weight.least + *weight.greatest + 1) / 2) : 0;
    const auto other = [middle](double one) { return one != middle; };
    const inventory::Parameters& points = weight.zeroPoints;
    if (!points.known()) return false;
    if (!points.tensor) return std::ranges::any_of(points.values, other);
    auto reader = tensor::ElementReader::open(*points.tensor);
    if (!reader || reader->count() > kMostZeroPoints) return std::nullopt;
    for (std::uint64_t first = 0; first < reader->count();) {
        const auto part =
            reader->doubles(first, static_cast<std::size_t>(std::min<std::uint64_t>(reader->blockSize(), reader->count() - first)));
        if (!part || part->empty()) return std::nullopt;
        if (std::ranges::any_of(*part, other)) return true;
        first += part->size();
    }
    return false;
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

WeightScheme schemeOf(const inventory::QuantisedWeight& weight) {
    WeightScheme made;
    const bool ranged = weight.least && weight.greatest;
    made.bits = ranged ? bitsBetween(*weight.least, *weight.greatest) : 0;
    if (made.bits == 0) made.bits = static_cast<int>(8 * itemSize(weight.values.type));
    if (isFloating(weight.values.type)) made.bits = 0, made.type = weight.values.type;  // a short float with scales
    const std::string_view scheme = weight.scheme();
    const bool rows = weight.block.size() > 1 &&
                      std::ranges::all_of(weight.block.begin(), weight.block.end() - 1, [](std::int64_t one) { return one == 1; });
    made.grain = scheme == "per_tensor"    ? Grain::Tensor
                 : scheme == "per_channel" ? Grain::Channel
                 : rows                    ? Grain::Group
                                           : Grain::Block;
    if (made.grain == Grain::Group) made.group = weight.groupSize();
    made.zeroPoints = hasZeroPoints(weight);
    return made;
}

WeightScheme schemeOf(ScalarType type) noexcept {
    WeightScheme made;
    made.type = type;
    return made;
}

}  // namespace etscope::findings
