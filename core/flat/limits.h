// Caps on what a FlatBuffers region may make us do, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Bytes of one FlatBuffers region: its offsets are 31 bit, and the verifier asserts a smaller size.
inline constexpr std::uint64_t kMaxFlatbuffer = 0x7FFF'FFFE;
/// Nesting of tables: the deepest schema read here has 8 levels.
inline constexpr std::uint32_t kMaxTableDepth = 64;
/// Tables of one region: a table and the offset that leads to it take 8 bytes, so only a file that leads many offsets to one
/// table has more. The floor is the verifier's own default.
inline constexpr std::uint64_t kBytesPerTable = 8;
inline constexpr std::uint64_t kMinMaxTables = 1'000'000;
/// Memory of the values decoded from a region: factor · its size + floor. Real programs need 3 to 10 bytes a byte; one text that a
/// million tables share would need its size a million times.
inline constexpr std::uint64_t kDecodedMemoryFactor = 16;
inline constexpr std::uint64_t kDecodedMemoryFloor = 16ULL << 20;
/// Bytes of the tables and vectors that are read of a region: factor · its size + floor. A real region is longer than all of
/// them, and none is read more than twice.
inline constexpr std::uint64_t kVisitedFactor = 2;
inline constexpr std::uint64_t kVisitedFloor = 1ULL << 20;
/// Parts tried, and failures endured, when a region as a whole does not verify. Real programs have under 100 methods.
inline constexpr std::size_t kMaxSalvagedParts = 256;
inline constexpr std::size_t kMaxSalvageFailures = 16;
inline constexpr std::uint32_t kMaxSalvagedTables = 4'000'000;
/// Rows that account for the inside of a FlatBuffers region; a region cut into more is shown as one.
inline constexpr std::size_t kMaxInnerRegions = 100'000;

}  // namespace etscope::limits
