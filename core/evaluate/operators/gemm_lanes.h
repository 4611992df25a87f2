// The inner loops of matrix products, compiled for each instruction set from one body; all give the same bits. Internal.
#pragma once

#include <cstdint>

namespace etscope::evaluate {

/// c[m × n] (rows `distance` apart) += packed a[m × depth] · packed b[depth × n].
template <class Number>
struct GemmKernel {
    std::int64_t rows, columns;  ///< of a tile: widths of the packed panels, columns of whole vectors
    void (*block)(const Number* a, const Number* b, double* c, std::int64_t distance, std::int64_t m, std::int64_t n,
                  std::int64_t depth);
};

struct GemmLanes {
    GemmKernel<double> products;
    GemmKernel<float> sizes;  ///< of numbers of which a few digits are wanted: each block is summed in f32
};

extern const GemmLanes kGemmBaseline;
#if defined(__x86_64__)
extern const GemmLanes kGemmAvx2;
extern const GemmLanes kGemmAvx512;
// Products go into their sums without being rounded: the same bits where they are exact.
extern const GemmLanes kGemmFma;
extern const GemmLanes kGemmFma512;
#endif

/// The fastest that this processor has. `exactProducts`: a double holds each product exactly, as of numbers that f32 holds.
const GemmLanes& gemmLanes(bool exactProducts) noexcept;
/// Another than the fastest, for tests: 0 baseline, 1 AVX2, 2 AVX-512; what the processor lacks is not taken. Returns what was
/// taken.
int useGemmLanes(int level) noexcept;

}  // namespace etscope::evaluate
