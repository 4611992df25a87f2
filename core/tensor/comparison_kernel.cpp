#include "tensor/comparison_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tensor/comparison_lanes.h"
#include "tensor/finite.h"

namespace etscope::tensor {
namespace {

/// One pair, given |d|, the magnitudes, the (real) product and whether the signs differ.
void addPair(PairTotals& t, double d, double reference, double runtime, double product, bool flips,
             const Tolerance& tolerance) noexcept {
    t.abs += d;
    t.squares += d * d;
    t.referenceSquares += reference * reference;
    t.runtimeSquares += runtime * runtime;
    t.product += product;
    t.maxAbs = std::max(t.maxAbs, d);
    t.maxReference = std::max(t.maxReference, reference);
    t.requiredAtol = std::max(t.requiredAtol, d - tolerance.rtol * reference);
    if (reference > 0) t.maxRel = std::max(t.maxRel, d / reference);
    if (d > tolerance.atol) t.requiredRtol = std::max(t.requiredRtol, (d - tolerance.atol) / reference);
    t.requiredBoth = std::max(t.requiredBoth, d / (1 + reference));
    t.mismatched += d == 0 || d <= tolerance.atol + tolerance.rtol * reference ? 0 : 1;
    t.signFlips += flips ? 1 : 0;
    ++t.compared;
}

/// Asked when a sum is not finite: finite doubles may overflow.
template <class T>
bool allFinite(std::span<const T> values) noexcept {
    return std::all_of(values.begin(), values.end(), [](const T& value) {
        if constexpr (std::is_same_v<T, std::complex<double>>)
            return isFinite(value);
        else
            return isFinite(static_cast<double>(value));
    });
}

/// A float that is below `v` by more than the rounding of a bound's evaluation.
float below(double v) noexcept {
    constexpr double kMargin = 1 - 4e-7, kLargest = std::numeric_limits<float>::max();
    return std::nextafter(static_cast<float>(std::min(v * kMargin, kLargest)), 0.0F);
}

/// A float that is above `v` by more than that.
float above(double v) noexcept {
    constexpr double kMargin = 1 + 4e-7, kLargest = std::numeric_limits<float>::max();
    return std::nextafter(static_cast<float>(std::min(v * kMargin, kLargest)), std::numeric_limits<float>::infinity());
}

/// The bounds in float. Two steps of the least subnormal make up for rounding there.
lanes::Bounds floatBounds(const PairTotals& t, const Tolerance& tolerance) noexcept {
    constexpr float kStep = 2 * std::numeric_limits<float>::denorm_min();
    return {{above(tolerance.atol) + kStep, above(tolerance.rtol)},
            {below(tolerance.atol) - kStep, below(tolerance.rtol)},
            {0, below(t.maxRel)},
            {below(tolerance.atol) - kStep, below(t.requiredRtol)},
            {below(t.requiredBoth) - kStep, below(t.requiredBoth)},
            below(t.requiredAtol) - kStep};
}

void addSums(PairTotals& t, const lanes::Sums& sums, std::size_t n) noexcept {
    t.abs += sums.abs;
    t.squares += sums.squares;
    t.referenceSquares += sums.referenceSquares;
    t.runtimeSquares += sums.runtimeSquares;
    t.product += sums.product;
    t.maxAbs = std::max(t.maxAbs, sums.maxAbs);
    t.maxReference = std::max(t.maxReference, sums.maxReference);
    t.compared += n;
}

// Divisions are needed only where a pair sets a record, and records are rare; so are pairs whose judgement depends on rounding:
// floats are judged in float, eight at a time, and only chunks that hold such a pair are judged in double, and only those that set
// a record are divided. Returns how many are mismatched.
template <class T>
std::uint64_t addBeyond(std::span<const T> reference, std::span<const T> runtime, const Tolerance& tolerance, PairTotals& t,
                        const lanes::Loops<T>& loops) noexcept {
    const T *const x = reference.data(), *const y = runtime.data();
    const std::size_t n = reference.size();
    lanes::Counted counted;
    bool open = true;
    if constexpr (std::is_same_v<T, float>) {
        const lanes::Judged judged = lanes::kernel().judge(x, y, n, floatBounds(t, tolerance));
        open = judged.open;
        counted = {judged.mismatched, judged.flips, 0};
    }
    lanes::Quotients quotients{tolerance.rtol, tolerance.atol, t.maxRel, t.requiredRtol, t.requiredBoth, t.requiredAtol};
    if (open) counted = loops.count(x, y, n, quotients);
    t.mismatched += static_cast<std::uint64_t>(counted.mismatched);
    t.signFlips += static_cast<std::uint64_t>(counted.flips);
    if (counted.records > 0) {
        loops.raise(x, y, n, quotients);
        t.maxRel = quotients.maxRel;
        t.requiredRtol = quotients.requiredRtol;
        t.requiredBoth = quotients.requiredBoth;
        t.requiredAtol = quotients.requiredAtol;
    }
    return static_cast<std::uint64_t>(counted.mismatched);
}

template <class T>
PairChunk addFloating(std::span<const T> reference, std::span<const T> runtime, const Tolerance& tolerance, PairTotals& t,
                      const lanes::Loops<T>& loops) noexcept {
    const lanes::Sums sums = loops.sums(reference.data(), runtime.data(), reference.size());
    if (!std::isfinite(sums.abs) && !(allFinite(reference) && allFinite(runtime))) return {false, 0, 0};
    addSums(t, sums, reference.size());
    if (sums.maxAbs == 0) return {true, 0, 0, {}, false};
    return {true, sums.maxAbs, addBeyond(reference, runtime, tolerance, t, loops)};
}

/// Whether brief sums hold: all is finite, no square overflowed, and those that vanished are too small to matter.
bool holds(const lanes::Sums& s) noexcept {
    const auto sound = [](double squares, double largest) {
        constexpr double kLeast = 0x1p-100, kMost = std::numeric_limits<float>::max();
        return squares <= kMost && (squares >= kLeast || largest == 0);
    };
    return sound(s.squares, s.maxAbs) && sound(s.referenceSquares, s.maxReference) &&
           sound(s.runtimeSquares, s.maxReference + s.maxAbs);
}

int digitsOf(ScalarType type) noexcept { return type == ScalarType::F32 ? 24 : type == ScalarType::F16 ? 11 : 8; }

/// A finite pair with |d| < slope · |reference| raises neither maxRel nor maxUlp and has one sign: with slope <= ½, the steps
/// between its values are at most 2^digits · ln(1 / (1 − slope)) <= 2^digits · 1.39 · slope, as a step at v is more than
/// 2^-digits · |v|.
float slopeOf(const PairTotals& t, ScalarType ulpType) noexcept {
    double slope = std::min(t.maxRel, 0.5);
    if (hasUlp(ulpType)) slope = std::min(slope, std::ldexp(static_cast<double>(t.maxUlp + 1) / 1.39, -digitsOf(ulpType)));
    return below(slope);
}

/// One pass in float over chunks that bring nothing new; the others are looked at in double, too.
PairChunk addBriefly(std::span<const float> reference, std::span<const float> runtime, const PairRules& rules,
                     PairTotals& t) noexcept {
    const lanes::Kernel& kernel = lanes::kernel();
    const Tolerance& tolerance = rules.tolerance;
    lanes::Brief brief =
        kernel.brief(reference.data(), runtime.data(), reference.size(), slopeOf(t, rules.ulpType), below(tolerance.rtol));
    if (!holds(brief.sums)) return addFloating(reference, runtime, tolerance, t, kernel.floats);
    const double most = brief.sums.maxAbs * (1 + 0x1p-23);  // the rounding of d may have made it less
    brief.sums.maxAbs = most > t.maxAbs ? largestDifference(reference, runtime) : 0;
    addSums(t, brief.sums, reference.size());
    const double excess = static_cast<double>(brief.excess) + most * 0x1p-21;  // the same
    const bool within = most < std::min(tolerance.atol, t.requiredBoth) && excess < std::min(tolerance.atol, t.requiredAtol);
    PairChunk chunk{true, most, 0, LargestPair{brief.largestReference, brief.largestRuntime}, brief.steep};
    if (most > 0 && (brief.steep || !within)) chunk.mismatched = addBeyond(reference, runtime, tolerance, t, kernel.floats);
    return chunk;
}

/// Other kinds of numbers pair by pair.
template <class T, class AddOne>
PairChunk addEach(std::span<const T> reference, std::span<const T> runtime, PairTotals& totals, AddOne&& addOne) noexcept {
    PairTotals chunk;
    for (std::size_t i = 0; i < reference.size(); ++i) addOne(chunk, reference[i], runtime[i]);
    if (!std::isfinite(chunk.abs) && !(allFinite(reference) && allFinite(runtime))) return {false, 0, 0};
    totals.merge(chunk);
    return {true, chunk.maxAbs, chunk.mismatched};
}

double exactDifference(__int128 reference, __int128 runtime) noexcept {
    return static_cast<double>(runtime > reference ? runtime - reference : reference - runtime);
}

template <class T>
PairChunk addIntegers(std::span<const T> reference, std::span<const T> runtime, const Tolerance& tolerance,
                      PairTotals& totals) noexcept {
    return addEach(reference, runtime, totals, [&tolerance](PairTotals& t, T left, T right) {
        const double x = static_cast<double>(left), y = static_cast<double>(right);
        addPair(t, exactDifference(left, right), std::abs(x), std::abs(y), x * y, (x < 0 && y > 0) || (x > 0 && y < 0), tolerance);
    });
}

/// Position of a finite value in the order of all values of its type; both zeros are 0.
template <class Bits, class Value>
std::int64_t rank(Value value) noexcept {
    const auto bits = std::bit_cast<Bits>(value);
    constexpr auto kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & ~kSign);
    return (bits & kSign) != 0 ? -magnitude : magnitude;
}

std::int64_t rankBf16(float value) noexcept {
    const std::int64_t wide = rank<std::uint32_t>(value);
    return wide < 0 ? -(-wide >> 16) : wide >> 16;
}

std::int64_t rankF16(float value) noexcept {
    constexpr float kLeastNormal = 0x1p-14F;
    const float size = std::abs(value);
    const std::int64_t magnitude = size < kLeastNormal
                                       ? static_cast<std::int64_t>(size * 0x1p24F)
                                       : static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(size) >> 13U) - (112 << 10);
    return std::signbit(value) ? -magnitude : magnitude;
}

