// Decoding of stored items (native byte order, aligned, one item a value) to numbers. Internal to core/tensor.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/scalar_type.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {

/// Bytes that are swapped together: the item, or half of a complex one.
std::size_t swapSize(ScalarType type) noexcept;
void swapItems(std::span<std::byte> items, std::size_t size) noexcept;
/// In place: −x of numbers (not of bool and bit types); the conjugate of complex ones.
void negateItems(ScalarType type, std::span<std::byte> items) noexcept;
void conjugateItems(ScalarType type, std::span<std::byte> items) noexcept;

/// Items of f16 and bf16 as float, exact.
void floatItems(ScalarType type, const std::byte* items, std::span<float> out) noexcept;
/// Items as double; for complex types `complexItems`. out.size() items.
void doubleItems(ScalarType type, const std::byte* items, std::span<double> out) noexcept;
void complexItems(ScalarType type, const std::byte* items, std::span<std::complex<double>> out) noexcept;
/// One item, exact; quantized types as their integer.
Element exactItem(ScalarType type, const std::byte* item) noexcept;

/// Value of a small floating type's code (f16, bf16, f8…), and the number of codes; 0 codes for other types.
std::uint32_t floatCodes(ScalarType type) noexcept;
double floatOfCode(ScalarType type, std::uint32_t code) noexcept;

}  // namespace etscope::tensor
