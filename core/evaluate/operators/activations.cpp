// Activations: functions of one tensor with parameters. Formulas as torch's documentation states them.
#include <cmath>
#include <numbers>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

/// A number argument as it is computed with.
double parameter(const Call& call, std::string_view name) {
    return factor(call.context(), call.value(name), call.array("self").type);
}

/// f(x) of a floating tensor.
template <class F>
Values activated(const Call& call, F f) {
    const Array& self = call.array("self");
    return one(mapDoubles(call.context(), std::array{&self}, floatingOf(self.type), f));
}

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }
/// log(1 + e^x) without overflow.
double softPlus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

Values silu(const Call& call) {
    return activated(call, [](double x) { return x / (1.0 + std::exp(-x)); });
}
Values mish(const Call& call) {
    return activated(call, [](double x) { return x * std::tanh(softPlus(x)); });
}
Values logSigmoid(const Call& call) {
    return activated(call, [](double x) { return -softPlus(-x); });
}
/// The second result is what backward passes keep.
Values logSigmoidForward(const Call& call) {
    Values results = logSigmoid(call);
    results.emplace_back(call.context().make(call.array("self").type, {0}));
    return results;
}

Values gelu(const Call& call) {
    if (call.text("approximate") == "tanh")
        return activated(call, [](double x) {
            const double inner = std::numbers::sqrt2 * std::numbers::inv_sqrtpi * (x + 0.044715 * x * x * x);
            return 0.5 * x * (1.0 + std::tanh(inner));
        });
    return activated(call, [](double x) { return 0.5 * x * (1.0 + std::erf(x * (std::numbers::sqrt2 / 2))); });
}

Values elu(const Call& call) {
    const double scale = parameter(call, "scale"), negative = parameter(call, "alpha") * scale,
                 input = parameter(call, "input_scale");
    return activated(call, [=](double x) { return x > 0 ? x * scale : std::expm1(x * input) * negative; });
}
Values selu(const Call& call) {
    constexpr double kAlpha = 1.6732632423543772848170429916717, kScale = 1.0507009873554804934193349852946;
    return activated(call, [](double x) { return x > 0 ? kScale * x : kScale * kAlpha * std::expm1(x); });
}

Values leakyRelu(const Call& call) {
    const double slope = parameter(call, "negative_slope");
    return activated(call, [slope](double x) { return x > 0 ? x : x * slope; });
}
/// As torch calls it from inside: the weights lie along the elements already.
Values preluKernel(const Call& call) {
    const std::array<const Array*, 2> both{&call.array("self"), &call.array("weight")};
    return one(mapDoubles(call.context(), both, both[0]->type, [](double x, double w) { return x > 0 ? x : x * w; }));
}
Values prelu(const Call& call) {
    const Array& self = call.array("self");
    Array weight = call.array("weight");
    if (weight.count() > 1 || (weight.rank() == 1 && self.rank() > 1)) {  // one for each channel, which is the second dimension
        weight.shape.resize(self.rank() > 1 ? self.rank() - 1 : 1, 1);
        weight.strides.resize(weight.shape.size(), 0);
    }
    return one(mapDoubles(call.context(), std::array<const Array*, 2>{&self, &weight}, self.type,
                          [](double x, double w) { return x > 0 ? x : x * w; }));
}

Values softplus(const Call& call) {
    const double beta = parameter(call, "beta"), threshold = parameter(call, "threshold");
    return activated(call, [=](double x) { return x * beta > threshold ? x : std::log1p(std::exp(x * beta)) / beta; });
}

Values celu(const Call& call) {
    const double alpha = parameter(call, "alpha");
    return activated(call, [alpha](double x) { return x > 0 ? x : alpha * std::expm1(x / alpha); });
}
Values hardShrink(const Call& call) {
    const double width = parameter(call, "lambd");
    return activated(call, [width](double x) { return x >= -width && x <= width ? 0 : x; });
}
Values softShrink(const Call& call) {
    const double width = parameter(call, "lambd");
    return activated(call, [width](double x) { return x > width ? x - width : x < -width ? x + width : x != x ? x : 0; });
}
Values thresholded(const Call& call) {
    const double limit = parameter(call, "threshold"), value = parameter(call, "value");
    return activated(call, [=](double x) { return x <= limit ? value : x; });
}

