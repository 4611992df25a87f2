// Caps on what a program's texts and values may make us do, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Text of a tree of inputs or outputs: real ones have some 100 bytes a leaf. Nesting: upstream's own parser allows 8 levels.
inline constexpr std::size_t kMaxContainerSpec = 1U << 20;
inline constexpr int kMaxContainerDepth = 64;
/// Bytes of one metadata value that are read to interpret it; larger ones are shown as bytes. Chat templates have some 10 KB.
inline constexpr std::uint64_t kMaxMetadataValue = 16ULL << 20;
/// Elements of a constant method's lists taken into the metadata table, all methods together.
inline constexpr std::size_t kMaxMetadataElements = 1'000'000;
/// Pairs of planned tensors compared when overlaps are sought, and overlaps kept: only a hostile plan has more live at a time.
inline constexpr std::uint64_t kMaxOverlapComparisons = 20'000'000;
inline constexpr std::size_t kMaxOverlaps = 10'000;
/// Steps of following moves and loops until lifetimes settle.
inline constexpr std::uint64_t kMaxLifetimeSteps = 20'000'000;

}  // namespace etscope::limits
