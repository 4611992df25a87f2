#include "flat/tensor_shape.h"

#include <algorithm>

#include "base/checked_math.h"

namespace etscope::flat {

std::optional<std::uint64_t> elementCount(std::span<const std::int32_t> sizes) noexcept {
    std::uint64_t count = 1;
    bool overflow = false, zero = false;
    for (const std::int32_t size : sizes) {
        if (size < 0) return std::nullopt;
        zero = zero || size == 0;
        const auto product = checkedMul(count, static_cast<std::uint64_t>(size));
        overflow = overflow || !product;
        count = product.value_or(1);
    }
    if (zero) return 0;
    return overflow ? std::nullopt : std::optional(count);
}

std::optional<std::uint64_t> byteCount(ScalarType type, std::span<const std::int32_t> sizes) noexcept {
    const auto count = elementCount(sizes);
    const std::size_t item = itemSize(type);
    return count && item > 0 ? checkedMul(*count, std::uint64_t{item}) : std::nullopt;
}

bool isPermutation(std::span<const std::uint8_t> dimOrder, std::size_t rank) {
    if (dimOrder.size() != rank) return false;
    std::vector<bool> seen(rank, false);
    for (const std::uint8_t dimension : dimOrder) {
        if (dimension >= rank || seen[dimension]) return false;
        seen[dimension] = true;
    }
    return true;
}

std::optional<std::vector<std::int64_t>> stridesOf(std::span<const std::int32_t> sizes, std::span<const std::uint8_t> dimOrder) {
    if (!isPermutation(dimOrder, sizes.size())) return std::nullopt;
    std::vector<std::int64_t> strides(sizes.size());
    std::int64_t stride = 1;
    for (std::size_t k = dimOrder.size(); k-- > 0;) {
        strides[dimOrder[k]] = stride;
        const auto next = checkedMul(stride, std::max<std::int64_t>(1, sizes[dimOrder[k]]));
        if (!next) return std::nullopt;
        stride = *next;
    }
    return strides;
}

}  // namespace etscope::flat
