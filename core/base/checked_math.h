// Arithmetic on numbers that come from files: the result or nothing, never a wrapped value.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

namespace etscope {

template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checkedAdd(T a, T b) noexcept {
    T sum{};
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

template <std::integral T>
[[nodiscard]] constexpr std::optional<T> checkedMul(T a, T b) noexcept {
    T product{};
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

/// Whether [offset, offset + size) lies inside [0, total), without computing the sum.
[[nodiscard]] constexpr bool rangeFits(std::uint64_t offset, std::uint64_t size, std::uint64_t total) noexcept {
    return offset <= total && size <= total - offset;
}

}  // namespace etscope
