// Reductions over any axes: each result takes its elements one after the other in row-major order, so that its bits do not depend
// on the machine. Internal to core/evaluate.
#pragma once

#include <vector>

#include "evaluate/operators/elementwise.h"
#include "evaluate/operators/shapes.h"

namespace etscope::evaluate {

/// The shape that is left when axes are reduced; with `keep` they have size 1.
inline Dims reducedShape(const Array& array, const std::vector<bool>& axes, bool keep) {
    Dims shape;
    for (std::size_t d = 0; d < array.rank(); ++d) {
        if (!axes[d])
            shape.push_back(array.shape[d]);
        else if (keep)
            shape.push_back(1);
    }
    return shape;
}

/// How many elements each result is made of.
inline std::int64_t reducedCount(const Array& array, const std::vector<bool>& axes) {
    std::int64_t count = 1;
    for (std::size_t d = 0; d < array.rank(); ++d) count *= axes[d] ? array.shape[d] : 1;
    return count;
}

/// The results seen with the shape of the operand: along reduced axes they repeat.
inline Array spread(const Array& results, const Array& operand, const std::vector<bool>& axes) {
    Array seen = results;
    seen.shape = operand.shape;
    seen.strides.assign(operand.rank(), 0);
    const Dims dense = rowMajor(reducedShape(operand, axes, true));
    for (std::size_t d = 0; d < operand.rank(); ++d) seen.strides[d] = axes[d] ? 0 : dense[d];
    return seen;
}

/// T = double or int64. `step(sum, element, other)` for each element; `other`: of a second operand of the same shape, for steps
/// that take one. Gives an array of f64 or i64 with the axes kept at size 1.
template <class T, class Step>
Array reduced(const Context& context, const Array& array, const std::vector<bool>& axes, T start, const Step& step,
              const Array* second = nullptr) {
    context.charge(array.count());
    Array sums = context.makeStored(kTypeOf<T>, kTypeOf<T>, reducedShape(array, axes, true));
    auto* values = reinterpret_cast<T*>(sums.storage->data());
    std::fill_n(values, sums.count(), start);
    const Array seen = spread(sums, array, axes);
    std::array<T, kRun> elements, others{};
    Walk<3>({&array, &seen, second != nullptr ? second : &array}, array.shape)
        .each(kRun, [&](const auto& places, const auto& steps, std::size_t n) {
            context.poll();
            loadAs<T>(array.stored, places[0], steps[0], n, elements.data());
            if (second != nullptr) loadAs<T>(second->stored, places[2], steps[2], n, others.data());
            T* to = values + (places[1] - sums.storage->data()) / static_cast<std::ptrdiff_t>(sizeof(T));
            const std::ptrdiff_t distance = steps[1] / static_cast<std::ptrdiff_t>(sizeof(T));
            if (distance == 0) {
                T sum = *to;
                for (std::size_t i = 0; i < n; ++i) sum = step(sum, elements[i], others[i]);
                *to = sum;
            } else {
                for (std::size_t i = 0; i < n; ++i, to += distance) *to = step(*to, elements[i], others[i]);
            }
        });
    return sums;
}

inline Array summed(const Context& context, const Array& array, const std::vector<bool>& axes) {
    return reduced<double>(context, array, axes, 0.0, [](double sum, double x, double) { return sum + x; });
}

/// Kept axes are dropped where they are not wanted, and the values take their type.
inline Array finished(const Context& context, Array results, const Array& operand, const std::vector<bool>& axes, bool keep,
                      ScalarType type) {
    Array out = context.make(type, reducedShape(operand, axes, keep));
    results.shape = out.shape;
    results.strides = rowMajor(out.shape);
    convertInto(context, results, out);
    return out;
}

}  // namespace etscope::evaluate
