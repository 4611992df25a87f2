// quantized_decomposed: values in whole steps of a scale, and back.
#include <algorithm>

#include "evaluate/operators/families.h"
#include "evaluate/operators/quantization.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

/// A number, also where it is given as a tensor of one element.
double numberIn(const Call& call, std::string_view name) {
    const Array* array = call.value(name).array();
    if (array == nullptr) return call.number(name);
    if (array->count() != 1) refuseArguments("'" + std::string(name) + "' has more than one element");
    return doublesOf(*array).front();
}

Steps stepsOf(const Call& call) {
    return {numberIn(call, "quant_min"), numberIn(call, "quant_max"), call.typeOr("dtype", ScalarType::I8)};
}

/// f16 and bf16 are made f32 first.
Array asFloat(const Context& context, const Array& given) {
    if (!given.floating() || given.type == ScalarType::F64) refuseArguments("f32 values are quantised");
    return kept(context, narrowed(context, given), ScalarType::F32, ScalarType::F32);
}

/// Parameters of rows or items, which broadcast to the input.
bool hasSeveral(const Call& call) { return call.value("scale").array() != nullptr && call.array("scale").count() != 1; }

Values quantizePerTensor(const Call& call) {
    const Context& context = call.context();
    if (hasSeveral(call))
        return one(quantizedBy(context, call.array("input"), call.array("scale"), call.array("zero_point"),
                               ZeroPoint::AfterRounding, stepsOf(call)));
    return one(quantized(context, asFloat(context, call.array("input")), constant(context, 1.0 / numberIn(call, "scale")),
                         constant(context, numberIn(call, "zero_point")), ZeroPoint::AfterRounding, stepsOf(call)));
}

Values dequantizePerTensor(const Call& call) {
    if (hasSeveral(call))
        return one(dequantizedBy(call.context(), call.array("input"), call.array("scale"), &call.array("zero_point"),
                                 call.typeOr("out_dtype", ScalarType::F32)));
    return one(dequantizedBy(call.context(), call.array("input"), numberIn(call, "scale"), numberIn(call, "zero_point"),
                             call.typeOr("out_dtype", ScalarType::F32)));
}

/// One parameter for each element of an axis, seen so that it broadcasts to the input.
Array alongAxis(const Array& parameter, const Array& input, std::size_t axis) {
    if (parameter.rank() != 1 || input.rank() == 0) refuseArguments("a vector of scales is wanted");
    if (parameter.shape[0] != input.shape[axis]) refuseArguments("there are not as many scales as channels");
    Array seen = parameter;
    seen.shape.assign(input.rank(), 1);
    seen.strides.assign(input.rank(), 0);
    seen.shape[axis] = parameter.shape[0];
    seen.strides[axis] = parameter.strides[0];
    return seen;
}

Values quantizePerChannel(const Call& call) {
    const Context& context = call.context();
    const Array input = asFloat(context, call.array("input"));
    const std::size_t axis = axisOf(call.integer("axis"), input.rank());
    return one(quantizedBy(context, input, alongAxis(call.array("scales"), input, axis),
                           alongAxis(call.array("zero_points"), input, axis), ZeroPoint::AfterRounding, stepsOf(call)));
}

Values dequantizePerChannel(const Call& call) {
    const Array& input = call.array("input");
    const std::size_t axis = axisOf(call.integer("axis"), input.rank());
    const Array scale = alongAxis(call.array("scales"), input, axis);
    std::optional<Array> zero;
    if (const Array* given = call.arrayIf("zero_points")) zero = alongAxis(*given, input, axis);
    return one(dequantizedBy(call.context(), input, scale, zero ? &*zero : nullptr, call.typeOr("out_dtype", ScalarType::F32)));
}

