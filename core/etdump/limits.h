// Caps on what an ETDump may make us do, with their reasons.
#pragma once

#include <cstdint>

namespace etscope::limits {

/// Bytes of one ETDump: it is one FlatBuffers region with 31-bit offsets, and is read as a whole (a million events need about
/// 120 MB).
inline constexpr std::uint64_t kMaxDump = 0x7FFF'FFFE;
/// Elements of all vectors of a dump together, as a share of its bytes: an element takes 4 of them, so only vectors that many
/// tables share give more.
inline constexpr std::uint64_t kDumpBytesPerElement = 4;
inline constexpr std::uint64_t kMinDumpElements = 65'536;
/// What an element that is a table costs of them: with the table, which says something, it takes 16 bytes and more.
inline constexpr std::uint64_t kDumpElementsPerTable = 4;
/// Different texts of a dump: names of operators and delegate ids. Vulkan's carry numbers and may differ event by event.
inline constexpr std::uint64_t kMaxDumpTexts = 4'000'000;
/// Bytes of all texts and metadata of a dump's events together, as a multiple of its own bytes: every event has its own, so only
/// texts that many events share give more; each mention is printed and compared in full.
inline constexpr std::uint64_t kDumpTextShare = 4;
inline constexpr std::uint64_t kMinDumpTextBytes = 1U << 20;

}  // namespace etscope::limits