template <class T, class Rank>
std::uint64_t largestStep(std::span<const T> reference, std::span<const T> runtime, Rank&& rankOf) noexcept {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        if (reference[i] == runtime[i]) continue;
        const std::int64_t x = rankOf(reference[i]), y = rankOf(runtime[i]);
        largest = std::max(largest, x > y ? static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(y)
                                          : static_cast<std::uint64_t>(y) - static_cast<std::uint64_t>(x));
    }
    return largest;
}

}  // namespace

void PairTotals::merge(const PairTotals& o) noexcept {
    abs += o.abs;
    squares += o.squares;
    referenceSquares += o.referenceSquares;
    runtimeSquares += o.runtimeSquares;
    product += o.product;
    maxAbs = std::max(maxAbs, o.maxAbs);
    maxReference = std::max(maxReference, o.maxReference);
    requiredAtol = std::max(requiredAtol, o.requiredAtol);
    maxRel = std::max(maxRel, o.maxRel);
    requiredRtol = std::max(requiredRtol, o.requiredRtol);
    requiredBoth = std::max(requiredBoth, o.requiredBoth);
    compared += o.compared;
    mismatched += o.mismatched;
    signFlips += o.signFlips;
    maxUlp = std::max(maxUlp, o.maxUlp);
}

PairChunk addPairs(std::span<const float> reference, std::span<const float> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept {
    if (rules.brief && !reference.empty()) return addBriefly(reference, runtime, rules, totals);
    return addFloating(reference, runtime, rules.tolerance, totals, lanes::kernel().floats);
}

PairChunk addPairs(std::span<const double> reference, std::span<const double> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept {
    return addFloating(reference, runtime, rules.tolerance, totals, lanes::kernel().doubles);
}

PairChunk addPairs(std::span<const std::int64_t> reference, std::span<const std::int64_t> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept {
    return addIntegers(reference, runtime, rules.tolerance, totals);
}

PairChunk addPairs(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> runtime, const PairRules& rules,
                   PairTotals& totals) noexcept {
    return addIntegers(reference, runtime, rules.tolerance, totals);
}

PairChunk addPairs(std::span<const std::complex<double>> reference, std::span<const std::complex<double>> runtime,
                   const PairRules& rules, PairTotals& totals) noexcept {
    return addEach(reference, runtime, totals,
                   [&rules](PairTotals& t, const std::complex<double>& x, const std::complex<double>& y) {
                       const double product = x.real() * y.real() + x.imag() * y.imag();
                       addPair(t, std::abs(y - x), std::abs(x), std::abs(y), product, false, rules.tolerance);
                   });
}

bool hasUlp(ScalarType type) noexcept {
    return type == ScalarType::F64 || type == ScalarType::F32 || type == ScalarType::F16 || type == ScalarType::BF16;
}

std::uint64_t maxUlp(ScalarType, std::span<const double> reference, std::span<const double> runtime) noexcept {
    return largestStep(reference, runtime, [](double v) { return rank<std::uint64_t>(v); });
}

std::uint64_t maxUlp(ScalarType type, std::span<const float> reference, std::span<const float> runtime) noexcept {
    if (type == ScalarType::F32) return lanes::kernel().maxUlp(reference.data(), runtime.data(), reference.size());
    return type == ScalarType::BF16 ? largestStep(reference, runtime, rankBf16) : largestStep(reference, runtime, rankF16);
}

float largestOf(std::span<const float> values) noexcept { return lanes::kernel().largest(values.data(), values.size()); }
std::size_t placeOf(std::span<const float> values, float wanted) noexcept {
    return lanes::kernel().placeOf(values.data(), values.size(), wanted);
}
double largestDifference(std::span<const float> reference, std::span<const float> runtime) noexcept {
    return lanes::kernel().largestDifference(reference.data(), runtime.data(), reference.size());
}

double absoluteDifference(float reference, float runtime) noexcept {
    return std::abs(static_cast<double>(runtime) - static_cast<double>(reference));
}
double absoluteDifference(double reference, double runtime) noexcept { return std::abs(runtime - reference); }
double absoluteDifference(std::int64_t reference, std::int64_t runtime) noexcept { return exactDifference(reference, runtime); }
double absoluteDifference(std::uint64_t reference, std::uint64_t runtime) noexcept { return exactDifference(reference, runtime); }
double absoluteDifference(const std::complex<double>& reference, const std::complex<double>& runtime) noexcept {
    return std::abs(runtime - reference);
}

}  // namespace etscope::tensor
