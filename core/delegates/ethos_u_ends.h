// What goes into an Ethos-U stream and comes out of it, as its blocks `inputs` and `outputs` list them. Format: docs/FORMATS.md
// "Ethos-U payload". Value types; any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "io/source.h"

namespace etscope::delegates {

struct EthosUTensor {
    std::array<std::int32_t, 6> shape{};  ///< 1 before the axes that the tensor has
    std::int32_t elementBytes = 0, offset = 0, region = 0;
};
struct EthosUEnds {
    std::optional<std::vector<EthosUTensor>> inputs, outputs;  ///< nothing: no such block, or it cannot be read
};

/// Reads headers and these two blocks; nothing of the rest.
EthosUEnds ethosUEnds(const ByteRange& payload);

/// The tensors of a block's content; nothing: it does not hold what it counts.
std::optional<std::vector<EthosUTensor>> ethosUTensors(std::span<const std::byte> block);

}  // namespace etscope::delegates
