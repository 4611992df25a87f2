// torchao: blocks of elements with a scale each.
#include <algorithm>

#include "base/float_limits.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/quantization.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// A tensor cut into blocks: axes of blocks and axes within them.
struct Blocks {
    Dims shape;            ///< of the tensor seen with axes for both
    std::vector<bool> in;  ///< which of them lie within a block
    Dims sizes;            ///< of the parameters: blocks along each axis of the tensor

    Blocks(const Array& input, const Dims& block) {
        if (block.size() != input.rank()) refuseArguments("a block has other dimensions than its tensor");
        for (std::size_t d = 0; d < block.size(); ++d) {
            const std::int64_t size = input.shape[d];
            if (block[d] <= 0 || size % block[d] != 0) refuseArguments("the tensor does not divide into blocks");
            sizes.push_back(size / block[d]);
            if (block[d] != size && block[d] > 1) add(size / block[d], false);
            add(block[d] > 1 ? block[d] : size, block[d] > 1);
        }
    }
    /// The shape of parameters that broadcast to the blocks.
    Dims parameters() const {
        Dims each = shape;
        for (std::size_t d = 0; d < each.size(); ++d) each[d] = in[d] ? 1 : each[d];
        return each;
    }
    /// Of each block. No axis within a block means all of them there.
    Range rangeOver(const Context& context, const Array& input, bool keep) const {
        const bool none = std::ranges::find(in, true) == in.end();
        return rangeOf(context, reshaped(context, input, shape), none ? axesOf({}, shape.size()) : in, keep);
    }

private:
    void add(std::int64_t size, bool within) {
        shape.push_back(size);
        in.push_back(within);
    }
};

struct Bounds {
    ScalarType type;
    double least, most;
};
constexpr auto kBounds = std::to_array<Bounds>({
    {ScalarType::U8, 0, 255},
    {ScalarType::I8, -128, 127},
    {ScalarType::I16, -32768, 32767},
    {ScalarType::I32, -2147483648.0, 2147483647.0},
    {ScalarType::U1, 0, 1},
    {ScalarType::U2, 0, 3},
    {ScalarType::U3, 0, 7},
    {ScalarType::U4, 0, 15},
    {ScalarType::U5, 0, 31},
    {ScalarType::U6, 0, 63},
    {ScalarType::U7, 0, 127},
    {ScalarType::I1, -1, 0},
    {ScalarType::I2, -2, 1},
    {ScalarType::I3, -4, 3},
    {ScalarType::I4, -8, 7},
    {ScalarType::I5, -16, 15},
    {ScalarType::I6, -32, 31},
    {ScalarType::I7, -64, 63},
    {ScalarType::F8E4M3FN, -448, 448},
    {ScalarType::F8E5M2, -57344, 57344},
    {ScalarType::F8E4M3FNUZ, -240, 240},
    {ScalarType::F8E5M2FNUZ, -57344, 57344},
});

/// The bounds that are asked for, else those of the type. Types of less than a byte are kept in one.
Steps stepsOf(const Call& call, std::string_view typeName) {
    const ScalarType type = call.typeOr(typeName, ScalarType::I8);
    const auto row = std::find_if(kBounds.begin(), kBounds.end(), [&](const Bounds& bounds) { return bounds.type == type; });
    if (row == kBounds.end()) refuseUnsupported("quantised values of type " + scalarTypeName(type));
    const Steps steps{call.numberOr("quant_min", row->least), call.numberOr("quant_max", row->most),
                      type >= ScalarType::U1 && type <= ScalarType::U7 ? ScalarType::U8 : type};
    if (!(steps.least <= steps.most) || steps.least < row->least || steps.most > row->most)
        refuseArguments("the type does not hold the range of steps");
    return steps;
}

Values quantizeAffine(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Blocks blocks(input, call.integers("block_size"));
    const Array scale = reshaped(context, call.array("scale"), blocks.parameters());
    const Array* zero = call.arrayIf("zero_point");
    if (zero == nullptr || zero->count() == 0) refuseArguments("a zero point is wanted");
    const Array whole =
        quantizedBy(context, reshaped(context, input, blocks.shape), scale, reshaped(context, *zero, blocks.parameters()),
                    ZeroPoint::AfterRounding, stepsOf(call, "output_dtype"));
    return one(reshaped(context, whole, input.shape));
}

/// Values and zero points take the type of the result first.
Values dequantizeAffine(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Blocks blocks(input, call.integers("block_size"));
    const ScalarType type = call.typeOr("output_dtype", ScalarType::F32), work = computedAs(context, type);
    const auto converted = [&](const Array& array, const Dims& shape) {
        return reshaped(context, kept(context, array, work, work), shape);
    };
    const Array values = converted(input, blocks.shape);
    const Array scale = reshaped(context, call.array("scale"), blocks.parameters());
    std::optional<Array> zero;
    if (const Array* given = call.arrayIf("zero_point")) zero = converted(*given, blocks.parameters());
    return one(reshaped(context, dequantizedBy(context, values, scale, zero ? &*zero : nullptr, type), input.shape));
}

