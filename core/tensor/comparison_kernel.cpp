#include "tensor/comparison_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

// Built for the baseline and for AVX2, chosen when the program starts; sanitizers do not get on with that.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define ETSCOPE_SIMD_CLONES __attribute__((target_clones("arch=haswell", "default")))
#else
#define ETSCOPE_SIMD_CLONES
#endif

namespace etscope::tensor {
namespace {

// Vectors of the compiler: four doubles at a time whatever the processor has. They keep IEEE behaviour, which -ffast-math
// would not. Always inlined, so that they never cross a call.
using Doubles = double __attribute__((vector_size(32)));
using Masks = std::int64_t __attribute__((vector_size(32)));
using Floats = float __attribute__((vector_size(16)));
constexpr std::size_t kLanes = 4;

[[gnu::always_inline]] inline void loadLanes(const float* from, Doubles& to) noexcept {
    Floats values;
    std::memcpy(&values, from, sizeof(values));
    to = __builtin_convertvector(values, Doubles);
}
[[gnu::always_inline]] inline void loadLanes(const double* from, Doubles& to) noexcept { std::memcpy(&to, from, sizeof(to)); }
[[gnu::always_inline]] inline void takeLarger(Doubles& largest, const Doubles& value) noexcept {
    largest = value > largest ? value : largest;
}

/// Largest quotients per lane. Floats: by cross-multiplication, which cannot overflow in double. Doubles: by division.
template <bool divide>
struct RatioLanes {
    Doubles numerator{}, denominator{1, 1, 1, 1};

    [[gnu::always_inline]] void takeLarger(const Doubles& n, const Doubles& d) noexcept {
        if constexpr (divide) {
            const Doubles zero{};
            const Doubles quotient = n > zero ? n / d : zero;  // 0/0 counts as 0
            numerator = quotient > numerator ? quotient : numerator;
        } else {
            const Masks larger = n * denominator > numerator * d;
            numerator = larger ? n : numerator;
            denominator = larger ? d : denominator;
        }
    }
    double value() const noexcept {
        double largest = 0;
        for (std::size_t i = 0; i < kLanes; ++i) largest = std::max(largest, numerator[i] / denominator[i]);
        return largest;
    }
};

double sumOf(const Doubles& lanes) noexcept { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }
double maxOf(const Doubles& lanes) noexcept { return std::max(std::max(lanes[0], lanes[1]), std::max(lanes[2], lanes[3])); }
std::uint64_t countOf(const Masks& lanes) noexcept { return static_cast<std::uint64_t>(-(lanes[0] + lanes[1] + lanes[2] + lanes[3])); }

/// One pair, given |d|, the magnitudes, the (real) product and whether the signs differ.
void addPair(PairTotals& t, double d, double reference, double runtime, double product, bool flips, const Tolerance& tolerance) noexcept {
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

template <class T>
[[gnu::always_inline]] inline PairTotals addLanes(std::span<const T> reference, std::span<const T> runtime, const Tolerance& tolerance) noexcept {
    const Doubles zero{}, one = zero + 1.0, rtol = zero + tolerance.rtol, atol = zero + tolerance.atol;
    Doubles abs{}, squares{}, referenceSquares{}, runtimeSquares{}, product{}, maxAbs{}, maxReference{}, requiredAtol{};
    Masks mismatched{}, flips{};
    RatioLanes<std::is_same_v<T, double>> maxRel, requiredRtol, requiredBoth;
    const std::size_t n = reference.size(), whole = n - n % kLanes;
    for (std::size_t i = 0; i < whole; i += kLanes) {
        Doubles x, y;
        loadLanes(reference.data() + i, x);
        loadLanes(runtime.data() + i, y);
        const Doubles difference = y - x;
        const Doubles d = difference < zero ? -difference : difference;
        const Doubles size = x < zero ? -x : x;
        abs += d;
        squares += d * d;
        referenceSquares += x * x;
        runtimeSquares += y * y;
        product += x * y;
        takeLarger(maxAbs, d);
        takeLarger(maxReference, size);
        const Doubles relative = rtol * size;
        takeLarger(requiredAtol, d - relative);
        const Doubles excess = d - atol;
        requiredRtol.takeLarger(excess > zero ? excess : zero, size);
        maxRel.takeLarger(size > zero ? d : zero, size);
        requiredBoth.takeLarger(d, one + size);
        mismatched += ~(d <= atol + relative);
        flips += ((x < zero) & (y > zero)) | ((x > zero) & (y < zero));
    }
    PairTotals t;
    t.abs = sumOf(abs);
    t.squares = sumOf(squares);
    t.referenceSquares = sumOf(referenceSquares);
    t.runtimeSquares = sumOf(runtimeSquares);
    t.product = sumOf(product);
    t.maxAbs = maxOf(maxAbs);
    t.maxReference = maxOf(maxReference);
    t.requiredAtol = maxOf(requiredAtol);
    t.maxRel = maxRel.value();
    t.requiredRtol = requiredRtol.value();
    t.requiredBoth = requiredBoth.value();
    t.mismatched = countOf(mismatched);
    t.signFlips = countOf(flips);
    t.compared = whole;
    for (std::size_t i = whole; i < n; ++i) {
        const double x = static_cast<double>(reference[i]), y = static_cast<double>(runtime[i]);
        addPair(t, std::abs(y - x), std::abs(x), std::abs(y), x * y, (x < 0 && y > 0) || (x > 0 && y < 0), tolerance);
    }
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
        addPair(t, exactDifference(reference[i], runtime[i]), std::abs(x), std::abs(y), x * y, (x < 0 && y > 0) || (x > 0 && y < 0), tolerance);
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
    const std::int64_t magnitude = size < kLeastNormal ? static_cast<std::int64_t>(size * 0x1p24)
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
    return addLanes(reference, runtime, tolerance);
}

ETSCOPE_SIMD_CLONES
PairTotals addPairs(std::span<const double> reference, std::span<const double> runtime, const Tolerance& tolerance) noexcept {
    return addLanes(reference, runtime, tolerance);
}

PairTotals addPairs(std::span<const std::int64_t> reference, std::span<const std::int64_t> runtime, const Tolerance& tolerance) noexcept {
    return addIntegers(reference, runtime, tolerance);
}

PairTotals addPairs(std::span<const std::uint64_t> reference, std::span<const std::uint64_t> runtime, const Tolerance& tolerance) noexcept {
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
    if (type == ScalarType::F32) return largestStep(reference, runtime, [](double v) { return rank<std::uint32_t>(static_cast<float>(v)); });
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
