// Caps on what an ETDump may make us do, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Bytes of one ETDump: it is one FlatBuffers region with 31-bit offsets, and is read as a whole (a million events need about
/// 120 MB).
inline constexpr std::uint64_t kMaxDump = 0x7FFF'FFFE;
/// Elements of all vectors of a dump together, as a share of its bytes: an element takes 4 of them, so only vectors that many
/// tables share give more.
inline constexpr std::uint64_t kDumpBytesPerElement = 4;
inline constexpr std::uint64_t kMinDumpElements = 65'536;
/// Different texts of a dump: names of operators and delegate ids. Vulkan's carry numbers and may differ event by event.
inline constexpr std::uint64_t kMaxDumpTexts = 4'000'000;
/// Text of a log that is searched for a dump in base64; real ones have some megabytes.
inline constexpr std::uint64_t kMaxLogText = 64ULL << 20;

}  // namespace etscope::limits
