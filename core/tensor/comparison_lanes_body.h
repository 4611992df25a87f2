// The loops themselves; included by one source file for each instruction set, which names its table ETSCOPE_LANES. Reductions are
// declared, so that the compiler may make vectors of them without -ffast-math, which would break NaN and infinity.
#include "tensor/comparison_lanes.h"
#include "tensor/comparison_lanes_float.h"

namespace etscope::tensor::lanes {
namespace {

template <class T>
Sums sumsOf(const T* left, const T* right, std::size_t n) {
    double abs = 0, squares = 0, referenceSquares = 0, runtimeSquares = 0, product = 0, maxAbs = 0, maxReference = 0;
#pragma omp simd reduction(+ : abs, squares, referenceSquares, runtimeSquares, product) reduction(max : maxAbs, maxReference)
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(left[i]), y = static_cast<double>(right[i]);
        const double d = __builtin_fabs(y - x), size = __builtin_fabs(x);
        abs += d;
        squares += d * d;
        referenceSquares += x * x;
        runtimeSquares += y * y;
        product += x * y;
        maxAbs = d > maxAbs ? d : maxAbs;
        maxReference = size > maxReference ? size : maxReference;
    }
    return {abs, squares, referenceSquares, runtimeSquares, product, maxAbs, maxReference};
}

template <class T>
Counted countBeyond(const T* left, const T* right, std::size_t n, const Quotients& q) {
    constexpr double kAlike = 1 + 0x1p-50;
    const double rtol = q.rtol, atol = q.atol, requiredAtol = q.requiredAtol;
    const double maxRel = q.maxRel * kAlike, requiredRtol = q.requiredRtol * kAlike, requiredBoth = q.requiredBoth * kAlike;
    std::int64_t mismatched = 0, flips = 0, records = 0;
#pragma omp simd reduction(+ : mismatched, flips, records)
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(left[i]), y = static_cast<double>(right[i]);
        const double d = __builtin_fabs(y - x), size = __builtin_fabs(x), relative = rtol * size;
        mismatched += ((d <= atol + relative) | (d == 0)) ? 0 : 1;
        flips += (((x < 0) & (y > 0)) | ((x > 0) & (y < 0))) ? 1 : 0;
        const bool raises = (d >= maxRel * size) | (d - atol >= requiredRtol * size) | (d >= requiredBoth * (1 + size)) |
                            (d - relative >= requiredAtol);
        records += (raises & (d > 0)) ? 1 : 0;
    }
    return {mismatched, flips, records};
}

template <class T>
void raiseQuotients(const T* left, const T* right, std::size_t n, Quotients& q) {
    double maxRel = q.maxRel, requiredRtol = q.requiredRtol, requiredBoth = q.requiredBoth, requiredAtol = q.requiredAtol;
    const double rtol = q.rtol, atol = q.atol;
#pragma omp simd reduction(max : requiredAtol, requiredRtol, requiredBoth, maxRel)
    for (std::size_t i = 0; i < n; ++i) {
        const double x = static_cast<double>(left[i]), y = static_cast<double>(right[i]);
        const double d = __builtin_fabs(y - x), size = __builtin_fabs(x), excess = d - atol, beyond = d - rtol * size;
        requiredAtol = beyond > requiredAtol ? beyond : requiredAtol;
        const double rel = size > 0 ? d / size : 0;
        maxRel = rel > maxRel ? rel : maxRel;
        const double least = excess > 0 ? excess / size : 0;
        requiredRtol = least > requiredRtol ? least : requiredRtol;
        const double both = d / (1 + size);
        requiredBoth = both > requiredBoth ? both : requiredBoth;
    }
    q.maxRel = maxRel;
    q.requiredRtol = requiredRtol;
    q.requiredBoth = requiredBoth;
    q.requiredAtol = requiredAtol;
}

std::uint32_t maxUlpOf(const float* reference, const float* runtime, std::size_t n) {
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < n; ++i) {
        // Places in the order of all floats, without branches: flip the lower bits of negative numbers, then add one.
        const auto a = __builtin_bit_cast(std::int32_t, reference[i]), b = __builtin_bit_cast(std::int32_t, runtime[i]);
        const std::int32_t x = (a ^ ((a >> 31) & 0x7FFFFFFF)) - (a >> 31), y = (b ^ ((b >> 31) & 0x7FFFFFFF)) - (b >> 31);
        const std::uint32_t up = static_cast<std::uint32_t>(y) - static_cast<std::uint32_t>(x);
        const std::uint32_t step = y > x ? up : 0U - up;
        largest = step > largest ? step : largest;
    }
    return largest;
}

}  // namespace

const Kernel ETSCOPE_LANES{{sumsOf<float>, countBeyond<float>, raiseQuotients<float>},
                           {sumsOf<double>, countBeyond<double>, raiseQuotients<double>},
                           briefSums,
                           largestDifference,
                           countAtLeast,
                           judged,
                           maxUlpOf,
                           largestOf,
                           placeOf};

}  // namespace etscope::tensor::lanes
