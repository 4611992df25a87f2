// Included by one source for each instruction set, with ETSCOPE_GEMM (name of the table), ETSCOPE_GEMM_WIDTH (doubles in a vector),
// ETSCOPE_GEMM_ROWS and ETSCOPE_GEMM_VECTORS (vectors in a row of a tile).
#include <algorithm>
#include <cstring>

#include "evaluate/operators/gemm_lanes.h"

namespace etscope::evaluate {

namespace {

typedef double Vector __attribute__((vector_size(ETSCOPE_GEMM_WIDTH * sizeof(double))));
constexpr std::int64_t kWidth = ETSCOPE_GEMM_WIDTH, kRows = ETSCOPE_GEMM_ROWS, kVectors = ETSCOPE_GEMM_VECTORS;
constexpr std::int64_t kColumns = kWidth * kVectors;

/// One tile in registers: sums go on where C stands.
void tile(const double* a, const double* b, double* c, std::int64_t distance, std::int64_t depth) {
    Vector sums[kRows][kVectors];
    for (std::int64_t r = 0; r < kRows; ++r)
        for (std::int64_t v = 0; v < kVectors; ++v) std::memcpy(&sums[r][v], c + r * distance + v * kWidth, sizeof(Vector));
    for (std::int64_t k = 0; k < depth; ++k, a += kRows, b += kColumns) {
        Vector row[kVectors];
        for (std::int64_t v = 0; v < kVectors; ++v) std::memcpy(&row[v], b + v * kWidth, sizeof(Vector));
        for (std::int64_t r = 0; r < kRows; ++r)
            for (std::int64_t v = 0; v < kVectors; ++v) sums[r][v] += a[r] * row[v];
    }
    for (std::int64_t r = 0; r < kRows; ++r)
        for (std::int64_t v = 0; v < kVectors; ++v) std::memcpy(c + r * distance + v * kWidth, &sums[r][v], sizeof(Vector));
}

/// One tile at the edge: through a whole one beside.
void edge(const double* a, const double* b, double* c, std::int64_t distance, std::int64_t m, std::int64_t n, std::int64_t depth) {
    double whole[kRows * kColumns] = {};
    for (std::int64_t r = 0; r < m; ++r) std::copy_n(c + r * distance, n, whole + r * kColumns);
    tile(a, b, whole, kColumns, depth);
    for (std::int64_t r = 0; r < m; ++r) std::copy_n(whole + r * kColumns, n, c + r * distance);
}

void block(const double* a, const double* b, double* c, std::int64_t distance, std::int64_t m, std::int64_t n, std::int64_t depth) {
    for (std::int64_t n0 = 0; n0 < n; n0 += kColumns) {
        const std::int64_t columns = std::min(kColumns, n - n0);
        for (std::int64_t m0 = 0; m0 < m; m0 += kRows) {
            const std::int64_t rows = std::min(kRows, m - m0);
            const double* left = a + m0 * depth;
            const double* right = b + n0 * depth;
            if (rows == kRows && columns == kColumns)
                tile(left, right, c + m0 * distance + n0, distance, depth);
            else
                edge(left, right, c + m0 * distance + n0, distance, rows, columns, depth);
        }
    }
}

}  // namespace

const GemmLanes ETSCOPE_GEMM = {kRows, kColumns, block};

}  // namespace etscope::evaluate