double clipped(double x, double low, double high) { return x != x ? x : x < low ? low : x > high ? high : x; }

Values hardSigmoid(const Call& call) {
    return activated(call, [](double x) { return clipped(x + 3.0, 0.0, 6.0) / 6.0; });
}
Values hardSwish(const Call& call) {
    return activated(call, [](double x) { return x * clipped(x + 3.0, 0.0, 6.0) / 6.0; });
}

Values bounded(const Call& call, const Value& low, const Value& high) {
    const Array& self = call.array("self");
    const Array lowest = numberArray(call.context(), low, self.type), highest = numberArray(call.context(), high, self.type);
    const std::array<const Array*, 3> all{&self, &lowest, &highest};
    const auto f = [](auto x, auto l, auto h) { return x != x ? x : x < l ? l : x > h ? h : x; };
    return one(mapNumbers(call.context(), all, self.type, f));
}
Values hardTanh(const Call& call) { return bounded(call, call.value("min_val"), call.value("max_val")); }
Values relu6(const Call& call) { return bounded(call, std::int64_t{0}, std::int64_t{6}); }

Values glu(const Call& call) {
    const Array& self = call.array("self");
    const std::size_t axis = axisOf(call.integer("dim"), self.rank());
    if (self.rank() == 0 || self.shape[axis] % 2 != 0) refuseArguments("glu halves a dimension of an even size");
    Array first = self, second = self;
    first.shape[axis] = second.shape[axis] = self.shape[axis] / 2;
    second.offset += first.shape[axis] * self.strides[axis];
    return one(mapDoubles(call.context(), std::array<const Array*, 2>{&first, &second}, self.type,
                          [](double x, double gate) { return x * logistic(gate); }));
}

constexpr auto kActivationsRows = std::to_array<OperatorRow>({
    {"aten.silu.default", "self", silu, Rule::Chain},
    {"aten.silu_.default", "self!", inPlace<silu>, Rule::Chain},
    {"aten.mish.default", "self", mish, Rule::Chain},
    {"aten.log_sigmoid.default", "self", logSigmoid, Rule::Chain},
    {"aten.log_sigmoid_forward.default", "self", logSigmoidForward, Rule::Chain},
    {"aten.gelu.default", "self approximate=\"none\"", gelu, Rule::Chain},
    {"aten.elu.default", "self alpha=1 scale=1 input_scale=1", elu, Rule::Chain},
    {"aten.elu_.default", "self! alpha=1 scale=1 input_scale=1", inPlace<elu>, Rule::Chain},
    {"aten.selu.default", "self", selu, Rule::Chain},
    {"aten.leaky_relu.default", "self negative_slope=0.01", leakyRelu, Rule::Elementwise},
    {"aten.leaky_relu_.default", "self! negative_slope=0.01", inPlace<leakyRelu>, Rule::Elementwise},
    {"aten.prelu.default", "self weight", prelu, Rule::Elementwise},
    {"aten._prelu_kernel.default", "self weight", preluKernel, Rule::Elementwise},
    {"aten.celu.default", "self alpha=1", celu, Rule::Chain},
    {"aten.hardshrink.default", "self lambd=0.5", hardShrink},
    {"aten.softshrink.default", "self lambd=0.5", softShrink, Rule::Elementwise},
    {"aten.threshold.default", "self threshold value", thresholded},
    {"aten.softplus.default", "self beta=1 threshold=20", softplus, Rule::Chain},
    {"aten.hardsigmoid.default", "self", hardSigmoid, Rule::Chain},
    {"aten.hardsigmoid_.default", "self!", inPlace<hardSigmoid>, Rule::Chain},
    {"aten.hardswish.default", "self", hardSwish, Rule::Chain},
    {"aten.hardswish_.default", "self!", inPlace<hardSwish>, Rule::Chain},
    {"aten.hardtanh.default", "self min_val=-1 max_val=1", hardTanh},
    {"aten.hardtanh_.default", "self! min_val=-1 max_val=1", inPlace<hardTanh>},
    {"aten.relu6.default", "self", relu6},
    {"aten.glu.default", "self dim=-1", glu, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> activationRows() { return kActivationsRows; }

}  // namespace etscope::evaluate
