// Caps of the unpickler that depend on where a stream lies, with their reasons; the others are in base/limits.h.
#pragma once

#include <cstdint>

namespace etscope::limits {

/// Memory of the values of a pickle beside base/limits.h: factor · its bytes in the file + floor, so that a thousand small or well
/// deflated artifacts do not take a thousand times kPickleMemoryFloor. Real state dicts need 2 bytes a byte and deflate to a
/// twentieth.
inline constexpr std::uint64_t kStoredPickleFactor = 64;
inline constexpr std::uint64_t kStoredPickleFloor = 16ULL << 10;

}  // namespace etscope::limits
