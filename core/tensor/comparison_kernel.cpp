#include "tensor/comparison_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>

// Built for the baseline and for AVX2, chosen when the program starts; sanitizers do not get on with that.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define ETSCOPE_SIMD_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define ETSCOPE_SIMD_CLONES
#endif

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
    t.mismatched += d <= tolerance.atol + tolerance.rtol * reference ? 0 : 1;
    t.signFlips += flips ? 1 : 0;
    ++t.compared;
}

/// addPair for all, written so that the compiler makes vectors of it: the reductions are declared, so that it may reorder the
/// sums without -ffast-math, which would break NaN and infinity.
template <class T>
[[gnu::always_inline]] inline PairTotals addFloating(std::span<const T> reference, std::span<const T> runtime,
                                                     const Tolerance& tolerance) noexcept {
    double abs = 0, squares = 0, referenceSquares = 0, runtimeSquares = 0, product = 0;
    double maxAbs = 0, maxReference = 0, requiredAtol = 0, requiredRtol = 0, requiredBoth = 0, maxRel = 0;
    std::int64_t mismatched = 0, flips = 0;
    const T *const left = reference.data(), *const right = runtime.data();
    const std::size_t n = reference.size();
    const double rtol = tolerance.rtol, atol = tolerance.atol;
#pragma omp simd reduction(+ : abs, squares, referenceSquares, runtimeSquares, product, mismatched, flips) \
    reduction(max : maxAbs, maxReference, requiredAtol, requiredRtol, requiredBoth, maxRel)
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(left[i]), y = static_cast<double>(right[i]);
        const double d = std::fabs(y - x), size = std::fabs(x), relative = rtol * size, excess = d - atol, beyond = d - relative;
        abs += d;
        squares += d * d;
        referenceSquares += x * x;
        runtimeSquares += y * y;
        product += x * y;
        maxAbs = d > maxAbs ? d : maxAbs;
        maxReference = size > maxReference ? size : maxReference;
        requiredAtol = beyond > requiredAtol ? beyond : requiredAtol;
        const double rel = size > 0 ? d / size : 0;
        maxRel = rel > maxRel ? rel : maxRel;
        const double least = excess > 0 ? excess / size : 0;
        requiredRtol = least > requiredRtol ? least : requiredRtol;
        const double both = d / (1 + size);
        requiredBoth = both > requiredBoth ? both : requiredBoth;
        mismatched += d <= atol + relative ? 0 : 1;
        flips += ((x < 0) & (y > 0)) | ((x > 0) & (y < 0)) ? 1 : 0;
    }
    PairTotals t{abs,          squares,      referenceSquares, runtimeSquares, product,     maxAbs,
                 maxReference, requiredAtol, maxRel,           requiredRtol,   requiredBoth};
    t.compared = n;
    t.mismatched = static_cast<std::uint64_t>(mismatched);
    t.signFlips = static_cast<std::uint64_t>(flips);
    return t;
}

double exactDifference(__int128 reference, __int128 runtime) noexcept {
    return static_cast<double>(runtime > reference ? runtime - reference : reference - runtime);
}

template <class T>
PairTotals addIntegers(std::span<const T> reference, std::span<const T> runtime, const Tolerance& tolerance) noexcept {
    PairTotals t;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double x = static_cast<double>(reference[i]), y = static_cast<double>(runtime[i]);
        addPair(t, exactDifference(reference[i], runtime[i]), std::abs(x), std::abs(y), x * y, (x < 0 && y > 0) || (x > 0 && y < 0),
                tolerance);
    }
    return t;
}

/// Position of a finite value in the order of all values of its type; both zeros are 0.
template <class Bits, class Value>
std::int64_t rank(Value value) noexcept {
    const auto bits = std::bit_cast<Bits>(value);
    constexpr auto kSign = Bits{1} << (sizeof(Bits) * 8 - 1);
    const auto magnitude = static_cast<std::int64_t>(bits & ~kSign);
    return (bits & kSign) != 0 ? -magnitude : magnitude;
}

std::int64_t rankBf16(double value) noexcept {
    const std::int64_t wide = rank<std::uint32_t>(static_cast<float>(value));
    return wide < 0 ? -(-wide >> 16) : wide >> 16;
}

std::int64_t rankF16(double value) noexcept {
    constexpr double kLeastNormal = 0x1p-14;
    const double size = std::abs(value);
    const std::int64_t magnitude =
        size < kLeastNormal
            ? static_cast<std::int64_t>(size * 0x1p24)
            : static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(static_cast<float>(size)) >> 13U) - (112 << 10);
    return std::signbit(value) ? -magnitude : magnitude;
}

template <class Rank>
std::uint64_t largestStep(std::span<const double> reference, std::span<const double> runtime, Rank&& rankOf) noexcept {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
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

ETSCOPE_SIMD_CLONES
PairTotals addPairs(std::span<const float> reference, std::span<const float> runtime, const Tolerance& tolerance) noexcept {
    return addFloating(reference, runtime, tolerance);
}

ETSCOPE_SIMD_CLONES
PairTotals addPairs(std::span<const double> reference, std::span<const double> runtime, const Tolerance& tolerance) noexcept {
    return addFloating(reference, runtime, tolerance);
}

PairTotals addPairs(std::span<const std::int64_t> reference, std::span<const std::int64_t> runtime,
                    const Tolerance& tolerance) noexcept {
    return addIntegers(reference, runtime, tolerance);
}

PairTotals addPairs(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> runtime,
                    const Tolerance& tolerance) noexcept {
    return addIntegers(reference, runtime, tolerance);
}

PairTotals addPairs(std::span<const std::complex<double>> reference, std::span<const std::complex<double>> runtime,
                    const Tolerance& tolerance) noexcept {
    PairTotals t;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const std::complex<double> x = reference[i], y = runtime[i];
        addPair(t, std::abs(y - x), std::abs(x), std::abs(y), x.real() * y.real() + x.imag() * y.imag(), false, tolerance);
    }
    return t;
}

bool hasUlp(ScalarType type) noexcept {
    return type == ScalarType::F64 || type == ScalarType::F32 || type == ScalarType::F16 || type == ScalarType::BF16;
}

std::uint64_t maxUlp(ScalarType type, std::span<const double> reference, std::span<const double> runtime) noexcept {
    if (type == ScalarType::F64) return largestStep(reference, runtime, [](double v) { return rank<std::uint64_t>(v); });
    if (type == ScalarType::F32)
        return largestStep(reference, runtime, [](double v) { return rank<std::uint32_t>(static_cast<float>(v)); });
    if (type == ScalarType::BF16) return largestStep(reference, runtime, rankBf16);
    return largestStep(reference, runtime, rankF16);
}

ETSCOPE_SIMD_CLONES
std::uint64_t maxUlp(std::span<const float> reference, std::span<const float> runtime) noexcept {
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        // rank() in 32 bits and without branches: flip the lower bits of negative numbers, then add one.
        const auto a = std::bit_cast<std::int32_t>(reference[i]), b = std::bit_cast<std::int32_t>(runtime[i]);
        const std::int32_t x = (a ^ ((a >> 31) & 0x7FFFFFFF)) - (a >> 31), y = (b ^ ((b >> 31) & 0x7FFFFFFF)) - (b >> 31);
        const std::uint32_t up = static_cast<std::uint32_t>(y) - static_cast<std::uint32_t>(x);
        const std::uint32_t step = y > x ? up : 0U - up;
        largest = step > largest ? step : largest;
    }
    return largest;
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
