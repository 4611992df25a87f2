// ElementReader: elements of a tensor in row-major order, whatever its strides, byte order, address and type. Reads bounded
// blocks through one buffer of its own; a span it returns holds until the next call. One reader per thread.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// How elements of a quantized tensor are taken: (q − zero point) · scale, or q itself. Without effect on other tensors.
enum class QuantizedAs : std::uint8_t { Real, Raw };

/// One element, exact: bool; integers; raw bits of bit types (uint64); floating and dequantized values; complex.
using Element = std::variant<bool, std::int64_t, std::uint64_t, double, std::complex<double>>;

class ElementReader {
public:
    /// Elements of one call at most.
    static constexpr std::size_t kMaxBlock = 1U << 20;

    /// Errors: `tensor-has-no-data` (meta, sparse, opaque, unreadable; the message is its note), those of Tensor::validate.
    static Result<ElementReader> open(const Tensor& tensor, QuantizedAs quantizedAs = QuantizedAs::Real);

    const Tensor& tensor() const& noexcept { return m_tensor; }
    const Tensor& tensor() const&& = delete;
    std::uint64_t count() const noexcept { return m_count; }
    /// Elements per call that suit a pass over the whole tensor: cache sized when contiguous, large when strided (longer runs).
    std::size_t blockSize() const noexcept { return m_blockSize; }
    bool complex() const noexcept { return isComplex(m_tensor.type); }
    /// Whether `items` are the values themselves: nothing is to be dequantized.
    bool plain() const noexcept { return !m_dequantize; }

    /// Elements [first, first + n) as stored, in native byte order, aligned for their type, conjugated and negated where the
    /// tensor says so; packed types one byte a value. n <= kMaxBlock. Errors: those of the source, `tensor-index` beyond the end.
    Result<std::span<const std::byte>> items(std::uint64_t first, std::size_t n);
    /// Values of f32, f16 and bf16 tensors as float, exact.
    Result<std::span<const float>> floats(std::uint64_t first, std::size_t n);
    /// As values in double: bool 0 or 1, 64-bit integers rounded, bit types as unsigned numbers, complex numbers as the
    /// modulus.
    Result<std::span<const double>> doubles(std::uint64_t first, std::size_t n);
    /// Complex values; real types with an imaginary part of 0.
    Result<std::span<const std::complex<double>>> complexes(std::uint64_t first, std::size_t n);
    Result<std::vector<Element>> elements(std::uint64_t first, std::size_t n);

private:
    struct Dimension {
        std::int64_t size = 0;
        std::int64_t stride = 0;  ///< in the storage, elements
        std::int64_t out = 0;     ///< in the buffer, elements
    };

    ElementReader() = default;
    std::span<const std::byte> inPlace(std::uint64_t first, std::size_t n) const noexcept;
    Result<void> readContiguous(std::uint64_t first, std::size_t n);
    Result<void> readPacked(std::uint64_t first, std::size_t n);
    Result<void> readStrided(std::uint64_t first, std::size_t n);
    Result<void> readBox(std::span<const Dimension> dims, std::uint64_t at, std::size_t out);
    Result<void> readWindow(std::span<const Dimension> dims, std::uint64_t at, std::size_t out, std::uint64_t extent);
    void copyBox(std::span<const Dimension> dims, const std::byte* from, std::size_t out);
    void dequantize(std::uint64_t first, std::span<double> values) const;

    Tensor m_tensor;
    std::uint64_t m_count = 0;
    std::size_t m_itemSize = 0;
    std::size_t m_blockSize = 0;
    bool m_contiguous = true;
    bool m_dequantize = false;
    std::vector<std::int64_t> m_strides;
    std::vector<std::byte> m_items;
    std::vector<std::byte> m_window;
    std::vector<float> m_floats;
    std::vector<double> m_doubles;
    std::vector<std::complex<double>> m_complexes;
};

/// The element at a multi-index: one read of one item. Errors: those of flatIndex and ElementReader.
Result<Element> elementAt(const Tensor& tensor, std::span<const std::int64_t> index, QuantizedAs quantizedAs = QuantizedAs::Real);

/// A copy in memory: row-major, native byte order, same type; conjugation and negation carried out. Errors: `limit-exceeded` above
/// `maxBytes`.
Result<Tensor> loaded(const Tensor& tensor, std::uint64_t maxBytes);

}  // namespace etscope::tensor
