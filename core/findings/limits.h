// Caps of the findings, with their reasons.
#pragma once

#include <cstdint>

namespace etscope::limits {

/// A file of suppressions: some 10,000 lines, written by people.
inline constexpr std::uint64_t kMaxSuppressionBytes = 1ULL << 20;

/// Bytes of constants that lint reads to look at their values; beyond them it says that it has not looked. A second or less.
inline constexpr std::uint64_t kMaxValuesRead = 1ULL << 28;

/// Operations by which verify computes a record's reference outputs; beyond them it says nothing of them. Some seconds.
inline constexpr std::uint64_t kMaxVerifiedOperations = 1ULL << 32;

/// What a look at a session may compute: some ten seconds of operations, values at once of floor + factor · bytes of its files,
/// values put aside on disk.
inline constexpr std::uint64_t kMaxLookOperations = 1ULL << 32;
inline constexpr std::uint64_t kLookMemoryFloor = 64ULL << 20;
inline constexpr std::uint64_t kLookMemoryFactor = 4;
inline constexpr std::uint64_t kMaxLookScratch = 300ULL << 20;

/// What ways that must agree may take of a session that is judged as a whole: operations, a few seconds, and values at once.
inline constexpr std::uint64_t kMaxConsistencyOperations = 1ULL << 31;
inline constexpr std::uint64_t kMaxConsistencyBytes = 512ULL << 20;

/// Names that a sentence lists before it counts the rest.
inline constexpr std::size_t kMaxNamesTold = 3;

}  // namespace etscope::limits
