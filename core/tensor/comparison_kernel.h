// The inner loops of compare(): sums, maxima and counts of one short chunk of paired values. Internal to core/tensor.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/scalar_type.h"
#include "tensor/comparison.h"

namespace etscope::tensor {

/// Sums over pairs that are finite on both sides; d = runtime − reference.
struct PairTotals {
    double abs = 0, squares = 0;  ///< Σ|d|, Σ|d|²
    double referenceSquares = 0, runtimeSquares = 0, product = 0;
    double maxAbs = 0, maxReference = 0;
    double requiredAtol = 0;
    double maxRel = 0, requiredRtol = 0, requiredBoth = 0;
    std::uint64_t compared = 0, mismatched = 0, signFlips = 0, maxUlp = 0;

    void merge(const PairTotals& other) noexcept;
};

/// How pairs are judged and added.
struct PairRules {
    Tolerance tolerance;
    ScalarType ulpType = ScalarType::Unknown;  ///< whose steps are counted, when both sides have it
    bool brief = false;                        ///< sums of floats may be off by 8e-7 of themselves
};

/// Chunks of at most this many pairs go to addPairs.
inline constexpr std::size_t kPairChunk = 2048;

/// The largest values of both sides.
struct LargestPair {
    float reference = 0, runtime = 0;
};

/// What one chunk gave.
struct PairChunk {
    bool finite = true;  ///< else nothing was added
    double maxAbs = 0;     ///< no |d| is larger
    std::uint64_t mismatched = 0;
    std::optional<LargestPair> largest{};  ///< where it was found on the way
    bool steps = true;  ///< a pair may be more than totals.maxUlp steps apart
};

/// Adds a chunk of pairs that are all finite to the totals. When one is not, adds nothing.
/// 64-bit integers are subtracted exactly.
PairChunk addPairs(std::span<const float> reference, std::span<const float> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept;
PairChunk addPairs(std::span<const double> reference, std::span<const double> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept;
PairChunk addPairs(std::span<const std::int64_t> reference, std::span<const std::int64_t> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept;
PairChunk addPairs(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept;
PairChunk addPairs(std::span<const std::complex<double>> reference, std::span<const std::complex<double>> runtime,
                   const PairRules& rules, PairTotals& totals) noexcept;

/// Largest number of steps from one value to the next of `type` between finite pairs: doubles hold f64, floats f32, f16, bf16.
bool hasUlp(ScalarType type) noexcept;
std::uint64_t maxUlp(ScalarType type, std::span<const double> reference, std::span<const double> runtime) noexcept;
std::uint64_t maxUlp(ScalarType type, std::span<const float> reference, std::span<const float> runtime) noexcept;

/// The largest of some values without NaN; at least one.
float largestOf(std::span<const float> values) noexcept;
/// The first place of a value that occurs.
std::size_t placeOf(std::span<const float> values, float wanted) noexcept;
/// The largest |runtime − reference|; pairs with NaN do not count.
double largestDifference(std::span<const float> reference, std::span<const float> runtime) noexcept;

/// |runtime − reference| of one pair as addPairs sees it.
double absoluteDifference(float reference, float runtime) noexcept;
double absoluteDifference(double reference, double runtime) noexcept;
double absoluteDifference(std::int64_t reference, std::int64_t runtime) noexcept;
double absoluteDifference(std::uint64_t reference, std::uint64_t runtime) noexcept;
double absoluteDifference(const std::complex<double>& reference, const std::complex<double>& runtime) noexcept;

}  // namespace etscope::tensor
