#include "evaluate/operators/quantization.h"

#include <algorithm>
#include <limits>

#include "evaluate/operators/reduce.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

namespace {

template <class Product, class Sum>
Array quantizedRounding(const Context& context, const std::array<const Array*, 3>& operands, ZeroPoint order, const Steps& steps,
                        const Product& product, const Sum& sum) {
    const double least = sum(steps.least), most = sum(steps.most);
    const auto clamped = [least, most](double x) { return x != x ? x : std::min(std::max(x, least), most); };
    if (order == ZeroPoint::BeforeRounding)
        return stepped(context, operands, steps.type, [&](double x, double s, double z) {
            return clamped(std::nearbyint(sum(product(x * product(s)) + sum(z))));
        });
    return stepped(context, operands, steps.type,
                   [&](double x, double s, double z) { return clamped(sum(std::nearbyint(product(x * product(s))) + sum(z))); });
}

}  // namespace

Array quantized(const Context& context, const Array& input, const Array& inverse, const Array& zero, ZeroPoint order,
                const Steps& steps, const Work& work) {
    const std::array<const Array*, 3> operands{&input, &inverse, &zero};
    return withRounding(work.product, [&](const auto& product) {
        return withRounding(work.sum,
                            [&](const auto& sum) { return quantizedRounding(context, operands, order, steps, product, sum); });
    });
}

Array inverseOf(const Context& context, const Array& scale) {
    return stepped(context, std::array{&scale}, scale.type, [](double s) { return 1.0 / s; });
}

Array quantizedBy(const Context& context, const Array& given, const Array& scale, const Array& zero, ZeroPoint order,
                  const Steps& steps) {
    const Array input = narrowed(context, given), factor = narrowed(context, scale), offset = narrowed(context, zero);
    if (!input.floating() || !factor.floating()) refuseArguments("floating values are quantised, by floating scales");
    const ScalarType product = promoted(input.type, factor.type);
    return quantized(context, input, inverseOf(context, factor), offset, order, steps, {product, promoted(product, offset.type)});
}

Array dequantizedBy(const Context& context, const Array& input, const Array& scale, const Array* zero, ScalarType type) {
    const Array factor = narrowed(context, scale);
    if (!factor.floating()) refuseArguments("a scale is a floating value");
    Array difference = narrowed(context, input);
    if (zero != nullptr) {
        const Array offset = narrowed(context, *zero);
        const ScalarType common = promoted(difference.type, offset.type);
        const std::array<const Array*, 2> both{&difference, &offset};
        if (isFloating(common)) {
            difference = withRounding(common, [&](const auto& round) {
                return stepped(context, both, common, [&](double x, double z) { return round(x) - round(z); });
            });
        } else {
            Array out = context.makeStored(common, common, broadcastShape(both));
            detail::mapInto<std::int64_t>(context, both, out, [](std::int64_t x, std::int64_t z) { return differenceOf(x, z); });
            difference = out;
        }
    }
    const ScalarType work = promoted(difference.type, factor.type);
    const Array product = withRounding(work, [&](const auto& round) {
        return stepped(context, std::array<const Array*, 2>{&difference, &factor}, work,
                       [&](double x, double s) { return round(x) * round(s); });
    });
    const ScalarType out = computedAs(context, type);
    return finishedAs(context, kept(context, product, out, out), type);
}

Array dequantizedBy(const Context& context, const Array& given, double scale, double zero, ScalarType type) {
    if (!isFloating(type)) refuseArguments("dequantised values are floating");
    const ScalarType work = computedAs(context, type);
    const Array input = narrowed(context, given);
    // Numbers have the type that is computed in, which is f32 for the shorter ones.
    const ScalarType numbers = work == ScalarType::F64 ? ScalarType::F64 : ScalarType::F32;
    const double factor = roundedTo(numbers, scale), offset = roundedTo(numbers, zero);
    const Array out = withRounding(work, [&](const auto& round) {
        return stepped(context, std::array{&input}, work, [&](double x) { return round(round(x) - offset) * factor; });
    });
    return finishedAs(context, out, type);
}

Groups groupsOf(const Context& context, const Array& matrix, const Array& scale, const Array* zero, std::int64_t size) {
    if (matrix.rank() != 2) refuseArguments("a matrix is wanted");
    const std::int64_t rows = matrix.shape[0], columns = matrix.shape[1];
    if (size > columns && scale.rank() > 0 && scale.shape.back() == 1) size = columns;
    if (size <= 0 || columns % size != 0) refuseArguments("the columns do not divide into groups");
    const Dims each{rows, columns / size, 1};
    Groups groups{reshaped(context, matrix, {rows, columns / size, size}), reshaped(context, scale, each), std::nullopt};
    if (zero != nullptr) groups.zero = reshaped(context, *zero, each);
    return groups;
}

Range rangeOf(const Context& context, const Array& given, const std::vector<bool>& axes, bool keep) {
    const Array input = narrowed(context, given);
    if (!input.floating()) refuseArguments("floating values are quantised");
    if (reducedCount(input, axes) == 0) refuseArguments("a range of no elements");
    const auto extreme = [&](auto better) {
        Array found = reduced<double>(context, input, axes, 0.0, [&](double best, double x, double) {
            return x != x || best != best ? std::numeric_limits<double>::quiet_NaN() : better(best, x);
        });
        found.shape = reducedShape(input, axes, keep);
        found.strides = rowMajor(found.shape);
        return kept(context, found, input.type, input.type);
    };
    return {extreme([](double best, double x) { return std::min(best, x); }),
            extreme([](double best, double x) { return std::max(best, x); })};
}

}  // namespace etscope::evaluate
