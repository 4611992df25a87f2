// EncodedElements: the elements of a tensor as a stream of little-endian bytes of an exported type. Internal to core/tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "tensor/element_reader.h"
#include "tensor/export.h"

namespace etscope::tensor {

/// The type that a format stores a tensor's elements as (table in export.h); nothing when it cannot.
std::optional<ScalarType> exportedType(const Tensor& tensor, ExportFormat format) noexcept;

class EncodedElements {
public:
    /// Errors: `export-type-unsupported`, `limit-exceeded`, those of ElementReader.
    static Result<EncodedElements> open(const Tensor& tensor, ExportFormat format);

    ScalarType type() const noexcept { return m_type; }
    std::uint64_t byteCount() const noexcept;
    /// The next bytes, at most as many as fit; empty at the end. The span holds until the next call.
    Result<std::span<const std::byte>> next(std::size_t most);

private:
    EncodedElements(ElementReader reader, ScalarType type) : m_reader(std::move(reader)), m_type(type) {}
    Result<void> encodeBlock();

    ElementReader m_reader;
    ScalarType m_type;
    std::uint64_t m_first = 0;  ///< next element to be encoded
    std::vector<std::byte> m_bytes;
    std::span<const std::byte> m_pending;
};

}  // namespace etscope::tensor
