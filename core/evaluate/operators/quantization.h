// Steps of quantised types as upstream computes them: every operation rounded to the type that it has there, f32 as a rule.
// Products, sums and quotients of such values are rounded from double as if at once. Internal to core/evaluate.
#pragma once

#include <optional>
#include <vector>

#include "evaluate/operators/moves.h"

namespace etscope::evaluate {

/// The type that quantisation computes values of `type` in: values kept wider than their type are narrowed to f32.
inline ScalarType computedAs(const Context& context, ScalarType type) noexcept {
    return context.wide && isFloating(type) ? ScalarType::F32 : type;
}
/// The array as quantisation takes it.
inline Array narrowed(const Context& context, const Array& array) {
    const ScalarType type = computedAs(context, array.type);
    return kept(context, array, type, type);
}
/// The array as a result of `type`.
inline Array finishedAs(const Context& context, const Array& array, ScalarType type) {
    return kept(context, array, type, context.storedAs(type));
}

/// `visit(round)`: `round(x)` is x in a floating type.
template <class Visit>
decltype(auto) withRounding(ScalarType type, Visit&& visit) {
    switch (type) {
        case ScalarType::F64: return visit([](double x) { return x; });
        case ScalarType::F16: return visit([](double x) { return roundedTo(ScalarType::F16, x); });
        case ScalarType::BF16: return visit([](double x) { return roundedTo(ScalarType::BF16, x); });
        default: return visit([](double x) { return static_cast<double>(static_cast<float>(x)); });
    }
}

/// An f64 without dimensions.
inline Array constant(const Context& context, double value) {
    Array array = context.makeStored(ScalarType::F64, ScalarType::F64, {});
    storeDoubles(ScalarType::F64, &value, 1, array.storage->data());
    return array;
}

/// `f` of doubles; the result is stored in `type`, in wide mode too.
template <std::size_t N, class F>
Array stepped(const Context& context, const std::array<const Array*, N>& arrays, ScalarType type, const F& f) {
    Array out = context.makeStored(type, type, broadcastShape(arrays));
    detail::mapInto<double>(context, arrays, out, f);
    return out;
}

/// Whether the zero point is added before values are rounded to whole numbers, or after.
enum class ZeroPoint : std::uint8_t { BeforeRounding, AfterRounding };

/// Whole numbers within [least, most].
struct Steps {
    double least = 0, most = 0;
    ScalarType type = ScalarType::I8;
};

/// The types of input · inverse, and of that with the zero point added.
struct Work {
    ScalarType product = ScalarType::F32, sum = ScalarType::F32;
};

/// input · inverse + zero in whole steps. Operands broadcast.
Array quantized(const Context& context, const Array& input, const Array& inverse, const Array& zero, ZeroPoint order,
                const Steps& steps, const Work& work = {});
/// 1 / scale in the type that scales have.
Array inverseOf(const Context& context, const Array& scale);
/// With scales and zero points of the input's rank: input and scale decide in which type.
Array quantizedBy(const Context& context, const Array& input, const Array& scale, const Array& zero, ZeroPoint order,
                  const Steps& steps);

/// (input − zero) · scale: the difference in the type that both have in common, the product in that and the scale's; then `type`.
/// `zero` may be null.
Array dequantizedBy(const Context& context, const Array& input, const Array& scale, const Array* zero, ScalarType type);
/// The same with numbers, in `type`.
Array dequantizedBy(const Context& context, const Array& input, double scale, double zero, ScalarType type);

/// Rows in groups, [rows, groups, size], and their parameters [rows, groups, 1] or [rows, 1, 1].
struct Groups {
    Array values, scale;
    std::optional<Array> zero;
};
/// `size` elements have one scale.
Groups groupsOf(const Context& context, const Array& matrix, const Array& scale, const Array* zero, std::int64_t size);

/// Scales and zero points out of the least and the largest values.
struct Range {
    Array least, most;  ///< not above 0, not below 0; as quantisation takes them
};
/// Along axes, which are kept with size 1 or dropped.
Range rangeOf(const Context& context, const Array& input, const std::vector<bool>& axes, bool keep);

}  // namespace etscope::evaluate