/// Values that come back at once.
Values fakeQuantize(const Call& call) {
    const Context& context = call.context();
    const Array input = asFloat(context, call.array("input"));
    const std::size_t axis = axisOf(call.integer("axis"), input.rank());
    const Array scale = kept(context, alongAxis(call.array("scales"), input, axis), ScalarType::F32, ScalarType::F32);
    const Array zero = alongAxis(call.array("zero_points"), input, axis);
    const Steps steps{call.number("quant_min"), call.number("quant_max"), ScalarType::F32};
    const Array whole = quantizedBy(context, input, scale, zero, ZeroPoint::AfterRounding, steps);
    return one(dequantizedBy(context, whole, scale, &zero, call.array("input").type));
}

/// One scale for each row of the last dimension.
void refuseOtherTokens(const Array& input, const Array& scale) {
    if (input.rank() == 0 || scale.count() != checkedCount(Dims(input.shape.begin(), input.shape.end() - 1)))
        refuseArguments("there are not as many scales as tokens");
}
Values quantizePerToken(const Call& call) {
    const Array& input = call.array("input");
    refuseOtherTokens(input, call.array("scales"));
    return one(quantizedBy(call.context(), input, call.array("scales"), call.array("zero_points"), ZeroPoint::BeforeRounding,
                           stepsOf(call)));
}
Values dequantizePerToken(const Call& call) {
    const Array& input = call.array("input");
    return one(dequantizedBy(call.context(), input, call.array("scales"), &call.array("zero_points"),
                             call.typeOr("output_dtype", ScalarType::F32)));
}

Values quantizePerGroup(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Groups groups = groupsOf(context, input, call.array("scales"), &call.array("zero_points"), call.integer("group_size"));
    return one(reshaped(context,
                        quantizedBy(context, groups.values, groups.scale, *groups.zero, ZeroPoint::BeforeRounding, stepsOf(call)),
                        input.shape));
}
Values dequantizePerGroup(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Groups groups = groupsOf(context, input, call.array("scales"), call.arrayIf("zero_points"), call.integer("group_size"));
    return one(reshaped(context,
                        dequantizedBy(context, groups.values, groups.scale, groups.zero ? &*groups.zero : nullptr,
                                      call.typeOr("output_dtype", ScalarType::F32)),
                        input.shape));
}

/// Of one element each: f64 and i64, as chooseParameters gives them.
Values parameters(const Context& context, double scale, double zero) {
    return {finishedAs(context, reshaped(context, constant(context, scale), {1}), ScalarType::F64),
            kept(context, reshaped(context, constant(context, zero), {1}), ScalarType::I64, ScalarType::I64)};
}

template <bool kSymmetric>
Values chooseParameters(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const double least = call.number("quant_min"), most = call.number("quant_max");
    if (least >= most) refuseArguments("no steps to choose from");
    const Range range = rangeOf(context, input, axesOf({}, input.rank()), false);
    const double low = doublesOf(range.least).front(), high = doublesOf(range.most).front();
    const double eps = roundedTo(ScalarType::F32, call.number("eps"));
    return withRounding(range.least.type, [&](const auto& round) {
        if (kSymmetric) {
            const double scale = round(std::max(-low, high) / ((most - least) / 2));
            const bool middle = call.typeOr("dtype", ScalarType::I8) == ScalarType::U8;
            return parameters(context, std::max(scale, eps), middle ? 128 : 0);
        }
        const double scale = std::max(round(round(high - low) / (most - least)), eps);
        const double lowest = std::nearbyint(roundedTo(ScalarType::F32, low / scale));
        return parameters(context, scale, std::clamp(least - lowest, least, most));
    });
}

std::vector<bool> lastAxis(const Array& input) {
    if (input.rank() == 0) refuseArguments("a tensor without dimensions has no tokens");
    return axesOf({-1}, input.rank());
}

