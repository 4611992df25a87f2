// Caps of the session, with their reasons.
#pragma once

#include <cstddef>
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

/// A list of adapters' keys: some hundred modules, a line each.
inline constexpr std::uint64_t kMaxLoraKeys = 1ULL << 20;

/// Programs of a family. Each is opened by itself, one after the other; folders of people have some tens.
inline constexpr std::size_t kMaxMembers = 256;
/// Records that are held against programs whose names do not say which is theirs: each reads all weights of both.
inline constexpr std::size_t kMaxRecordsTried = 64;
/// Files of external data with keys of one member that are held against its record: each reads all weights of both.
inline constexpr std::size_t kMaxDataTried = 64;
/// Dumps that are held against programs in the same way: some milliseconds each.
inline constexpr std::size_t kMaxDumpsTried = 1024;

}  // namespace etscope::limits
