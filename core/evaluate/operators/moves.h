// Elements moved from array to array, of other types where wanted. Internal to core/evaluate.
#pragma once

#include <type_traits>
#include <vector>

#include "evaluate/operators/elementwise.h"

namespace etscope::evaluate {

/// Calls `visit` with the size of elements as a constant: `visit(std::integral_constant<std::size_t, 4>{})`.
template <class Visit>
void withItemSize(std::size_t size, Visit&& visit) {
    switch (size) {
        case 1: return visit(std::integral_constant<std::size_t, 1>{});
        case 2: return visit(std::integral_constant<std::size_t, 2>{});
        case 4: return visit(std::integral_constant<std::size_t, 4>{});
        default: return visit(std::integral_constant<std::size_t, 8>{});
    }
}

/// `n` elements of `size` bytes, `fromStep` bytes apart, to places `toStep` bytes apart.
void moveItems(std::size_t size, const std::byte* from, std::ptrdiff_t fromStep, std::byte* to, std::ptrdiff_t toStep,
               std::size_t n);

/// The array with its elements in `type`, kept as `stored`: itself where nothing changes.
Array kept(const Context& context, const Array& array, ScalarType type, ScalarType stored);
/// A row-major copy in `type`, kept as results are, to be written into.
Array fresh(const Context& context, const Array& array, ScalarType type);
/// Writes the elements of `from`, broadcast, into those of `to`: a part of an array that was made here.
void place(const Context& context, const Array& to, const Array& from);
/// For the last axes, places along each: where in the operand each output is taken from; -1: it stays as it is.
using Places = std::vector<Dims>;
/// Writes the array's elements at `places`, the other axes as they are, into `out`: an array of the same storage type that was made
/// with the shape that results, before the places were, so that it was refused when it is too large. Bits are kept. Refuses places
/// that the array lacks.
void place(const Context& context, const Array& array, const Places& places, const Array& out);
/// A number as an element of `type`, without dimensions, kept as results are.
Array elementOf(const Context& context, const Value& number, ScalarType type);

}  // namespace etscope::evaluate