/// By the largest absolute value of each row; zero points are 0.
Values chooseTokenScales(const Call& call) {
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Range range = rangeOf(context, input, lastAxis(input), true);
    const ScalarType type = input.type == ScalarType::F16 ? ScalarType::F32 : input.type;
    const ScalarType work = computedAs(context, type);
    const Array scales = withRounding(work, [&](const auto& round) {
        const double floor = round(1e-5);
        return stepped(context, std::array<const Array*, 2>{&range.least, &range.most}, work, [=](double low, double high) {
            const double largest = high != high ? high : std::max(-low, high);
            return std::max(largest, floor) / 127;
        });
    });
    return {finishedAs(context, scales, type), context.make(type, scales.shape)};
}

/// −128 … 127 over the range of these axes.
Values chosenParameters(const Call& call, const std::vector<bool>& axes) {
    constexpr double kLeast = -128, kMost = 127;
    const Context& context = call.context();
    const Array& input = call.array("input");
    const Range range = rangeOf(context, input, axes, true);
    const ScalarType work = range.least.type;
    return withRounding(work, [&](const auto& round) {
        const std::array<const Array*, 2> ends{&range.least, &range.most};
        const double floor = round(0x1p-23);
        const Array scale = stepped(context, ends, work, [&](double low, double high) {
            return std::max(round(round(high - low) / (kMost - kLeast)), floor);
        });
        const std::array<const Array*, 3> all{&range.least, &range.most, &scale};
        const Array zero = stepped(context, all, ScalarType::I64, [&](double low, double high, double s) {
            const double below = round(low / s), above = round(high / s);
            const double error = round(round(kLeast + below) + round(kMost + above));
            const double point = round(error > 0 ? kLeast - below : kMost - above);
            return std::nearbyint(std::clamp(point, kLeast, kMost));
        });
        return Values{finishedAs(context, scale, ScalarType::F64), zero};
    });
}

Values chooseTokenParameters(const Call& call) { return chosenParameters(call, lastAxis(call.array("input"))); }

/// Of all that an item of the batch has.
Values chooseItemParameters(const Call& call) {
    const Array& input = call.array("input");
    if (input.rank() == 0) refuseArguments("a tensor without dimensions has no items");
    std::vector<bool> axes(input.rank(), true);
    axes.front() = false;
    return chosenParameters(call, axes);
}

Values convert(const Call& call) {
    const ScalarType type = call.typeOr("dtype", ScalarType::F32);
    return one(cast(call.context(), call.array("input"), type));
}

/// Of two quantised tensors, or of one and a number: through f32.
template <bool kRelu>
Values addQuantized(const Call& call) {
    const Context& context = call.context();
    const bool scalar = call.has("qa");
    const Array& a = call.array(scalar ? "qa" : "a");
    const Array left =
        narrowed(context, dequantizedBy(context, a, call.number("a_scale"), call.number("a_zero_point"), ScalarType::F32));
    const Array right = scalar ? constant(context, roundedTo(ScalarType::F32, call.number("b")))
                               : narrowed(context, dequantizedBy(context, call.array("b"), call.number("b_scale"),
                                                                 call.number("b_zero_point"), ScalarType::F32));
    const Array sum = stepped(context, std::array<const Array*, 2>{&left, &right}, ScalarType::F32,
                              [](double x, double y) { return kRelu && x + y < 0 ? 0.0 : x + y; });
    const Steps steps{call.number("out_quant_min"), call.number("out_quant_max"),
                      scalar ? call.typeOr("out_dtype", ScalarType::U8) : a.type};
    return one(quantized(context, sum, constant(context, 1.0 / call.number("out_scale")),
                         constant(context, call.number("out_zero_point")), ZeroPoint::AfterRounding, steps));
}

constexpr const char* kQuantize = "input scale zero_point quant_min quant_max dtype";
constexpr const char* kDequantize = "input scale zero_point quant_min quant_max dtype out_dtype=none";
constexpr const char* kAdd =
    "a a_scale a_zero_point a_quant_min a_quant_max b b_scale b_zero_point b_quant_min b_quant_max out_scale out_zero_point "
    "out_quant_min out_quant_max";

