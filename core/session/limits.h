// Caps of the session, with their reasons.
#pragma once

#include <cstdint>

namespace etscope::limits {

/// A table of values that a person drops on a graph, a line a node: JSON becomes a DOM of up to 8 times its text.
inline constexpr std::uint64_t kMaxCustomValues = 16ULL << 20;

/// Memory of the tensor list: factor · size of the files + floor. A tensor of a real file takes 500 bytes beside its elements, as
/// much as its row.
inline constexpr std::uint64_t kTensorRowsFactor = 3;
inline constexpr std::uint64_t kTensorRowsFloor = 24ULL << 20;

/// A log that is searched for a dump in base64; real ones have some megabytes.
inline constexpr std::uint64_t kMaxLogText = 64ULL << 20;

}  // namespace etscope::limits
