// Caps on what a bundled program may make us do, with their reasons.
#pragma once

#include <cstdint>

namespace etscope::limits {

/// Bytes of one bundled program: one FlatBuffers region with 31-bit offsets.
inline constexpr std::uint64_t kMaxBundle = 0x7FFF'FFFE;
/// Bytes of the part behind the program that is held in memory while it is decoded: offsets, names, shapes; tensor contents stay in
/// the file.
inline constexpr std::uint64_t kMaxBundleTables = 256ULL << 20;
/// Bytes of a method's name: many suites may share one.
inline constexpr std::size_t kMaxMethodName = 1024;
/// Values of all cases together: each takes at least 24 bytes of the file.
inline constexpr std::uint64_t kBundleBytesPerValue = 8;
inline constexpr std::uint64_t kMinBundleValues = 4096;

}  // namespace etscope::limits
