// The vector loops of compare(), built once for the baseline and once for AVX2; which one runs is chosen when the program starts.
// Plain pointers and arithmetic only: nothing of another header is instantiated with the wider instructions. Internal to
// core/tensor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::tensor::lanes {

/// Sums over a chunk, exact in double but for the rounding of the sums.
struct Sums {
    double abs = 0, squares = 0, referenceSquares = 0, runtimeSquares = 0, product = 0, maxAbs = 0, maxReference = 0;
};

/// Sums that are quick to make: d is rounded to float, the squares and |d| are added in float over short runs (relative error
/// below 8e-7, since nothing cancels), the product in double. `maxAbs` is that of the rounded d.
struct Brief {
    Sums sums;
    float largestReference = 0, largestRuntime = 0;
    float excess = 0;    ///< the largest |d| − rtol · |reference|, at least 0
    bool steep = false;  ///< some |d| > 0 is at least slope · |reference|
};

/// Edges that differences are counted against at a time.
inline constexpr std::size_t kEdges = 10;

/// A bound offset + slope · |reference| for |d|.
struct Bound {
    float offset = 0, slope = 0;
};
/// Beyond `above` is no match; a pair below `below` is one. Below the others, no quotient that is kept is raised.
struct Bounds {
    Bound above, below, relative, requiredRtol, requiredBoth;
    float requiredAtol = 0;  ///< its slope is that of `below`
};
/// What floats tell about the pairs of a chunk.
struct Judged {
    std::int64_t mismatched = 0, flips = 0;
    bool open = false;  ///< a pair is so near to a bound, or beyond one of the quotients', that doubles have to tell
};

/// Tolerance and the greatest quotients so far.
struct Quotients {
    double rtol = 0, atol = 0;
    double maxRel = 0, requiredRtol = 0, requiredBoth = 0, requiredAtol = 0;
};
struct Counted {
    std::int64_t mismatched = 0, flips = 0, records = 0;  ///< records: pairs that raise a quotient
};

template <class T>
struct Loops {
    Sums (*sums)(const T* reference, const T* runtime, std::size_t n);
    /// Exact counts. A quotient within 4 ε of the one kept counts as the same.
    Counted (*count)(const T* reference, const T* runtime, std::size_t n, const Quotients& quotients);
    /// The greatest quotients, by division.
    void (*raise)(const T* reference, const T* runtime, std::size_t n, Quotients& quotients);
};

struct Kernel {
    Loops<float> floats;
    Loops<double> doubles;
    /// Meaningless when a sum is not finite or so small that squares were lost: the caller looks.
    Brief (*brief)(const float* reference, const float* runtime, std::size_t n, float slope, float rtol);
    /// The largest |d|.
    double (*largestDifference)(const float* reference, const float* runtime, std::size_t n);
    /// Adds to each of kEdges counts how many |d| are at least its edge.
    void (*countAtLeast)(const float* reference, const float* runtime, std::size_t n, const double* edges, std::uint64_t* counts);
    Judged (*judge)(const float* reference, const float* runtime, std::size_t n, const Bounds& bounds);
    /// Largest number of steps from one float to the next between finite pairs.
    std::uint32_t (*maxUlp)(const float* reference, const float* runtime, std::size_t n);
    /// The largest of at least one value without NaN.
    float (*largest)(const float* values, std::size_t n);
    /// The first place of a value that occurs.
    std::size_t (*placeOf)(const float* values, std::size_t n, float wanted);
};

/// For the processor that this runs on.
const Kernel& kernel() noexcept;

extern const Kernel kBaseline;
#if defined(__x86_64__)
extern const Kernel kAvx2;
#endif

}  // namespace etscope::tensor::lanes
