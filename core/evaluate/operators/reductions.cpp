// Sums, products, extremes, variances and running sums along axes.
#include <cmath>
#include <limits>

#include "base/float_limits.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/lanes.h"
#include "evaluate/operators/reduce.h"

namespace etscope::evaluate {

namespace {

struct Reduced {
    Array operand;
    std::vector<bool> axes;
    bool keep = false;
};

/// The axes of `dim`: none or an empty list are all of them.
Reduced asked(const Call& call) {
    Reduced wanted{call.array("self"), {}, false};
    wanted.axes = axesOf(call.has("dim") ? call.integers("dim") : Dims{}, wanted.operand.rank());
    wanted.keep = call.has("keepdim") && call.flag("keepdim");
    return wanted;
}

Values finish(const Call& call, const Reduced& wanted, Array results, ScalarType type) {
    return one(finished(call.context(), std::move(results), wanted.operand, wanted.axes, wanted.keep, type));
}

ScalarType sumType(const Call& call, ScalarType type) { return call.typeOr("dtype", integral(type) ? ScalarType::I64 : type); }

template <class T, class Step>
Values accumulated(const Call& call, T start, const Step& step) {
    Reduced wanted = asked(call);
    const ScalarType type = sumType(call, wanted.operand.type);
    wanted.operand = cast(call.context(), wanted.operand, type);
    return finish(call, wanted, reduced<T>(call.context(), wanted.operand, wanted.axes, start, step), type);
}

template <class Op>
Values folded(const Call& call, int start) {
    const auto step = [](auto before, auto x, auto) { return Op()(before, x); };
    if (integral(sumType(call, call.array("self").type))) return accumulated<std::int64_t>(call, start, step);
    return accumulated<double>(call, start, step);
}
using Sum = Either<sumOf, sumOf>;
using Product = Either<productOf, productOf>;
Values sum(const Call& call) { return folded<Sum>(call, 0); }
Values product(const Call& call) { return folded<Product>(call, 1); }

Values mean(const Call& call) {
    Reduced wanted = asked(call);
    const ScalarType type = call.typeOr("dtype", wanted.operand.type);
    if (integral(type)) refuseArguments("the mean of integers is asked for without a floating type");
    wanted.operand = cast(call.context(), wanted.operand, type);
    Array sums = summed(call.context(), wanted.operand, wanted.axes);
    const auto count = static_cast<double>(reducedCount(wanted.operand, wanted.axes));
    auto* values = reinterpret_cast<double*>(sums.storage->data());
    for (std::int64_t i = 0; i < sums.count(); ++i) values[i] /= count;
    return finish(call, wanted, std::move(sums), type);
}

void refuseEmpty(const Reduced& wanted) {
    if (reducedCount(wanted.operand, wanted.axes) == 0 && checkedCount(reducedShape(wanted.operand, wanted.axes, true)) != 0)
        refuseArguments("the largest or smallest of no elements");
}

template <bool kLargest>
Values extreme(const Call& call) {
    const Reduced wanted = asked(call);
    refuseEmpty(wanted);
    const ScalarType type = wanted.operand.type;
    const auto better = [](auto best, auto x, auto) { return x != x ? x : kLargest ? largerOf(best, x) : smallerOf(best, x); };
    using Limits = std::numeric_limits<std::int64_t>;
    return finish(
        call, wanted,
        integral(type)
            ? reduced<std::int64_t>(call.context(), wanted.operand, wanted.axes, kLargest ? Limits::min() : Limits::max(), better)
            : reduced<double>(call.context(), wanted.operand, wanted.axes, kLargest ? -kInfinity : kInfinity, better),
        type);
}

Values extremes(const Call& call) {
    Values both = extreme<false>(call);
    both.push_back(extreme<true>(call).front());
    return both;
}

/// Along one axis: the place of the first of the largest, or of the first NaN.
template <bool kLargest>
Array placeOfExtreme(const Context& context, const Array& given, std::size_t axis) {
    const Array operand = atLeastOneAxis(given);
    if (operand.shape[axis] == 0 && checkedCount(operand.shape) == 0) {
        Dims others = operand.shape;
        others[axis] = 1;
        if (checkedCount(others) != 0) refuseArguments("the largest or smallest of no elements");
    }
    Dims shape = operand.shape;
    shape[axis] = 1;
    Array places = context.make(ScalarType::I64, shape);
    const auto n = static_cast<std::size_t>(operand.shape[axis]);
    const auto find = [&](auto zero) {
        using T = decltype(zero);
        Computing::list(operand.shape[axis], sizeof(T));
        std::vector<T> lane(n);
        eachLane<2>(context, {&operand, &places}, axis, [&](const auto& at) {
            loadAs<T>(operand.stored, at[0], laneStep(operand, axis), n, lane.data());
            std::int64_t best = 0;
            for (std::size_t i = 1; i < n && lane[static_cast<std::size_t>(best)] == lane[static_cast<std::size_t>(best)]; ++i) {
                const auto value = lane[i], least = lane[static_cast<std::size_t>(best)];
                if (value != value || (kLargest ? value > least : value < least)) best = static_cast<std::int64_t>(i);
            }
            std::memcpy(writable(places, at[1]), &best, sizeof best);
        });
    };
    if (integral(operand.type))
        find(std::int64_t{});
    else
        find(double{});
    return places;
}

/// Without the axis, unless it is kept.
Array dropped(const Array& array, std::size_t axis, bool keep, std::size_t rank) {
    return keep && rank > 0 ? array : selected(array, axis, 0);
}

template <bool kLargest>
Values argument(const Call& call) {
    const Array& self = call.array("self");
    const bool keep = call.flag("keepdim");
    if (!call.has("dim")) {
        const Array places = placeOfExtreme<kLargest>(call.context(), reshaped(call.context(), self, {self.count()}), 0);
        return one(reshaped(call.context(), places, keep ? Dims(self.rank(), 1) : Dims{}));
    }
    const std::size_t axis = axisOf(call.integer("dim"), self.rank());
    return one(dropped(placeOfExtreme<kLargest>(call.context(), self, axis), axis, keep, self.rank()));
}

/// Values and their places.
template <bool kLargest>
Values extremeWithPlace(const Call& call) {
    const Array& self = call.array("self");
    const Array operand = atLeastOneAxis(self);
    const std::size_t axis = axisOf(call.integer("dim"), self.rank());
    const Array places = placeOfExtreme<kLargest>(call.context(), self, axis);
    Array values = call.context().makeStored(operand.type, operand.stored, places.shape);
    const std::ptrdiff_t step = laneStep(operand, axis);
    eachLane<3>(call.context(), {&operand, &places, &values}, axis, [&](const auto& at) {
        const auto place = loadItem<std::int64_t>(at[1]);
        std::memcpy(writable(values, at[2]), at[0] + place * step, operand.item());
    });
    const bool keep = call.flag("keepdim");
    return {dropped(values, axis, keep, self.rank()), dropped(places, axis, keep, self.rank())};
}

template <bool kAll>
Values truth(const Call& call) {
    const Reduced wanted = asked(call);
    const ScalarType type = wanted.operand.type == ScalarType::U8 ? ScalarType::U8 : ScalarType::Bool;
    return finish(call, wanted,
                  reduced<double>(call.context(), wanted.operand, wanted.axes, kAll ? 1.0 : 0.0,
                                  [](double state, double x, double) {
                                      return kAll ? (state != 0 && x != 0 ? 1.0 : 0.0) : (state != 0 || x != 0 ? 1.0 : 0.0);
                                  }),
                  type);
}

/// Squares of what differs from the mean, over n − correction.
Array variance(const Context& context, const Reduced& wanted, double correction) {
    const auto count = static_cast<double>(reducedCount(wanted.operand, wanted.axes));
    Array means = summed(context, wanted.operand, wanted.axes);
    auto* mean = reinterpret_cast<double*>(means.storage->data());
    for (std::int64_t i = 0; i < means.count(); ++i) mean[i] /= count;
    const Array seen = spread(means, wanted.operand, wanted.axes);
    Array sums = reduced<double>(
        context, wanted.operand, wanted.axes, 0.0, [](double sum, double x, double m) { return sum + (x - m) * (x - m); }, &seen);
    auto* values = reinterpret_cast<double*>(sums.storage->data());
    const double divisor = std::max(0.0, count - correction);
    for (std::int64_t i = 0; i < sums.count(); ++i) values[i] /= divisor;
    return sums;
}

template <bool kRoot>
Values spreadOf(const Call& call) {
    const Reduced wanted = asked(call);
    double correction = 1;
    if (call.has("correction")) correction = call.number("correction");
    if (call.has("unbiased")) correction = call.flag("unbiased") ? 1 : 0;
    Array results = variance(call.context(), wanted, correction);
    if constexpr (kRoot) {
        auto* values = reinterpret_cast<double*>(results.storage->data());
        for (std::int64_t i = 0; i < results.count(); ++i) values[i] = std::sqrt(values[i]);
    }
    return finish(call, wanted, std::move(results), wanted.operand.type);
}

Values spreadAndMean(const Call& call) {
    Values both = spreadOf<false>(call);
    both.push_back(mean(call).front());
    return both;
}

Values logSumExp(const Call& call) {
    Reduced wanted = asked(call);
    const ScalarType type = floatingOf(wanted.operand.type);
    Array largest = reduced<double>(call.context(), wanted.operand, wanted.axes, -kInfinity,
                                    [](double best, double x, double) { return x != x ? x : largerOf(best, x); });
    auto* most = reinterpret_cast<double*>(largest.storage->data());
    for (std::int64_t i = 0; i < largest.count(); ++i)
        if (std::isinf(most[i])) most[i] = 0;
    const Array seen = spread(largest, wanted.operand, wanted.axes);
    Array sums = reduced<double>(
        call.context(), wanted.operand, wanted.axes, 0.0, [](double sum, double x, double m) { return sum + std::exp(x - m); },
        &seen);
    auto* values = reinterpret_cast<double*>(sums.storage->data());
    for (std::int64_t i = 0; i < sums.count(); ++i) values[i] = std::log(values[i]) + most[i];
    return finish(call, wanted, std::move(sums), type);
}

/// Running sums or products along an axis.
template <class Op, int kStart>
Values running(const Call& call) {
    const Context& context = call.context();
    const ScalarType type = sumType(call, call.array("self").type);
    const Array self = cast(context, call.array("self"), type);
    const Array operand = atLeastOneAxis(self);
    const std::size_t axis = axisOf(call.integer("dim"), self.rank());
    Array out = context.make(type, operand.shape);
    const auto n = static_cast<std::size_t>(operand.shape[axis]);
    const std::ptrdiff_t from = laneStep(operand, axis), to = laneStep(out, axis);
    Computing::list(2 * operand.shape[axis], sizeof(double));
    const auto run = [&](auto start) {
        using T = decltype(start);
        std::vector<T> lane(n);
        eachLane<2>(context, {&operand, &out}, axis, [&](const auto& at) {
            loadAs<T>(operand.stored, at[0], from, n, lane.data());
            T sum = start;
            for (T& x : lane) x = sum = Op()(sum, x);
            storeApart<T>(out.stored, lane.data(), n, writable(out, at[1]), to);
        });
    };
    if (integral(type))
        run(std::int64_t{kStart});
    else
        run(double{kStart});
    return one(self.rank() == 0 ? selected(out, 0, 0) : out);
}

constexpr auto kReductionsRows = std::to_array<OperatorRow>({
    {"aten.sum.default", "self dtype=none", sum, Rule::Sum},
    {"aten.sum.dim_IntList", "self dim keepdim=false dtype=none", sum, Rule::Sum},
    {"aten.mean.default", "self dtype=none", mean, Rule::Sum},
    {"aten.mean.dim", "self dim keepdim=false dtype=none", mean, Rule::Sum},
    {"aten.prod.default", "self dtype=none", product, Rule::Chain},
    {"aten.prod.dim_int", "self dim keepdim=false dtype=none", product, Rule::Chain},
    {"aten.amax.default", "self dim=[] keepdim=false", extreme<true>},
    {"aten.amin.default", "self dim=[] keepdim=false", extreme<false>},
    {"aten.aminmax.default", "self dim=none keepdim=false", extremes},
    {"aten.max.default", "self", extreme<true>},
    {"aten.min.default", "self", extreme<false>},
    {"aten.max.dim", "self dim keepdim=false", extremeWithPlace<true>},
    {"aten.min.dim", "self dim keepdim=false", extremeWithPlace<false>},
    {"aten.argmax.default", "self dim=none keepdim=false", argument<true>},
    {"aten.argmin.default", "self dim=none keepdim=false", argument<false>},
    {"aten.all.default", "self", truth<true>},
    {"aten.all.dim", "self dim keepdim=false", truth<true>},
    {"aten.all.dims", "self dim=none keepdim=false", truth<true>},
    {"aten.any.default", "self", truth<false>},
    {"aten.any.dim", "self dim keepdim=false", truth<false>},
    {"aten.any.dims", "self dim=none keepdim=false", truth<false>},
    {"aten.var.default", "self unbiased=true", spreadOf<false>, Rule::Chain},
    {"aten.var.dim", "self dim unbiased=true keepdim=false", spreadOf<false>, Rule::Chain},
    {"aten.var.correction", "self dim=none correction=none keepdim=false", spreadOf<false>, Rule::Chain},
    {"aten.std.default", "self unbiased=true", spreadOf<true>, Rule::Chain},
    {"aten.std.dim", "self dim unbiased=true keepdim=false", spreadOf<true>, Rule::Chain},
    {"aten.std.correction", "self dim=none correction=none keepdim=false", spreadOf<true>, Rule::Chain},
    {"aten.var_mean.correction", "self dim=none correction=none keepdim=false", spreadAndMean, Rule::Chain},
    {"aten.logsumexp.default", "self dim keepdim=false", logSumExp, Rule::Chain},
    {"aten.cumsum.default", "self dim dtype=none", running<Sum, 0>, Rule::Sum},
    {"aten.cumprod.default", "self dim dtype=none", running<Product, 1>, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> reductionRows() { return kReductionsRows; }

}  // namespace etscope::evaluate
