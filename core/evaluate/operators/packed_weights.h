// Weights of few bits as torchao packs them for its linear kernels (docs/FORMATS.md "Packed weights"). Internal to core/evaluate.
#pragma once

#include <cstddef>
#include <span>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// What a blob holds: [rows, columns] whole numbers of `bits`, 4 or 8, each `group` of a row with a scale.
struct PackedShape {
    std::int64_t rows = 0, columns = 0, group = 0, bits = 0;
};

/// f64 [rows, columns]: each number times its scale. Refuses other layouts, and blobs that are too short.
Array unpackedWeights(const Context& context, std::span<const std::byte> blob, const PackedShape& shape);

}  // namespace etscope::evaluate