enum class Mapping : std::uint8_t { Asymmetric, Symmetric, SymmetricWithoutClipping };
Mapping mappingOf(std::string_view name) {
    if (name == "ASYMMETRIC") return Mapping::Asymmetric;
    if (name == "SYMMETRIC") return Mapping::Symmetric;
    if (name == "SYMMETRIC_NO_CLIPPING_ERR") return Mapping::SymmetricWithoutClipping;
    refuseUnsupported("a mapping '" + std::string(name) + "'");
}

/// One scale out of the range of its block, in the type of the values.
template <class Round>
double scaleOf(Mapping mapping, double low, double high, const Steps& steps, double floor, const Round& round) {
    double scale = 0;
    switch (mapping) {
        case Mapping::Asymmetric: scale = round(round(high - low) / (steps.most - steps.least)); break;
        case Mapping::Symmetric: scale = round(std::max(-low, high) / ((steps.most - steps.least) / 2)); break;
        case Mapping::SymmetricWithoutClipping: scale = std::max(round(low / steps.least), round(high / steps.most)); break;
    }
    return scale != scale ? scale : std::max(scale, floor);
}

Values chooseAffine(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Mapping mapping = mappingOf(call.text("mapping_type"));
    const Steps steps = stepsOf(call, "target_dtype");
    const Blocks blocks(input, call.integers("block_size"));
    const bool keep = call.flag("keepdim");
    const Range range = blocks.rangeOver(context, input, keep);
    const ScalarType work = range.least.type;
    const bool asymmetric = mapping == Mapping::Asymmetric;
    const double middle = std::trunc((steps.most + steps.least + 1) / 2);
    Array scale, zero;
    withRounding(work, [&](const auto& round) {
        const double floor = round(call.numberOr("eps", floatRange(input.type).leastNormal));
        scale = stepped(context, std::array<const Array*, 2>{&range.least, &range.most}, work,
                        [&](double low, double high) { return scaleOf(mapping, low, high, steps, floor, round); });
        zero = stepped(context, std::array<const Array*, 2>{&range.least, &scale}, work, [&](double low, double s) {
            if (!asymmetric) return middle;
            return std::clamp(round(steps.least - std::nearbyint(round(low / s))), steps.least, steps.most);
        });
    });
    if (keep) {
        scale = reshaped(context, scale, blocks.sizes);
        zero = reshaped(context, zero, blocks.sizes);
    }
    const ScalarType zeroType = call.typeOr("zero_point_dtype", asymmetric ? ScalarType::I32 : input.type);
    return {finishedAs(context, scale, call.typeOr("scale_dtype", input.type)), finishedAs(context, zero, zeroType)};
}

/// The largest absolute value of a block over that of the type.
Values chooseFloat8(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("tensor");
    const Blocks blocks(input, call.integers("block_size"));
    if (call.typeOr("scale_dtype", ScalarType::F32) != ScalarType::F32) refuseUnsupported("scales that are powers of two");
    const double most = stepsOf(call, "float8_dtype").most;
    const Range range = blocks.rangeOver(context, input, true);
    const double low = call.numberOr("hp_value_lb", -kInfinity), high = call.numberOr("hp_value_ub", kInfinity);
    const Array scale = withRounding(range.least.type, [&](const auto& round) {
        return stepped(context, std::array<const Array*, 2>{&range.least, &range.most}, range.least.type, [&](double a, double b) {
            const double largest = std::max(-a, b);
            return b != b ? b : std::min(std::max(largest, round(low)), round(high)) / most;
        });
    });
    return one(finishedAs(context, reshaped(context, scale, blocks.sizes), ScalarType::F32));
}

constexpr const char* kTorchaoQuantize = "input block_size scale zero_point output_dtype quant_min=none quant_max=none";
constexpr const char* kTorchaoDequantize =
    "input block_size scale zero_point input_dtype quant_min=none quant_max=none output_dtype=6";
constexpr const char* kChoose =
    "input mapping_type block_size target_dtype quant_min=none quant_max=none eps=none scale_dtype=none zero_point_dtype=none "
    "keepdim=false";

constexpr auto kTorchaoRows = std::to_array<OperatorRow>({
    {"torchao.quantize_affine.default", kTorchaoQuantize, quantizeAffine, Rule::Quantize},
    {"torchao.dequantize_affine.default", kTorchaoDequantize, dequantizeAffine, Rule::Elementwise},
    {"torchao.choose_qparams_affine.default", kChoose, chooseAffine, Rule::Elementwise},
    {"torchao.choose_scale_float8.default", "tensor block_size float8_dtype=24 scale_dtype=6 hp_value_lb=none hp_value_ub=none",
     chooseFloat8, Rule::Elementwise},
});

}  // namespace

std::span<const OperatorRow> torchaoRows() { return kTorchaoRows; }

}  // namespace etscope::evaluate
