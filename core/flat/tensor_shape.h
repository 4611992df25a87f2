// Sizes and dim orders as `.pte` and `.ptd` store them: how many elements and bytes, which strides. Pure functions. Rules:
// docs/FORMATS.md "Dim order and strides".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/scalar_type.h"

namespace etscope::flat {

/// Product of the sizes, 1 for rank 0; nothing when a size is negative or the product overflows (unless a size is 0).
std::optional<std::uint64_t> elementCount(std::span<const std::int32_t> sizes) noexcept;
/// elementCount · item size; nothing as well when the item size is unknown.
std::optional<std::uint64_t> byteCount(ScalarType type, std::span<const std::int32_t> sizes) noexcept;
/// Whether a dim order names each of `rank` dimensions once.
bool isPermutation(std::span<const std::uint8_t> dimOrder, std::size_t rank);
/// In elements, by dimension: the innermost is 1, a zero-sized dimension counts as 1. Nothing when the dim order is no permutation
/// or a stride overflows.
std::optional<std::vector<std::int64_t>> stridesOf(std::span<const std::int32_t> sizes, std::span<const std::uint8_t> dimOrder);

}  // namespace etscope::flat
