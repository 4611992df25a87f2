// The loops over floats that are worth explicit vectors: brief sums, counts of differences, places. Included by
// comparison_lanes_body.h; the vectors are as wide as the instruction set allows.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "tensor/comparison_lanes.h"

namespace etscope::tensor::lanes {
namespace {

#if defined(__AVX2__)
constexpr std::size_t kLanes = 8;
#else
constexpr std::size_t kLanes = 4;
#endif
using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Doubles = double __attribute__((vector_size(kLanes / 2 * sizeof(double))));
using Ints = std::int32_t __attribute__((vector_size(kLanes * sizeof(float))));
using Longs = std::int64_t __attribute__((vector_size(kLanes / 2 * sizeof(double))));

inline Floats load(const float* from) {
    Floats v;
    __builtin_memcpy(&v, from, sizeof(v));
    return v;
}
inline Doubles loadWide(const float* from) {
#if defined(__AVX2__)
    return _mm256_cvtps_pd(_mm_loadu_ps(from));
#else
    return Doubles{static_cast<double>(from[0]), static_cast<double>(from[1])};
#endif
}
inline Floats sizeOf(Floats v) { return reinterpret_cast<Floats>(reinterpret_cast<Ints>(v) & 0x7FFFFFFF); }
inline Doubles sizeOf(Doubles v) { return reinterpret_cast<Doubles>(reinterpret_cast<Longs>(v) & 0x7FFFFFFFFFFFFFFF); }
/// `b` when either is NaN.
inline Floats larger(Floats a, Floats b) {
#if defined(__AVX2__)
    return _mm256_max_ps(a, b);
#elif defined(__SSE2__)
    return _mm_max_ps(a, b);
#else
    return a > b ? a : b;
#endif
}
/// `b` when either is NaN.
inline Floats smaller(Floats a, Floats b) {
#if defined(__AVX2__)
    return _mm256_min_ps(a, b);
#elif defined(__SSE2__)
    return _mm_min_ps(a, b);
#else
    return a < b ? a : b;
#endif
}
inline Doubles widened(Floats v) {
    float parts[kLanes];
    __builtin_memcpy(parts, &v, sizeof(v));
    return loadWide(parts) + loadWide(parts + kLanes / 2);
}
/// Fused where the processor can: a product of two floats is exact in double, so there it makes no difference.
inline Floats plusProduct(Floats sum, Floats a, Floats b) {
#if defined(__FMA__)
    return _mm256_fmadd_ps(a, b, sum);
#else
    return sum + a * b;
#endif
}
inline Doubles plusProduct(Doubles sum, Doubles a, Doubles b) {
#if defined(__FMA__)
    return _mm256_fmadd_pd(a, b, sum);
#else
    return sum + a * b;
#endif
}
inline double total(Doubles v) {
    double sum = 0;
    for (std::size_t i = 0; i < kLanes / 2; ++i) sum += v[i];
    return sum;
}
inline float largestLane(Floats v) {
    float largest = v[0];
    for (std::size_t i = 1; i < kLanes; ++i) largest = v[i] > largest ? v[i] : largest;
    return largest;
}
/// Of the outcomes of comparisons.
inline bool anyLane(Ints v) {
#if defined(__AVX2__)
    return _mm256_movemask_epi8(reinterpret_cast<__m256i>(v)) != 0;
#elif defined(__SSE2__)
    return _mm_movemask_epi8(reinterpret_cast<__m128i>(v)) != 0;
#else
    std::int32_t any = 0;
    for (std::size_t i = 0; i < kLanes; ++i) any |= v[i];
    return any != 0;
#endif
}

/// Terms that a lane of float takes before it goes to the double: with the rounding of a difference and of a square, a sum of
/// terms of one sign is off by less than (kRun / 2 + 4) · 2^-24 < 8e-7 of itself.
constexpr std::size_t kRun = 16;
/// Pairs of a step: a cache line of each side.
constexpr std::size_t kStep = 2 * kLanes;
/// Pairs ahead that are asked for while others are added. No power of two: what comes would take the cache lines of what is used.
constexpr std::size_t kAhead = 1536;

/// Sums of runs: in float the squares and magnitudes, which cannot cancel; in double the product, which can.
struct BriefSums {
    Doubles abs{}, squares{}, referenceSquares{}, runtimeSquares{}, product{};
    Floats maxAbs{}, maxReference{}, excess{};
    Floats largestLeft, largestRight;
    Floats steepness = Floats{} - 1.0F;  ///< from 0 on, a pair is steep

    BriefSums(float left, float right) : largestLeft(Floats{} + left), largestRight(Floats{} + right) {}

