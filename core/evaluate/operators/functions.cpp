// Functions of one tensor, element by element.
#include <cmath>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

/// Real functions: integers give f32.
template <Real function>
Values real(const Call& call) {
    const Array& self = call.array("self");
    return one(mapDoubles(call.context(), std::array{&self}, floatingOf(self.type), [](double x) { return function(x); }));
}

/// Functions that leave integers what they are.
template <Real function>
Values rounding(const Call& call) {
    const Array& self = call.array("self");
    if (integral(self.type)) return one(copied(call.context(), self));
    return one(mapDoubles(call.context(), std::array{&self}, self.type, [](double x) { return function(x); }));
}

/// One formula for doubles and integers.
template <Real real, Whole whole>
Values both(const Call& call) {
    const Array& self = call.array("self");
    const auto f = [](auto x) {
        if constexpr (std::is_same_v<decltype(x), double>)
            return real(x);
        else
            return whole(x);
    };
    return one(mapNumbers(call.context(), std::array{&self}, self.type, f));
}

double negated(double x) { return -x; }
std::int64_t negated(std::int64_t x) { return differenceOf(std::int64_t{0}, x); }
std::int64_t absolute(std::int64_t x) { return x < 0 ? negated(x) : x; }
double sign(double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; }
std::int64_t sign(std::int64_t x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
template <class T>
T square(T x) {
    return productOf(x, x);
}
template <class T>
T relu(T x) {
    return x <= 0 ? T{0} : x;  // one comparison: without a branch
}

double reciprocal(double x) { return 1.0 / x; }
double reciprocalRoot(double x) { return 1.0 / std::sqrt(x); }
double fraction(double x) { return x - std::trunc(x); }
double nearestEven(double x) { return std::nearbyint(x); }
double sigmoidOf(double x) { return 1.0 / (1.0 + std::exp(-x)); }

/// Rounded to decimals as torch does: times or by a power of ten, to the nearest even.
Values roundDecimals(const Call& call) {
    const Array& self = call.array("self");
    const std::int64_t decimals = call.integer("decimals");
    if (decimals < -300 || decimals > 300) refuseArguments("rounding to " + std::to_string(decimals) + " decimals");
    const double scale = std::pow(10.0, static_cast<double>(std::abs(decimals)));
    return one(mapDoubles(call.context(), std::array{&self}, self.type, [=](double x) {
        return decimals < 0 ? std::nearbyint(x / scale) * scale : std::nearbyint(x * scale) / scale;
    }));
}

template <bool (*test)(double)>
Values predicate(const Call& call) {
    const Array& self = call.array("self");
    return one(mapDoubles(call.context(), std::array{&self}, ScalarType::Bool, [](double x) { return test(x) ? 1.0 : 0.0; }));
}
bool isNan(double x) { return x != x; }
bool isInfinite(double x) { return std::isinf(x); }
bool isFinite(double x) { return std::isfinite(x); }
bool isZero(double x) { return x == 0; }

Values bitwiseNot(const Call& call) {
    const Array& self = call.array("self");
    if (!integral(self.type)) refuseArguments("integers or bools are wanted");
    const bool boolean = self.type == ScalarType::Bool;
    return one(mapInts(call.context(), std::array{&self}, self.type,
                       [boolean](std::int64_t x) { return boolean ? (x == 0 ? 1 : 0) : ~x; }));
}

Values logit(const Call& call) {
    const Array& self = call.array("self");
    const bool bounded = call.has("eps");
    const double eps = bounded ? call.number("eps") : 0;
    return one(mapDoubles(call.context(), std::array{&self}, floatingOf(self.type), [=](double x) {
        if (bounded) x = x < eps ? eps : x > 1 - eps ? 1 - eps : x;
        return std::log(x / (1 - x));
    }));
}

/// What is not finite, by numbers of the tensor's type: unless they are given 0 and the ends of its range.
Values nanToNumber(const Call& call) {
    const Array& self = call.array("self");
    if (integral(self.type)) return one(copied(call.context(), self));
    const auto given = [&](std::string_view name, double otherwise) {
        return roundedTo(self.type, call.numberOr(name, otherwise));
    };
    const double largest = floatRange(self.type).largest;
    const double nan = given("nan", 0), most = given("posinf", largest), least = given("neginf", -largest);
    return one(mapDoubles(call.context(), std::array{&self}, self.type, [=](double x) {
        return x != x ? nan : !std::isinf(x) ? x : x > 0 ? most : least;
    }));
}

constexpr auto kFunctionsRows = std::to_array<OperatorRow>({
    {"aten.abs.default", "self", both<std::fabs, absolute>},
    {"aten.neg.default", "self", both<negated, negated>},
    {"aten.sign.default aten.sgn.default", "self", both<sign, sign>},
    {"aten.square.default", "self", both<square, square>, Rule::Elementwise},
    {"aten.relu.default", "self", both<relu, relu>},
    {"aten.relu_.default", "self!", inPlace<both<relu, relu>>},
    {"aten.ceil.default", "self", rounding<std::ceil>},
    {"aten.floor.default", "self", rounding<std::floor>},
    {"aten.trunc.default", "self", rounding<std::trunc>},
    {"aten.round.default", "self", rounding<nearestEven>},
    {"aten.round.decimals", "self decimals", roundDecimals, Rule::Elementwise},
    {"aten.frac.default", "self", rounding<fraction>},
    {"aten.acos.default", "self", real<std::acos>, Rule::Elementwise},
    {"aten.acosh.default", "self", real<std::acosh>, Rule::Elementwise},
    {"aten.asin.default", "self", real<std::asin>, Rule::Elementwise},
    {"aten.asinh.default", "self", real<std::asinh>, Rule::Elementwise},
    {"aten.atan.default", "self", real<std::atan>, Rule::Elementwise},
    {"aten.atanh.default", "self", real<std::atanh>, Rule::Elementwise},
    {"aten.cos.default", "self", real<std::cos>, Rule::Elementwise},
    {"aten.cosh.default", "self", real<std::cosh>, Rule::Elementwise},
    {"aten.erf.default", "self", real<std::erf>, Rule::Elementwise},
    {"aten.erfc.default", "self", real<std::erfc>, Rule::Elementwise},
    {"aten.exp.default", "self", real<std::exp>, Rule::Elementwise},
    {"aten.exp2.default", "self", real<std::exp2>, Rule::Elementwise},
    {"aten.expm1.default", "self", real<std::expm1>, Rule::Elementwise},
    {"aten.log.default", "self", real<std::log>, Rule::Elementwise},
    {"aten.log10.default", "self", real<std::log10>, Rule::Elementwise},
    {"aten.log1p.default", "self", real<std::log1p>, Rule::Elementwise},
    {"aten.log2.default", "self", real<std::log2>, Rule::Elementwise},
    {"aten.reciprocal.default", "self", real<reciprocal>, Rule::Elementwise},
    {"aten.rsqrt.default", "self", real<reciprocalRoot>, Rule::Elementwise},
    {"aten.sigmoid.default", "self", real<sigmoidOf>, Rule::Elementwise},
    {"aten.sigmoid_.default", "self!", inPlace<real<sigmoidOf>>, Rule::Elementwise},
    {"aten.sin.default", "self", real<std::sin>, Rule::Elementwise},
    {"aten.sinh.default", "self", real<std::sinh>, Rule::Elementwise},
    {"aten.sqrt.default", "self", real<std::sqrt>, Rule::Elementwise},
    {"aten.tan.default", "self", real<std::tan>, Rule::Elementwise},
    {"aten.tanh.default", "self", real<std::tanh>, Rule::Elementwise},
    {"aten.tanh_.default", "self!", inPlace<real<std::tanh>>, Rule::Elementwise},
    {"aten.logit.default", "self eps=none", logit, Rule::Elementwise},
    {"aten.nan_to_num.default", "self nan=none posinf=none neginf=none", nanToNumber},
    {"aten.nan_to_num_.default", "self! nan=none posinf=none neginf=none", inPlace<nanToNumber>},
    {"aten.isnan.default", "self", predicate<isNan>},
    {"aten.isinf.default", "self", predicate<isInfinite>},
    {"aten.isfinite.default", "self", predicate<isFinite>},
    {"aten.logical_not.default", "self", predicate<isZero>},
    {"aten.bitwise_not.default", "self", bitwiseNot},
});

}  // namespace

std::span<const OperatorRow> functionRows() { return kFunctionsRows; }

}  // namespace etscope::evaluate
