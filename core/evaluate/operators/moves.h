// Elements moved from array to array, of other types where wanted. Internal to core/evaluate.
#pragma once

#include <type_traits>

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
/// A number as an element of `type`, without dimensions, kept as results are.
Array elementOf(const Context& context, const Value& number, ScalarType type);

}  // namespace etscope::evaluate
