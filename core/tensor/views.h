// Views of a tensor: other shape, strides and offset over the same bytes. Nothing is read or copied; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// The view at `index` of `axis` (negative: from the end); the axis goes away. Errors: `slice-invalid`, `slice-out-of-range`.
Result<Tensor> select(const Tensor& tensor, std::size_t axis, std::int64_t index);

/// Elements start, start + step, … before stop of `axis`, by Python's rules: negative bounds count from the end, bounds beyond
/// it are clipped. `step` is at least 1. Errors: `slice-invalid`.
Result<Tensor> narrow(const Tensor& tensor, std::size_t axis, std::int64_t start, std::int64_t stop, std::int64_t step = 1);

/// Axis i of the view is axis `axes[i]` of the tensor. Errors: `slice-invalid` when `axes` is not a permutation.
Result<Tensor> permute(const Tensor& tensor, std::span<const std::size_t> axes);

/// The view of shape `shape`, which has the tensor's axes in their order and any number of axes of size 1 between them; nothing
/// when the shapes differ by more than such axes.
std::optional<Tensor> withSingletonAxes(const Tensor& tensor, std::span<const std::int64_t> shape);

/// The view that a numpy-like text names: "0,:,3", "1:5", "-1", "::2", "...,0". Empty text: the whole tensor.
/// Errors: `slice-invalid` (message shows the part), `slice-out-of-range`.
Result<Tensor> slice(const Tensor& tensor, std::string_view text);

/// Place of the `flat`-th element in row-major order; `shape` holds it.
std::vector<std::int64_t> multiIndex(std::span<const std::int64_t> shape, std::uint64_t flat);
/// The inverse. Errors: `slice-out-of-range`, `slice-invalid` when the ranks differ.
Result<std::uint64_t> flatIndex(std::span<const std::int64_t> shape, std::span<const std::int64_t> index);

}  // namespace etscope::tensor