constexpr const char* kChooseParameters = "input quant_min quant_max eps dtype";

constexpr auto kQuantizedDecomposedRows = std::to_array<OperatorRow>({
    {"quantized_decomposed.quantize_per_tensor.default", kQuantize, quantizePerTensor, Rule::Quantize},
    {"quantized_decomposed.quantize_per_tensor.tensor", kQuantize, quantizePerTensor, Rule::Quantize},
    {"quantized_decomposed.quantize_per_tensor.tensor2", kQuantize, quantizePerTensor, Rule::Quantize},
    {"quantized_decomposed.dequantize_per_tensor.default", kDequantize, dequantizePerTensor, Rule::Elementwise},
    {"quantized_decomposed.dequantize_per_tensor.tensor", kDequantize, dequantizePerTensor, Rule::Elementwise},
    {"quantized_decomposed.dequantize_per_tensor.tensor2", kDequantize, dequantizePerTensor, Rule::Elementwise},
    {"quantized_decomposed.quantize_per_channel.default", "input scales zero_points axis quant_min quant_max dtype",
     quantizePerChannel, Rule::Quantize},
    {"quantized_decomposed.dequantize_per_channel.default",
     "input scales zero_points axis quant_min quant_max dtype out_dtype=none", dequantizePerChannel, Rule::Elementwise},
    {"quantized_decomposed.fake_quant_per_channel.default", "input scales zero_points axis quant_min quant_max", fakeQuantize,
     Rule::Quantize},
    {"quantized_decomposed.quantize_per_token.default", "input scales zero_points quant_min quant_max dtype", quantizePerToken,
     Rule::Quantize},
    {"quantized_decomposed.dequantize_per_token.default", "input scales zero_points quant_min quant_max dtype output_dtype=none",
     dequantizePerToken, Rule::Elementwise},
    {"quantized_decomposed.quantize_per_channel_group.default", "input scales zero_points quant_min quant_max dtype group_size=128",
     quantizePerGroup, Rule::Quantize},
    {"quantized_decomposed.dequantize_per_channel_group.default",
     "input scales zero_points quant_min quant_max dtype group_size=128 output_dtype=none", dequantizePerGroup, Rule::Elementwise},
    {"quantized_decomposed.choose_qparams.tensor", kChooseParameters, chooseParameters<false>, Rule::Elementwise},
    {"quantized_decomposed.choose_qparams_symmetric.tensor", kChooseParameters, chooseParameters<true>, Rule::Elementwise},
    {"quantized_decomposed.choose_qparams_per_token.default", "input dtype", chooseTokenScales, Rule::Elementwise},
    {"quantized_decomposed.choose_qparams_per_token_asymmetric.default", "input dtype", chooseTokenParameters, Rule::Elementwise},
    {"quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default", "input dtype", chooseTokenParameters,
     Rule::Elementwise},
    {"xnnpack.choose_qparams_per_row.tensor", kChooseParameters, chooseTokenParameters, Rule::Elementwise},
    {"xnnpack.choose_qparams_per_item.tensor", kChooseParameters, chooseItemParameters, Rule::Elementwise},
    {"quantized_decomposed.convert_element_type.no_fuse", "input dtype", convert, Rule::Elementwise},
    {"quantized_decomposed.add.default", kAdd, addQuantized<false>, Rule::Quantize},
    {"quantized_decomposed.add_relu.default", kAdd, addQuantized<true>, Rule::Quantize},
    {"quantized_decomposed.add.scalar",
     "qa a_scale a_zero_point a_quant_min a_quant_max a_dtype b out_scale out_zero_point out_quant_min out_quant_max out_dtype",
     addQuantized<false>, Rule::Quantize},
});

}  // namespace

std::span<const OperatorRow> quantizedDecomposedRows() { return kQuantizedDecomposedRows; }

}  // namespace etscope::evaluate
