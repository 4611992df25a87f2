// Views: other shapes, strides and offsets over the same bytes. Internal to core/evaluate; pure functions. All refuse what does not
// fit.
#pragma once

#include <cstdint>
#include <optional>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// The array with that shape: a view where its strides allow it, else a copy. One size may be -1.
Array reshaped(const Context& context, const Array& array, Dims shape);
Array permuted(const Array& array, const std::vector<std::size_t>& axes);
Array transposed(const Array& array, std::size_t a, std::size_t b);
/// Elements [start, end) of an axis, each `step`-th; bounds count from the end when negative and are clipped, as in Python.
Array sliced(const Array& array, std::size_t axis, std::optional<std::int64_t> start, std::optional<std::int64_t> end,
             std::int64_t step);
/// Parts that one tensor is cut into: each is a view of a few hundred bytes. Real graphs have some hundreds.
inline constexpr std::int64_t kMostParts = 65'536;
/// Refuses more of them.
std::int64_t checkedParts(std::int64_t parts);
/// The axis goes away.
Array selected(const Array& array, std::size_t axis, std::int64_t index);
/// A new axis of size 1 before `axis`, which may be the rank.
Array unsqueezed(const Array& array, std::size_t axis);
/// Sizes of -1 keep the array's own; dimensions are added in front.
Array expanded(const Array& array, Dims shape);
/// Elements [i, i + offset] of two axes as a new last axis.
Array diagonalOf(const Array& array, std::size_t a, std::size_t b, std::int64_t offset);
/// Any strides over the array's storage.
Array restrided(const Array& array, Dims shape, Dims strides, std::int64_t offset);

/// The view as the value of an operator that copies: shared where nobody can write to the bytes.
Array snapshot(const Context& context, const Array& view);

}  // namespace etscope::evaluate
