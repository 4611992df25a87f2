// Where along an axis two tensors of one shape differ: the error of each position over all other axes. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tensor/comparison.h"

namespace etscope::tensor {

/// Positions are told apart up to that many; of a longer axis several stand together.
inline constexpr std::uint64_t kMostPositions = 512;

struct PositionError {
    double meanAbs = 0, maxAbs = 0;  ///< |d| of elements that are finite on both sides
    std::uint64_t mismatched = 0;    ///< beyond the tolerance, also those that are not finite on one side
    std::uint64_t worst = 0;         ///< row-major index of the element to look at: not finite on one side, else of the largest |d|
};

struct PositionErrors {
    std::size_t axis = 0;
    std::uint64_t size = 0;  ///< of the axis
    std::uint64_t step = 1;  ///< positions of an entry; the last one may have fewer
    std::vector<PositionError> entries;
};

/// The axis along which positions are looked for: of those longer than 1 the last but one, else the last. Nothing for shapes
/// without such an axis.
std::optional<std::size_t> positionAxis(std::span<const std::int64_t> shape) noexcept;

/// Errors: those of ElementReader, `shape-mismatch` for shapes that do not fit, `limit-exceeded`, `cancelled`.
Result<PositionErrors> errorsAlong(const ComparedPair& sides, std::size_t axis, const Tolerance& tolerance, const JobContext& job);

}  // namespace etscope::tensor
