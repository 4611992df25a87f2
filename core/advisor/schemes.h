// Schemes: how weights, and what they are multiplied with, are kept narrow; their arithmetic is that of torchao 0.18
// (choose_qparams_affine, quantize_affine, dequantize_affine, in the weight's type), which tests hold it against bit by bit. A table; pure
// functions; any thread. Rules: docs/FORMATS.md "Quantisation schemes".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/scalar_type.h"
#include "base/sentence.h"

namespace etscope::advisor {

/// What takes the weight.
enum class OperatorKind : std::uint8_t { Linear, Convolution, Embedding, Product, Transposed };
/// "linear", "convolution", "embedding", "product", "transposed" (a convolution that is).
std::string_view kindName(OperatorKind kind) noexcept;

enum class WeightAs : std::uint8_t {
    Float,
    Half,
    Brain,
    Float8,
    Integer,
    Today,  ///< as an export that is quantised holds it
    Same    ///< the same, its codes in fewer bits that hold all of them
};

struct Scheme {
    std::string_view id;  ///< "8da4w-32", "int8", "float": the words of `--schemes` and of documents
    const char* title;    ///< for people
    WeightAs weight = WeightAs::Float;
    int bits = 32;             ///< of an element of the weight
    std::int64_t group = 0;    ///< elements along the inputs that share a scale; 0: a whole channel
    bool asymmetric = false;   ///< with zero points
    bool activations = false;  ///< what it is multiplied with is put into 8 bits, row by row, while it runs
    bool brainScales = false;  ///< scales are rounded to bfloat16, as XNNPACK keeps those of groups
    bool pt2e = false;         ///< as PT2E's XNNPACKQuantizer has it: codes from −127 to 127, scales of 2^−12 at least
    bool perTensor = false;    ///< one scale for the whole weight
    bool calibrated = false;   ///< activations and results are put into 8 bits whose ends are known before

    bool isFloat() const noexcept { return weight == WeightAs::Float; }
    /// Whether it makes other numbers of a weight by itself: what a person may ask for.
    bool rounds() const noexcept { return !isFloat() && weight != WeightAs::Today && weight != WeightAs::Same; }
    /// Whether an operator of that kind can be kept so, with that many inputs to each of its outputs.
    bool fits(OperatorKind kind, std::int64_t inputs) const noexcept;
    /// What a weight of so many channels and inputs to each takes: elements, scales, zero points. `places`: of a kernel, see
    /// Weight.
    std::uint64_t bytes(std::int64_t channels, std::int64_t inputs, std::int64_t places = 1) const noexcept;
    /// Elements that follow one another, in rows of `inputs`, and share a scale.
    std::int64_t sharing(std::int64_t channels, std::int64_t inputs, std::int64_t places) const noexcept;
};

/// All of them, widest first.
std::span<const Scheme> schemes() noexcept;
/// nullptr: there is none of that name.
const Scheme* schemeOf(std::string_view id) noexcept;
/// Those that are tried of an operator kind unless others are asked for.
std::vector<const Scheme*> usualSchemes(OperatorKind kind);
/// The same of a weight that is narrow already. `operands`: what it is multiplied with is in 8 bits, too.
std::vector<const Scheme*> narrowerSchemes(OperatorKind kind, bool operands);

/// Scale and zero point of numbers that share them.
struct Parameters {
    float scale = 1;
    float zeroPoint = 0;
};
// `type`: of the weight or operand, which torchao computes in: f32, or with every step rounded to f16 or bf16.
/// Of values between `least` and `most`, as the scheme keeps weights.
Parameters parametersOf(const Scheme& scheme, float least, float most, ScalarType type = ScalarType::F32) noexcept;
/// Of activations of PT2E between these ends.
Parameters staticParameters(float least, float most) noexcept;

/// The weight as the scheme gives it back: rows of `inputs` elements each, which have scales of their own (those of `pt2e`: see
/// sharing()). In place.
void narrow(const Scheme& scheme, std::int64_t inputs, std::span<float> weight, ScalarType type = ScalarType::F32) noexcept;
/// Values as PT2E gives them back from 8 bits. In place.
void narrowStatic(const Parameters& parameters, std::span<float> values) noexcept;
/// Rows of an operand as an operator of schemes with `activations` takes them: 8 bits with a zero point, row by row. In place.
void narrowRows(std::int64_t columns, std::span<float> rows, ScalarType type = ScalarType::F32) noexcept;

/// Codes, scales and zero points of an integer scheme, as narrow() takes them.
struct Narrowed {
    std::vector<std::int8_t> codes;
    std::vector<float> scales;
    std::vector<std::int8_t> zeroPoints;
};
Narrowed codesOf(const Scheme& scheme, std::int64_t inputs, std::span<const float> weight, ScalarType type = ScalarType::F32);

}  // namespace etscope::advisor
