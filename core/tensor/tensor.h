// Tensor: what a file says about one tensor and where its bytes lie. Holds no elements: they are read on demand through the
// ByteRange, wherever it lies (odd addresses, nested archives, shared storages). Value type; any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/scalar_type.h"
#include "io/source.h"

namespace etscope::tensor {

/// Quantization of a torch quantized tensor: real = (q − zero point) · scale, per tensor or along `axis`.
struct Quantization {
    std::string scheme;  ///< "per_tensor_affine", "per_channel_affine", …
    std::vector<double> scales;
    std::vector<double> zeroPoints;  ///< double: *_float_qparams has fractional ones
    std::optional<std::int64_t> axis;
};

enum class DataState : std::uint8_t {
    Dense,       ///< elements can be read
    Meta,        ///< shape only (meta or fake tensor); there are no bytes
    Sparse,      ///< indices and values are tensors of their own; shown, not read as one
    Opaque,      ///< a wrapper object we do not execute
    Unreadable,  ///< the bytes are missing or do not fit; `note` says why
};

struct Tensor {
    ScalarType type = ScalarType::Unknown;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;  ///< in elements; empty = row-major
    std::int64_t storageOffset = 0;     ///< in elements, from the start of `storage`
    ByteRange storage;                  ///< the whole storage, in the outermost file (or memory when it was deflated)
    std::string storageId;              ///< equal for views of one storage; unique within a session
    bool bigEndian = false;
    bool conjugate = false;  ///< values are to be conjugated on read (torch's lazy conj bit)
    bool negate = false;     ///< values are to be negated on read
    bool requiresGrad = false;
    DataState state = DataState::Dense;
    std::string note;  ///< why it is not Dense, or what is odd about it
    std::optional<Quantization> quantization;
    std::int64_t zeroCode = 0;  ///< of integers that a backend packed: the one that means zero

    /// Product of the shape; 1 for rank 0. Nothing when it overflows or a size is negative.
    std::optional<std::uint64_t> elementCount() const noexcept;
    /// elementCount · item size: the bytes of the values, not of the storage.
    std::optional<std::uint64_t> byteCount() const noexcept;
    /// Offset of element [0,…] from the start of the outermost file; nothing when there are no bytes in a file.
    std::optional<std::uint64_t> dataOffset() const noexcept;
    /// Whether elements lie one after the other in row-major order.
    bool contiguous() const noexcept;
    /// Strides, also where the file gives none.
    std::vector<std::int64_t> effectiveStrides() const;
    /// Checks rank, sizes, strides and that the last element lies inside the storage. The error becomes `note`.
    Result<void> validate() const;
};

/// Bits of one element: 4 and 2 for the packed quantized types, 8 · item size otherwise; 0 when unknown.
unsigned bitsPerElement(ScalarType type) noexcept;

/// Row-major strides of a shape.
std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> shape);

/// A value as programs take and return them.
struct None {};
using Value = std::variant<None, bool, std::int64_t, double, std::string, Tensor>;

}  // namespace etscope::tensor
