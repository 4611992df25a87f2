// Caps on what the tables of this room may grow to, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Variants of one container that are listed: a fat container has under 10 backends, a package as many functions.
inline constexpr std::size_t kMaxContainerVariants = 128;
/// Pairs of variants that are compared: what 45 variants of one method make.
inline constexpr std::size_t kMaxVariantPairs = 1000;
/// Constants and nodes that are counted of the variants of one container. A program inside may name one payload for thousands of
/// delegates, each with thousands of constants; real containers have some 10,000.
inline constexpr std::uint64_t kMaxContainerParts = 1'000'000;
/// Constants that the pairs of one container compare; real ones have some 1,000 constants a variant.
inline constexpr std::uint64_t kMaxPairConstants = 4'000'000;
/// Operators listed of one variant.
inline constexpr std::size_t kMaxVariantOperators = 200;
/// Operators, and inputs, named in one pair; real graphs have under 60 kinds of operators.
inline constexpr std::size_t kMaxOperatorDifferences = 100;
/// Constants of a container are hashed up to this many times the bytes of the files: real ones do not overlap.
inline constexpr std::uint64_t kHashedTimesFiles = 4;

}  // namespace etscope::limits
