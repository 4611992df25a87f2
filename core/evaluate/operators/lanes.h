// Lanes: what lies along one axis, for every place of the other axes. Internal to core/evaluate.
#pragma once

#include <array>

#include "evaluate/call.h"
#include "evaluate/operators/shapes.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

/// The array without dimensions as one of a single element.
inline Array atLeastOneAxis(const Array& array) { return array.rank() == 0 ? unsqueezed(array, 0) : array; }

/// `visit(places)`: the first element of each lane along `axis` in every array, in row-major order of the other axes, in which the
/// arrays have equal sizes. Along the axis they step by `laneStep()`. Not called when `axis` is empty in the first array.
template <std::size_t N, class Visit>
void eachLane(const Context& context, const std::array<const Array*, N>& arrays, std::size_t axis, Visit&& visit) {
    std::array<Array, N> firsts;
    std::array<const Array*, N> pointers;
    for (std::size_t k = 0; k < N; ++k) {
        if (arrays[k]->shape.at(axis) == 0) return;
        firsts[k] = selected(*arrays[k], axis, 0);
        pointers[k] = &firsts[k];
    }
    const Dims shape = firsts[0].shape;
    context.charge(arrays[0]->count());
    Walk<N>(pointers, shape).each(256, [&](const auto& places, const auto& steps, std::size_t n) {
        context.poll();
        for (std::size_t i = 0; i < n; ++i) {
            std::array<const std::byte*, N> at;
            for (std::size_t k = 0; k < N; ++k) at[k] = places[k] + static_cast<std::ptrdiff_t>(i) * steps[k];
            visit(at);
        }
    });
}

inline std::ptrdiff_t laneStep(const Array& array, std::size_t axis) {
    return array.strides[axis] * static_cast<std::ptrdiff_t>(array.item());
}

/// The place as one that can be written to: of arrays with bytes of their own.
inline std::byte* writable(const Array& array, const std::byte* place) {
    return array.storage->data() + (place - array.storage->data());
}

}  // namespace etscope::evaluate
