#include "advisor/schemes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/enum_table.h"
#include "base/half_float.h"
#include "evaluate/elements.h"
#include "evaluate/small_floats.h"

namespace etscope::advisor {
namespace {

// What is multiplied in f32 must not be contracted: the functions below are compiled without fused operations (CMakeLists.txt).

constexpr std::array kSchemes{
    Scheme{"float", Sentence::phrase("as it is"), WeightAs::Float, 32},
    Scheme{"today", Sentence::phrase("as the quantised export holds it"), WeightAs::Today, 0},
    Scheme{"f16", Sentence::phrase("half precision"), WeightAs::Half, 16},
    Scheme{"bf16", Sentence::phrase("bfloat16"), WeightAs::Brain, 16},
    Scheme{"fp8", Sentence::phrase("8-bit float (e4m3), a scale for each channel"), WeightAs::Float8, 8},
    Scheme{"int8", Sentence::phrase("8 bits, a scale for each channel"), WeightAs::Integer, 8},
    Scheme{"8da8w", Sentence::phrase("8 bits, activations too"), WeightAs::Integer, 8, 0, false, true},
    Scheme{"same4", Sentence::phrase("the same codes and scales, in 4 bits"), WeightAs::Same, 4},
    Scheme{"int4-32", Sentence::phrase("4 bits in groups of 32"), WeightAs::Integer, 4, 32, false, false},
    Scheme{"int4-64", Sentence::phrase("4 bits in groups of 64"), WeightAs::Integer, 4, 64, false, false},
    Scheme{"int4-128", Sentence::phrase("4 bits in groups of 128"), WeightAs::Integer, 4, 128, false, false},
    Scheme{"int4-256", Sentence::phrase("4 bits in groups of 256"), WeightAs::Integer, 4, 256, false, false},
    Scheme{"int4a-32", Sentence::phrase("4 bits with zero points, groups of 32"), WeightAs::Integer, 4, 32, true, false},
    Scheme{"int4a-128", Sentence::phrase("4 bits with zero points, groups of 128"), WeightAs::Integer, 4, 128, true, false},
    Scheme{"8da4w-32", Sentence::phrase("4 bits in groups of 32, activations in 8"), WeightAs::Integer, 4, 32, false, true, true},
    Scheme{"8da4w-64", Sentence::phrase("4 bits in groups of 64, activations in 8"), WeightAs::Integer, 4, 64, false, true, true},
    Scheme{"8da4w-128", Sentence::phrase("4 bits in groups of 128, activations in 8"), WeightAs::Integer, 4, 128, false, true,
           true},
    Scheme{"8da4w-256", Sentence::phrase("4 bits in groups of 256, activations in 8"), WeightAs::Integer, 4, 256, false, true,
           true},
    Scheme{"8da4w", Sentence::phrase("4 bits, a scale for each channel, activations in 8"), WeightAs::Integer, 4, 0, false, true},
    // PT2E's; after those of torchao.
    Scheme{"dynamic8", Sentence::phrase("8 bits by PT2E, activations too, while it runs"), WeightAs::Integer, 8, 0, false, true,
           false, true},
    Scheme{"static8", Sentence::phrase("8 bits by PT2E, activations and results too, calibrated"), WeightAs::Integer, 8, 0, false,
           false, false, true, false, true},
    Scheme{"static8-tensor", Sentence::phrase("8 bits by PT2E, one scale for a weight, calibrated"), WeightAs::Integer, 8, 0, false,
           false, false, true, true, true}};

/// Of PT2E.
constexpr float kLeastStatic = 1.0F / 4096;

float leastCode(const Scheme& scheme) noexcept { return -std::ldexp(1.0F, scheme.bits - 1) + (scheme.pt2e ? 1.0F : 0.0F); }
float mostCode(const Scheme& scheme) noexcept { return std::ldexp(1.0F, scheme.bits - 1) - 1; }

float roundedBrain(float value) noexcept { return floatFromBf16(bf16FromDouble(static_cast<double>(value))); }
float roundedHalf(float value) noexcept { return floatFromF16(f16FromDouble(static_cast<double>(value))); }

struct AsItIs {
    float operator()(float value) const noexcept { return value; }
};
struct ToHalf {
    float operator()(float value) const noexcept { return roundedHalf(value); }
};
struct ToBrain {
    float operator()(float value) const noexcept { return roundedBrain(value); }
};

/// Calls `visit` with what rounds to the type that is computed in; every type but the two of 16 bits is f32.
template <class Visit>
void withRounding(ScalarType type, Visit&& visit) {
    switch (type) {
        case ScalarType::F16: return visit(ToHalf());
        case ScalarType::BF16: return visit(ToBrain());
        default: return visit(AsItIs());
    }
}

float rounded(ScalarType type, float value) noexcept {
    return type == ScalarType::F16 ? roundedHalf(value) : type == ScalarType::BF16 ? roundedBrain(value) : value;
}

std::int64_t groupOf(const Scheme& scheme, std::int64_t inputs) noexcept { return scheme.group > 0 ? scheme.group : inputs; }

ScalarType scaleType(const Scheme& scheme, ScalarType type) noexcept { return scheme.brainScales ? ScalarType::BF16 : type; }
/// Of elements times what scales are inverse to.
ScalarType productType(const Scheme& scheme, ScalarType type) noexcept {
    return scaleType(scheme, type) == type ? type : ScalarType::F32;
}

/// 1 / scale as quantize_affine has it: of the scale's own type. Where it is one number PT2E has it in double.
float inverseOf(const Scheme& scheme, float scale, ScalarType type) noexcept {
    if (scheme.perTensor) return static_cast<float>(1.0 / static_cast<double>(scale));
    return rounded(scaleType(scheme, type), 1.0F / scale);
}

/// To nearest even, of numbers beyond 2^21 what is beyond all codes: two sums, which loops can vectorise.
float nearest(float value) noexcept {
    constexpr float kFar = 0x1p21F, kWhole = 0x1.8p23F;
    const float near = value > kFar ? kFar : value < -kFar ? -kFar : value;
    return (near + kWhole) - kWhole;
}

template <class Round>
float codeOf(float value, float inverse, const Parameters& parameters, float least, float most, Round round) noexcept {
    const float code = round(nearest(round(value * inverse)) + parameters.zeroPoint);
    return code > most ? most : code < least ? least : code;
}

/// Calls `visit(first, count, parameters, inverse)` for every group.
template <class Visit>
void eachGroup(const Scheme& scheme, std::int64_t inputs, std::span<const float> weight, ScalarType type, Visit&& visit) {
    const auto group = static_cast<std::size_t>(std::max<std::int64_t>(groupOf(scheme, inputs), 1));
    for (std::size_t first = 0; first + group <= weight.size(); first += group) {
        float least = weight[first], most = least;
        for (const float one : weight.subspan(first, group)) {
            least = one < least || one != one ? one : least;  // a NaN stays, as in torch
            most = one > most || one != one ? one : most;
        }
        const Parameters parameters = parametersOf(scheme, least, most, type);
        visit(first, group, parameters, inverseOf(scheme, parameters.scale, type));
    }
}

std::vector<const Scheme*> named(std::span<const std::string_view> ids) {
    std::vector<const Scheme*> all;
    for (const std::string_view id : ids) all.push_back(schemeOf(id));
    return all;
}

/// Rows of zeros become NaN, as they do there.
void narrowFloat8(std::int64_t inputs, std::span<float> weight, ScalarType type) noexcept {
    constexpr float kLargest = 448;
    const auto& values = evaluate::smallFloats(ScalarType::F8E4M3FN);
    for (std::size_t first = 0; first + static_cast<std::size_t>(inputs) <= weight.size();
         first += static_cast<std::size_t>(inputs)) {
        const auto row = weight.subspan(first, static_cast<std::size_t>(inputs));
        float most = 0;
        for (const float one : row) most = std::max(most, std::fabs(one));
        const float scale = rounded(type, most / kLargest);
        for (float& one : row) {
            const float scaled = std::clamp(one / scale, -kLargest, kLargest);
            one = rounded(type, static_cast<float>(values[evaluate::smallFloatOf(ScalarType::F8E4M3FN, scaled)]) * scale);
        }
    }
}

}  // namespace

std::string_view kindName(OperatorKind kind) noexcept {
    static constexpr EnumTable<OperatorKind::Transposed> kNames({"linear", "convolution", "embedding", "product", "transposed"});
    return kNames[kind];
}

bool Scheme::fits(OperatorKind kind, std::int64_t inputs) const noexcept {
    // torchao quantises modules; a matrix that is no module's weight can be rounded only.
    if (kind == OperatorKind::Product && (weight == WeightAs::Integer || weight == WeightAs::Float8)) return false;
    const bool convolution = kind == OperatorKind::Convolution || kind == OperatorKind::Transposed;
    if (group > 0 && (inputs % group != 0 || convolution)) return false;
    if (calibrated) return convolution || kind == OperatorKind::Linear;
    // torchao's scales would run along the inputs of a convolution that is transposed.
    if (kind == OperatorKind::Transposed && weight == WeightAs::Integer) return false;
    if (activations) return kind == OperatorKind::Linear;
    return weight != WeightAs::Float8 || kind == OperatorKind::Linear;
}

std::int64_t Scheme::sharing(std::int64_t channels, std::int64_t inputs, std::int64_t places) const noexcept {
    return perTensor ? channels * inputs : pt2e ? inputs * places : inputs;
}

std::uint64_t Scheme::bytes(std::int64_t channels, std::int64_t inputs, std::int64_t places) const noexcept {
    const auto elements = static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(inputs);
    std::uint64_t all = (elements * static_cast<std::uint64_t>(bits) + 7) / 8;
    if (weight != WeightAs::Integer && weight != WeightAs::Float8) return all;
    const std::int64_t each = std::max<std::int64_t>(groupOf(*this, sharing(channels, inputs, places)), 1);
    const std::uint64_t groups = elements / static_cast<std::uint64_t>(each);
    return all + groups * ((brainScales ? 2U : 4U) + (asymmetric ? 1U : 0U));
}

std::span<const Scheme> schemes() noexcept { return kSchemes; }

const Scheme* schemeOf(std::string_view id) noexcept {
    const auto found = std::ranges::find(kSchemes, id, &Scheme::id);
    return found == kSchemes.end() ? nullptr : &*found;
}

std::vector<const Scheme*> usualSchemes(OperatorKind kind) {
    static constexpr std::array<std::string_view, 5> kProducts{"float", "f16", "8da8w", "8da4w-128", "8da4w-32"};
    static constexpr std::array<std::string_view, 4> kTables{"float", "f16", "int8", "int4-32"};
    static constexpr std::array<std::string_view, 3> kConvolutions{"float", "f16", "int8"};
    static constexpr std::array<std::string_view, 2> kMatrices{"float", "f16"};
    switch (kind) {
        case OperatorKind::Linear: return named(kProducts);
        case OperatorKind::Embedding: return named(kTables);
        case OperatorKind::Convolution: return named(kConvolutions);
        case OperatorKind::Transposed:
        case OperatorKind::Product: break;
    }
    return named(kMatrices);
}

std::vector<const Scheme*> narrowerSchemes(OperatorKind kind, bool operands) {
    static constexpr std::array<std::string_view, 3> kProducts{"same4", "8da4w-128", "8da4w-32"};
    static constexpr std::array<std::string_view, 3> kWeightsAlone{"same4", "int4-128", "int4-32"};
    static constexpr std::array<std::string_view, 4> kTables{"int8", "same4", "int4-128", "int4-32"};
    static constexpr std::array<std::string_view, 2> kOthers{"int8", "same4"};
    if (kind == OperatorKind::Linear) return operands ? named(kProducts) : named(kWeightsAlone);
    return kind == OperatorKind::Embedding ? named(kTables) : named(kOthers);
}

Parameters parametersOf(const Scheme& scheme, float least, float most, ScalarType type) noexcept {
    const float low = leastCode(scheme), high = mostCode(scheme);
    // torch.finfo(type).smallest_normal of torchao
    const float leastScale = scheme.pt2e ? kLeastStatic : static_cast<float>(evaluate::floatRange(type).leastNormal);
    least = std::min(least, 0.0F), most = std::max(most, 0.0F);
    Parameters made;
    if (!scheme.asymmetric) {
        made.scale = std::max(rounded(type, std::max(-least, most) / ((high - low) / 2)), leastScale);
    } else {
        made.scale = std::max(rounded(type, rounded(type, most - least) / (high - low)), leastScale);
        made.zeroPoint = std::clamp(rounded(type, low - nearest(rounded(type, least / made.scale))), low, high);
    }
    made.scale = rounded(scaleType(scheme, type), made.scale);
    return made;
}

Parameters staticParameters(float least, float most) noexcept {
    constexpr float kLow = -128, kHigh = 127;
    least = std::min(least, 0.0F), most = std::max(most, 0.0F);
    const float scale = std::max((most - least) / (kHigh - kLow), kLeastStatic);
    return {scale, std::clamp(kLow - std::nearbyint(least / scale), kLow, kHigh)};
}

void narrowStatic(const Parameters& parameters, std::span<float> values) noexcept {
    const auto inverse = static_cast<float>(1.0 / static_cast<double>(parameters.scale));
    for (float& one : values)
        one = (codeOf(one, inverse, parameters, -128, 127, AsItIs()) - parameters.zeroPoint) * parameters.scale;
}

void narrow(const Scheme& scheme, std::int64_t inputs, std::span<float> weight, ScalarType type) noexcept {
    switch (scheme.weight) {
        case WeightAs::Float:
        case WeightAs::Today:
        case WeightAs::Same: return;
        case WeightAs::Half:
            for (float& one : weight) one = roundedHalf(one);
            return;
        case WeightAs::Brain:
            for (float& one : weight) one = roundedBrain(one);
            return;
        case WeightAs::Float8: return narrowFloat8(inputs, weight, type);
        case WeightAs::Integer: break;
    }
    const float low = leastCode(scheme), high = mostCode(scheme);
    withRounding(type, [&](auto own) {
        withRounding(productType(scheme, type), [&](auto product) {
            eachGroup(scheme, inputs, weight, type, [&](std::size_t first, std::size_t count, const Parameters& ends, float inverse) {
                for (float& one : weight.subspan(first, count))
                    one = own(product((codeOf(one, inverse, ends, low, high, product) - ends.zeroPoint) * ends.scale));
            });
        });
    });
}

void narrowRows(std::int64_t columns, std::span<float> rows, ScalarType type) noexcept {
    static constexpr Scheme kRows{"", "", WeightAs::Integer, 8, 0, true};
    narrow(kRows, columns, rows, type);
}

Narrowed codesOf(const Scheme& scheme, std::int64_t inputs, std::span<const float> weight, ScalarType type) {
    Narrowed made;
    made.codes.resize(weight.size());
    const float low = leastCode(scheme), high = mostCode(scheme);
    withRounding(productType(scheme, type), [&](auto product) {
        eachGroup(scheme, inputs, weight, type, [&](std::size_t first, std::size_t count, const Parameters& ends, float inverse) {
            for (std::size_t i = first; i < first + count; ++i)
                if (const float code = codeOf(weight[i], inverse, ends, low, high, product); code == code)
                    made.codes[i] = static_cast<std::int8_t>(code);
            made.scales.push_back(ends.scale);
            made.zeroPoints.push_back(ends.zeroPoint == ends.zeroPoint ? static_cast<std::int8_t>(ends.zeroPoint) : std::int8_t{0});
        });
    });
    return made;
}

}  // namespace etscope::advisor
