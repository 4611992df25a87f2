// Operators over sizes and numbers: what shapes ask for, Python's own operators, checks.
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/checked_math.h"
#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/families.h"

namespace etscope::evaluate {

namespace {

Values number(Value value) {
    Values values;
    values.push_back(std::move(value));
    return values;
}

Values sizeOf(const Call& call) {
    const Array& self = call.array("self");
    if (self.rank() == 0) refuseArguments("a tensor without dimensions has no sizes");
    return number(self.shape[axisOf(call.integer("dim"), self.rank())]);
}
Values strideOf(const Call& call) {
    const Array& self = call.array("self");
    if (self.rank() == 0) refuseArguments("a tensor without dimensions has no strides");
    return number(self.strides[axisOf(call.integer("dim"), self.rank())]);
}

Value itemOf(const Array& array) {
    if (array.count() != 1) refuseArguments("a number is taken from " + std::to_string(array.count()) + " elements");
    if (array.type == ScalarType::Bool) return intsOf(array).front() != 0;
    if (integral(array.type)) return intsOf(array).front();
    return doublesOf(array).front();
}
Values item(const Call& call) { return number(itemOf(call.array("self"))); }

/// A number, of a tensor that holds one, too: symbols are numbers here.
Value scalarOf(const Value& value) { return value.array() != nullptr ? itemOf(*value.array()) : value; }

Values asserted(const Call& call, const Value& given) {
    if (numberOf(given) == 0) refuse("graph-assertion-fails", "the graph asserts: " + std::string(call.text("assert_msg")));
    return number(Nothing{});
}
Values assertRange(const Call& call) {
    const double size = numberOf(scalarOf(call.value(call.has("size") ? "size" : "symbol")));
    const bool low = call.has("min") && size < call.number("min"), high = call.has("max") && size > call.number("max");
    if (low || high)
        refuse("graph-assertion-fails", "a size of " + std::to_string(size) + " is outside the range that the graph states");
    return number(Nothing{});
}
Values assertMetadata(const Call& call) {
    const Array& a = call.array("a");
    if (call.has("size") && call.integers("size") != a.shape) refuse("graph-assertion-fails", "the graph asserts another shape");
    if (call.typeOr("dtype", a.type) != a.type) refuse("graph-assertion-fails", "the graph asserts another type");
    return number(Nothing{});
}

bool isInteger(const Value& value) { return !std::holds_alternative<double>(value.base()); }

/// Python's arithmetic of two numbers: integers stay integers.
template <class Op>
Values arithmetic(const Call& call) {
    const Value a = scalarOf(call.value("a")), b = scalarOf(call.value("b"));
    if (isInteger(a) && isInteger(b)) return number(Op()(integerOf(a), integerOf(b)));
    return number(Op()(numberOf(a), numberOf(b)));
}

std::int64_t withinRange(const std::optional<std::int64_t>& result) {
    if (!result) refuseArguments("a size beyond 64 bits");
    return *result;
}
std::int64_t checkedSum(std::int64_t a, std::int64_t b) { return withinRange(checkedAdd(a, b)); }
std::int64_t checkedProduct(std::int64_t a, std::int64_t b) { return withinRange(checkedMul(a, b)); }
std::int64_t checkedDifference(std::int64_t a, std::int64_t b) {
    std::int64_t difference = 0;
    return withinRange(__builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference));
}
std::int64_t checkedQuotient(std::int64_t a, std::int64_t b) { return b == -1 ? checkedDifference(0, a) : floorDivided(a, b); }
double flooredQuotient(double a, double b) { return std::floor(a / b); }
std::int64_t checkedPower(std::int64_t a, std::int64_t b) {
    std::int64_t result = 1;
    for (; b > 0; --b) {
        result = checkedProduct(result, a);
        if (result == 0 || result == 1) return a == -1 && b % 2 == 0 ? -result : result;
    }
    return result;
}
template <class T>
T least(T a, T b) {
    return std::min(a, b);
}
template <class T>
T most(T a, T b) {
    return std::max(a, b);
}
Values quotient(const Call& call) { return number(numberOf(scalarOf(call.value("a"))) / numberOf(scalarOf(call.value("b")))); }

using Plus = Either<sumOf, checkedSum>;
using Minus = Either<differenceOf, checkedDifference>;
using Times = Either<productOf, checkedProduct>;
using FloorQuotient = Either<flooredQuotient, checkedQuotient>;
using Modulo = Either<floorRemainder, floorRemainder>;
using Least = Either<least, least>;
using Most = Either<most, most>;

template <bool kAnd>
Values logic(const Call& call) {
    const bool a = numberOf(scalarOf(call.value("a"))) != 0, b = numberOf(scalarOf(call.value("b"))) != 0;
    return number(kAnd ? a && b : a || b);
}
Values negation(const Call& call) { return number(numberOf(scalarOf(call.value("a"))) == 0); }
Values negative(const Call& call) {
    const Value a = scalarOf(call.value("a"));
    return isInteger(a) ? number(checkedDifference(0, integerOf(a))) : number(-numberOf(a));
}

template <Real function>
Values toInteger(const Call& call) {
    const Value a = scalarOf(call.value("a"));
    return isInteger(a) ? number(integerOf(a)) : number(cutToInt(function(numberOf(a))));
}
template <Real function>
Values realOf(const Call& call) {
    return number(function(numberOf(scalarOf(call.value("a")))));
}

Values getItem(const Call& call) {
    const Values* list = call.value("a").list();
    if (list == nullptr) refuseArguments("an element is taken of what is no list");
    const auto size = static_cast<std::int64_t>(list->size());
    const std::int64_t index = call.integer("b");
    if (index < -size || index >= size) refuseArguments("element " + std::to_string(index) + " of " + std::to_string(size));
    return number((*list)[static_cast<std::size_t>(index < 0 ? index + size : index)]);
}

constexpr auto kSymbolicRows = std::to_array<OperatorRow>({
    {"aten.sym_size.int", "self dim", sizeOf},
    {"aten.sym_stride.int", "self dim", strideOf},
    {"aten.sym_numel.default", "self", [](const Call& call) { return number(call.array("self").count()); }},
    {"aten.sym_storage_offset.default", "self", [](const Call& call) { return number(call.array("self").offset); }},
    {"aten.item.default aten._local_scalar_dense.default", "self", item},
    {"aten._assert_scalar.default", "self assert_msg",
     [](const Call& call) { return asserted(call, scalarOf(call.value("self"))); }},
    {"aten._assert_async.msg", "self assert_msg", [](const Call& call) { return asserted(call, itemOf(call.array("self"))); }},
    {"aten.sym_constrain_range.default aten.sym_constrain_range_for_size.default", "size min=none max=none", assertRange},
    {"aten._assert_tensor_metadata.default", "a size=none stride=none dtype=none device=none layout=none", assertMetadata},
    {"_operator.add", "a b", arithmetic<Plus>},
    {"_operator.sub", "a b", arithmetic<Minus>},
    {"_operator.mul", "a b", arithmetic<Times>},
    {"_operator.floordiv", "a b", arithmetic<FloorQuotient>},
    {"_operator.mod", "a b", arithmetic<Modulo>},
    {"_operator.truediv", "a b", quotient},
    {"_operator.pow", "a b", arithmetic<Either<std::pow, checkedPower>>},
    {"_operator.eq", "a b", arithmetic<std::equal_to<>>},
    {"_operator.ne", "a b", arithmetic<std::not_equal_to<>>},
    {"_operator.lt", "a b", arithmetic<std::less<>>},
    {"_operator.le", "a b", arithmetic<std::less_equal<>>},
    {"_operator.gt", "a b", arithmetic<std::greater<>>},
    {"_operator.ge", "a b", arithmetic<std::greater_equal<>>},
    {"_operator.and_", "a b", logic<true>},
    {"_operator.or_", "a b", logic<false>},
    {"_operator.not_", "a", negation},
    {"_operator.neg", "a", negative},
    {"_operator.getitem", "a b", getItem},
    {"executorch_prim.add.Scalar", "a b", arithmetic<Plus>},
    {"executorch_prim.sub.Scalar", "a b", arithmetic<Minus>},
    {"executorch_prim.mul.Scalar", "a b", arithmetic<Times>},
    {"executorch_prim.floordiv.Scalar", "a b", arithmetic<FloorQuotient>},
    {"executorch_prim.mod.Scalar", "a b", arithmetic<Modulo>},
    {"executorch_prim.truediv.Scalar", "a b", quotient},
    {"executorch_prim.eq.Scalar", "a b", arithmetic<std::equal_to<>>},
    {"executorch_prim.lt.Scalar", "a b", arithmetic<std::less<>>},
    {"executorch_prim.le.Scalar", "a b", arithmetic<std::less_equal<>>},
    {"executorch_prim.gt.Scalar", "a b", arithmetic<std::greater<>>},
    {"executorch_prim.ge.Scalar", "a b", arithmetic<std::greater_equal<>>},
    {"executorch_prim.neg.Scalar", "a", negative},
    {"executorch_prim.sym_max.Scalar", "a b", arithmetic<Most>},
    {"executorch_prim.sym_min.Scalar", "a b", arithmetic<Least>},
    {"executorch_prim.ceil.Scalar math.ceil", "a", toInteger<std::ceil>},
    {"executorch_prim.round.Scalar builtins.round", "a", toInteger<std::nearbyint>},
    {"executorch_prim.trunc.Scalar", "a", toInteger<std::trunc>},
    {"math.floor", "a", toInteger<std::floor>},
    {"math.trunc", "a", toInteger<std::trunc>},
    {"torch.sym_max", "a b", arithmetic<Most>},
    {"torch.sym_min", "a b", arithmetic<Least>},
    {"torch.sym_not", "a", negation},
    {"torch.sym_float", "a", realOf<[](double x) { return x; }>},
    {"torch.sym_int", "a", toInteger<std::trunc>},
    {"torch._sym_sqrt", "a", realOf<std::sqrt>},
});

}  // namespace

std::span<const OperatorRow> symbolicRows() { return kSymbolicRows; }

}  // namespace etscope::evaluate
