// Operators over sizes and numbers: what shapes ask for, Python's own operators, checks.
#include <cmath>

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

Values assertScalar(const Call& call) {
    if (numberOf(scalarOf(call.value("self"))) == 0)
        refuse("graph-assertion-fails", "the graph asserts: " + std::string(call.text("assert_msg")));
    return number(Nothing{});
}
Values assertAsync(const Call& call) {
    if (numberOf(itemOf(call.array("self"))) == 0)
        refuse("graph-assertion-fails", "the graph asserts: " + std::string(call.text("assert_msg")));
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
    if (isInteger(a) && isInteger(b)) return number(Op::of(integerOf(a), integerOf(b)));
    return number(Op::of(numberOf(a), numberOf(b)));
}

std::int64_t checked(bool overflows, const std::int64_t& result) {
    if (overflows) refuseArguments("a size beyond 64 bits");
    return result;
}
struct Plus {
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        std::int64_t r = 0;
        const bool overflows = __builtin_add_overflow(a, b, &r);
        return checked(overflows, r);
    }
    static double of(double a, double b) { return a + b; }
};
struct Minus {
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        std::int64_t r = 0;
        const bool overflows = __builtin_sub_overflow(a, b, &r);
        return checked(overflows, r);
    }
    static double of(double a, double b) { return a - b; }
};
struct Times {
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        std::int64_t r = 0;
        const bool overflows = __builtin_mul_overflow(a, b, &r);
        return checked(overflows, r);
    }
    static double of(double a, double b) { return a * b; }
};
std::int64_t divisor(std::int64_t b) {
    if (b == 0) refuseArguments("an integer is divided by 0");
    return b;
}
struct FloorQuotient {
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        if (b == -1) return Minus::of(std::int64_t{0}, a);
        const std::int64_t quotient = a / divisor(b);
        return a % b != 0 && (a % b < 0) != (b < 0) ? quotient - 1 : quotient;
    }
    static double of(double a, double b) { return std::floor(a / b); }
};
struct Modulo {
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        if (b == -1) return 0;
        const std::int64_t rest = a % divisor(b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
    static double of(double a, double b) {
        const double rest = std::fmod(a, b);
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
};
struct Quotient {
    template <class T>
    static double of(T a, T b) {
        return static_cast<double>(a) / static_cast<double>(b);
    }
};
struct SymbolicPower {
    static double of(double a, double b) { return std::pow(a, b); }
    static std::int64_t of(std::int64_t a, std::int64_t b) {
        std::int64_t result = 1;
        for (; b > 0; --b) {
            result = Times::of(result, a);
            if (result == 0 || result == 1) return a == -1 && b % 2 == 0 ? -result : result;
        }
        return result;
    }
};
struct Least {
    template <class T>
    static T of(T a, T b) {
        return b < a ? b : a;
    }
};
struct Most {
    template <class T>
    static T of(T a, T b) {
        return b > a ? b : a;
    }
};
struct IsEqual {
    template <class T>
    static bool of(T a, T b) {
        return a == b;
    }
};
struct IsUnequal {
    template <class T>
    static bool of(T a, T b) {
        return a != b;
    }
};
struct IsLess {
    template <class T>
    static bool of(T a, T b) {
        return a < b;
    }
};
struct IsAtMost {
    template <class T>
    static bool of(T a, T b) {
        return a <= b;
    }
};
struct IsMore {
    template <class T>
    static bool of(T a, T b) {
        return a > b;
    }
};
struct IsAtLeast {
    template <class T>
    static bool of(T a, T b) {
        return a >= b;
    }
};
template <bool kAnd>
Values logic(const Call& call) {
    const bool a = numberOf(scalarOf(call.value("a"))) != 0, b = numberOf(scalarOf(call.value("b"))) != 0;
    return number(kAnd ? a && b : a || b);
}
Values negation(const Call& call) { return number(numberOf(scalarOf(call.value("a"))) == 0); }
Values negative(const Call& call) {
    const Value a = scalarOf(call.value("a"));
    return isInteger(a) ? number(Minus::of(std::int64_t{0}, integerOf(a))) : number(-numberOf(a));
}

template <double (*function)(double)>
Values toInteger(const Call& call) {
    const Value a = scalarOf(call.value("a"));
    return isInteger(a) ? number(integerOf(a)) : number(cutToInt(function(numberOf(a))));
}
template <double (*function)(double)>
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
    {"aten.item.default", "self", item},
    {"aten._local_scalar_dense.default", "self", item},
    {"aten._assert_scalar.default", "self assert_msg", assertScalar},
    {"aten._assert_async.msg", "self assert_msg", assertAsync},
    {"aten.sym_constrain_range.default", "size min=none max=none", assertRange},
    {"aten.sym_constrain_range_for_size.default", "size min=none max=none", assertRange},
    {"aten._assert_tensor_metadata.default", "a size=none stride=none dtype=none device=none layout=none", assertMetadata},
    {"_operator.add", "a b", arithmetic<Plus>},
    {"_operator.sub", "a b", arithmetic<Minus>},
    {"_operator.mul", "a b", arithmetic<Times>},
    {"_operator.floordiv", "a b", arithmetic<FloorQuotient>},
    {"_operator.mod", "a b", arithmetic<Modulo>},
    {"_operator.truediv", "a b", arithmetic<Quotient>},
    {"_operator.pow", "a b", arithmetic<SymbolicPower>},
    {"_operator.eq", "a b", arithmetic<IsEqual>},
    {"_operator.ne", "a b", arithmetic<IsUnequal>},
    {"_operator.lt", "a b", arithmetic<IsLess>},
    {"_operator.le", "a b", arithmetic<IsAtMost>},
    {"_operator.gt", "a b", arithmetic<IsMore>},
    {"_operator.ge", "a b", arithmetic<IsAtLeast>},
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
    {"executorch_prim.truediv.Scalar", "a b", arithmetic<Quotient>},
    {"executorch_prim.eq.Scalar", "a b", arithmetic<IsEqual>},
    {"executorch_prim.lt.Scalar", "a b", arithmetic<IsLess>},
    {"executorch_prim.le.Scalar", "a b", arithmetic<IsAtMost>},
    {"executorch_prim.gt.Scalar", "a b", arithmetic<IsMore>},
    {"executorch_prim.ge.Scalar", "a b", arithmetic<IsAtLeast>},
    {"executorch_prim.neg.Scalar", "a", negative},
    {"executorch_prim.sym_max.Scalar", "a b", arithmetic<Most>},
    {"executorch_prim.sym_min.Scalar", "a b", arithmetic<Least>},
    {"executorch_prim.ceil.Scalar", "a", toInteger<std::ceil>},
    {"executorch_prim.round.Scalar", "a", toInteger<std::nearbyint>},
    {"executorch_prim.trunc.Scalar", "a", toInteger<std::trunc>},
    {"math.ceil", "a", toInteger<std::ceil>},
    {"math.floor", "a", toInteger<std::floor>},
    {"math.trunc", "a", toInteger<std::trunc>},
    {"builtins.round", "a", toInteger<std::nearbyint>},
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
