#include "tensor/tensor.h"

#include <algorithm>

#include "base/checked_math.h"
#include "base/limits.h"

namespace etscope::tensor {
namespace {

std::optional<std::uint64_t> checkedProduct(std::span<const std::int64_t> shape) noexcept {
    std::uint64_t product = 1;
    bool empty = false;
    for (const std::int64_t size : shape) {
        if (size < 0) return std::nullopt;
        if (size == 0) empty = true;
    }
    if (empty) return 0;
    for (const std::int64_t size : shape) {
        const auto next = checkedMul(product, static_cast<std::uint64_t>(size));
        if (!next) return std::nullopt;
        product = *next;
    }
    return product;
}

std::optional<std::uint64_t> bytesOfElements(std::uint64_t elements, ScalarType type) noexcept {
    const auto bits = checkedMul<std::uint64_t>(elements, bitsPerElement(type));
    if (!bits || bitsPerElement(type) == 0) return std::nullopt;
    return *bits / 8 + (*bits % 8 != 0 ? 1 : 0);
}

/// Index of the last element in the storage, in elements; nothing on overflow. All sizes are > 0.
std::optional<std::uint64_t> lastElement(const Tensor& tensor, std::span<const std::int64_t> strides) noexcept {
    auto last = static_cast<std::uint64_t>(tensor.storageOffset);
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        const auto step = checkedMul(static_cast<std::uint64_t>(tensor.shape[i] - 1), static_cast<std::uint64_t>(strides[i]));
        const auto next = step ? checkedAdd(last, *step) : std::nullopt;
        if (!next) return std::nullopt;
        last = *next;
    }
    return last;
}

}  // namespace

unsigned bitsPerElement(ScalarType type) noexcept {
    if (type == ScalarType::QUInt4x2) return 4;
    if (type == ScalarType::QUInt2x4) return 2;
    return static_cast<unsigned>(itemSize(type) * 8);
}

std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = checkedMul(strides[i], std::max<std::int64_t>(shape[i], 1)).value_or(0);
    return strides;
}

std::optional<std::uint64_t> Tensor::elementCount() const noexcept { return checkedProduct(shape); }

std::optional<std::uint64_t> Tensor::byteCount() const noexcept {
    const auto count = elementCount();
    return count ? bytesOfElements(*count, type) : std::nullopt;
}

std::optional<std::uint64_t> Tensor::dataOffset() const noexcept {
    if (!storage.hasData() || !storage.source->isFile() || storageOffset < 0) return std::nullopt;
    const auto bits = checkedMul<std::uint64_t>(static_cast<std::uint64_t>(storageOffset), bitsPerElement(type));
    return bits ? checkedAdd(storage.offset, *bits / 8) : std::nullopt;
}

bool Tensor::contiguous() const noexcept {
    if (strides.empty() || elementCount() == std::uint64_t{0}) return true;
    if (strides.size() != shape.size()) return false;
    std::int64_t expected = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        if (shape[i] == 1) continue;
        if (strides[i] != expected) return false;
        const auto next = checkedMul(expected, shape[i]);
        if (!next) return false;
        expected = *next;
    }
    return true;
}

std::vector<std::int64_t> Tensor::effectiveStrides() const { return strides.empty() ? rowMajorStrides(shape) : strides; }

Result<void> Tensor::validate() const {
    const auto invalid = [this](const char* code, std::string message) { return fail(code, std::move(message), storage.where()); };
    if (bitsPerElement(type) == 0)
        return invalid("tensor-type-unknown", "elements of type " + scalarTypeName(type) + " cannot be read");
    if (shape.size() > limits::kMaxRank)
        return invalid("tensor-rank", "rank " + std::to_string(shape.size()) + " is beyond the limit");
    if (!strides.empty() && strides.size() != shape.size())
        return invalid("tensor-strides", std::to_string(strides.size()) + " strides for rank " + std::to_string(shape.size()));
    const auto count = elementCount();
    if (!count) return invalid("tensor-shape", "a size is negative or the number of elements overflows");
    const auto steps = effectiveStrides();
    if (storageOffset < 0 || std::any_of(steps.begin(), steps.end(), [](std::int64_t s) { return s < 0; }))
        return invalid("tensor-strides", "a stride or the storage offset is negative");
    if (*count == 0) return {};
    const auto last = lastElement(*this, steps);
    const auto end = last ? checkedAdd<std::uint64_t>(*last, 1) : std::nullopt;
    const auto bytes = end ? bytesOfElements(*end, type) : std::nullopt;
    if (!bytes || *bytes > storage.size)
        return invalid("tensor-out-of-storage",
                       "the elements reach beyond the storage of " + std::to_string(storage.size) + " bytes");
    return {};
}

}  // namespace etscope::tensor