    /// `n` is a multiple of kStep.
    void add(const float* left, const float* right, std::size_t n, float slope, float rtol) {
        Run run;
        for (std::size_t i = 0; i < n; i += kStep) {
            __builtin_prefetch(left + i + kAhead);
            __builtin_prefetch(right + i + kAhead);
            for (std::size_t k = i; k < i + kStep; k += kLanes) addLanes(run, left + k, right + k, slope, rtol);
        }
        abs += widened(run.abs);
        squares += widened(run.squares);
        referenceSquares += widened(run.referenceSquares);
        runtimeSquares += widened(run.runtimeSquares);
    }

private:
    struct Run {
        Floats abs{}, squares{}, referenceSquares{}, runtimeSquares{};
    };

    void addLanes(Run& run, const float* left, const float* right, float slope, float rtol) {
        const Floats x = load(left), y = load(right);
        const Floats difference = y - x, d = sizeOf(difference), size = sizeOf(x);
        run.abs += d;
        run.squares = plusProduct(run.squares, difference, difference);
        run.referenceSquares = plusProduct(run.referenceSquares, x, x);
        run.runtimeSquares = plusProduct(run.runtimeSquares, y, y);
        maxAbs = larger(d, maxAbs);
        maxReference = larger(size, maxReference);
        largestLeft = larger(x, largestLeft);
        largestRight = larger(y, largestRight);
        excess = larger(plusProduct(d, size, Floats{} - rtol), excess);
        steepness = larger(d - larger(Floats{} + __FLT_DENORM_MIN__, size * slope), steepness);
        product += plusProduct(loadWide(left) * loadWide(right), loadWide(left + kLanes / 2), loadWide(right + kLanes / 2));
    }
};

/// What is left of a chunk when whole vectors are done.
inline void addRest(Brief& brief, const float* left, const float* right, std::size_t n, float slope, float rtol) {
    Sums& s = brief.sums;
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(left[i]), y = static_cast<double>(right[i]);
        const double d = __builtin_fabs(y - x), size = __builtin_fabs(x);
        s.abs += d;
        s.squares += d * d;
        s.referenceSquares += x * x;
        s.runtimeSquares += y * y;
        s.product += x * y;
        s.maxAbs = d > s.maxAbs ? d : s.maxAbs;
        s.maxReference = size > s.maxReference ? size : s.maxReference;
        brief.largestReference = left[i] > brief.largestReference ? left[i] : brief.largestReference;
        brief.largestRuntime = right[i] > brief.largestRuntime ? right[i] : brief.largestRuntime;
        const float beyond = static_cast<float>(d - size * static_cast<double>(rtol));
        brief.excess = beyond > brief.excess ? beyond : brief.excess;
        brief.steep = brief.steep || (d > 0 && d >= static_cast<double>(slope) * size);
    }
}

Brief briefSums(const float* left, const float* right, std::size_t n, float slope, float rtol) {
    const std::size_t whole = n / kStep * kStep;
    BriefSums sums(left[0], right[0]);
    for (std::size_t at = 0; at < whole; at += kRun * kLanes)
        sums.add(left + at, right + at, whole - at < kRun * kLanes ? whole - at : kRun * kLanes, slope, rtol);
    Brief brief{{total(sums.abs), total(sums.squares), total(sums.referenceSquares), total(sums.runtimeSquares),
                 total(sums.product), static_cast<double>(largestLane(sums.maxAbs)),
                 static_cast<double>(largestLane(sums.maxReference))},
                largestLane(sums.largestLeft),
                largestLane(sums.largestRight),
                largestLane(sums.excess),
                largestLane(sums.steepness) >= 0};
    addRest(brief, left + whole, right + whole, n - whole, slope, rtol);
    return brief;
}

/// Counts of pairs held against the bounds; a lane counts with −1, as comparisons give it.
class Judge {
public:
    explicit Judge(const Bounds& b)
        : m_rtol(Floats{} + b.below.slope),
          m_below(Floats{} + b.below.offset),
          m_requiredAtol(Floats{} + b.requiredAtol),
          m_aboveSlope(Floats{} + b.above.slope),
          m_above(Floats{} + b.above.offset),
          m_relative(Floats{} + b.relative.slope),
          m_rtolSlope(Floats{} + b.requiredRtol.slope),
          m_rtolOffset(Floats{} + b.requiredRtol.offset),
          m_bothSlope(Floats{} + b.requiredBoth.slope),
          m_bothOffset(Floats{} + b.requiredBoth.offset) {}

