// Values that a payload packs into bytes (bounds of a clamp, immediates of a program), as arguments of a graph. Copies; any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "delegates/slot_graph.h"

namespace etscope::delegates {

/// The bytes as little endian values of `type`, in order; nothing when they are no whole number of such items.
std::optional<std::vector<graph::Argument>> packedValues(SlotGraph& graph, std::optional<ScalarType> type,
                                                         std::span<const std::byte> bytes);

}  // namespace etscope::delegates