    void add(Floats x, Floats y) {
        const Floats least = Floats{} + __FLT_DENORM_MIN__;
        const Floats d = sizeOf(y - x), size = sizeOf(x), tolerated = size * m_rtol;
        m_mismatched += d > m_above + size * m_aboveSlope;
        m_reaching += d >= larger(least, m_below + tolerated);
        const Floats quotients = smaller(smaller(size * m_relative, m_requiredAtol + tolerated),
                                         smaller(m_rtolOffset + size * m_rtolSlope, m_bothOffset + size * m_bothSlope));
        m_records |= d >= larger(least, quotients);
        const Ints signs = (reinterpret_cast<Ints>(x) ^ reinterpret_cast<Ints>(y)) >> 31;
        m_flips += signs & (x != Floats{}) & (y != Floats{});
    }
    Judged result() const {
        Judged judged;
        std::int64_t reaching = 0;
        for (std::size_t i = 0; i < kLanes; ++i) {
            judged.mismatched -= m_mismatched[i];
            judged.flips -= m_flips[i];
            reaching -= m_reaching[i];
        }
        judged.open = anyLane(m_records) || reaching != judged.mismatched;
        return judged;
    }

private:
    Floats m_rtol, m_below, m_requiredAtol, m_aboveSlope, m_above, m_relative, m_rtolSlope, m_rtolOffset, m_bothSlope, m_bothOffset;
    Ints m_mismatched{}, m_reaching{}, m_records{}, m_flips{};
};

Judged judged(const float* left, const float* right, std::size_t n, const Bounds& bounds) {
    Judge judge(bounds);
    std::size_t at = 0;
    for (; at + kLanes <= n; at += kLanes) judge.add(load(left + at), load(right + at));
    Floats x{}, y{};  // zeros are equal
    __builtin_memcpy(&x, left + at, (n - at) * sizeof(float));
    __builtin_memcpy(&y, right + at, (n - at) * sizeof(float));
    judge.add(x, y);
    return judge.result();
}

/// The largest |d|, exact but for the rounding to double.
double largestDifference(const float* left, const float* right, std::size_t n) {
    double largest = 0;
#pragma omp simd reduction(max : largest)
    for (std::size_t i = 0; i < n; ++i) {
        const double d = __builtin_fabs(static_cast<double>(right[i]) - static_cast<double>(left[i]));
        largest = d > largest ? d : largest;
    }
    return largest;
}

void countAtLeast(const float* left, const float* right, std::size_t n, const double* edges, std::uint64_t* counts) {
    Doubles edge[kEdges];
    Longs count[kEdges]{};
    for (std::size_t k = 0; k < kEdges; ++k) edge[k] = Doubles{} + edges[k];
    const std::size_t whole = n / (kLanes / 2) * (kLanes / 2);
    for (std::size_t i = 0; i < whole; i += kLanes / 2) {
        const Doubles d = sizeOf(loadWide(right + i) - loadWide(left + i));
#pragma GCC unroll 16
        for (std::size_t k = 0; k < kEdges; ++k) count[k] -= d >= edge[k];
    }
    for (std::size_t k = 0; k < kEdges; ++k) {
        for (std::size_t i = 0; i < kLanes / 2; ++i) counts[k] += static_cast<std::uint64_t>(count[k][i]);
        for (std::size_t i = whole; i < n; ++i)
            counts[k] += __builtin_fabs(static_cast<double>(right[i]) - static_cast<double>(left[i])) >= edges[k] ? 1U : 0U;
    }
}

/// Values that are looked at before the next decision.
constexpr std::size_t kBatch = 4 * kLanes;

float largestOf(const float* values, std::size_t n) {
    Floats largest[kBatch / kLanes];
    for (Floats& lanes : largest) lanes = Floats{} + values[0];
    std::size_t at = 0;
    for (; at + kBatch <= n; at += kBatch)
        for (std::size_t i = 0; i < kBatch / kLanes; ++i) largest[i] = larger(load(values + at + i * kLanes), largest[i]);
    float result = largestLane(larger(larger(largest[0], largest[1]), larger(largest[2], largest[3])));
    for (; at < n; ++at) result = values[at] > result ? values[at] : result;
    return result;
}

std::size_t placeOf(const float* values, std::size_t n, float wanted) {
    std::size_t at = 0;
    for (; at + kBatch <= n; at += kBatch) {
        Ints equal{};
        for (std::size_t i = 0; i < kBatch; i += kLanes) equal |= load(values + at + i) == wanted;
        if (anyLane(equal)) break;
    }
    while (at < n && values[at] != wanted) ++at;
    return at;
}

}  // namespace
}  // namespace etscope::tensor::lanes
