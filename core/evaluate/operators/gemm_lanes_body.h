// Included by one source for each instruction set, with ETSCOPE_GEMM (name of the table), ETSCOPE_GEMM_WIDTH (doubles in a vector),
// ETSCOPE_GEMM_ROWS and ETSCOPE_GEMM_VECTORS (vectors in a row of a tile).
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "evaluate/operators/gemm_lanes.h"

namespace etscope::evaluate {

namespace {

constexpr std::size_t kBytes = ETSCOPE_GEMM_WIDTH * sizeof(double);
constexpr std::int64_t kRows = ETSCOPE_GEMM_ROWS, kVectors = ETSCOPE_GEMM_VECTORS;

template <class Number>
struct Lanes {
    typedef Number Vector __attribute__((vector_size(kBytes)));
    /// One where it lies in a packed panel: 16 bytes are all that every instruction set asks for.
    typedef Number Packed __attribute__((vector_size(kBytes), aligned(16), may_alias));
    static constexpr std::int64_t kWidth = kBytes / sizeof(Number), kColumns = kWidth * kVectors;
};

/// One tile in registers. Doubles: sums go on where C stands; floats: the tile's sums are added to it.
template <class Number>
void tile(const Number* a, const Number* b, double* c, std::int64_t distance, std::int64_t depth) {
    using L = Lanes<Number>;
    constexpr bool kGoOn = std::is_same_v<Number, double>;
    typename L::Vector sums[kRows][kVectors] = {};
    if constexpr (kGoOn)
        for (std::int64_t r = 0; r < kRows; ++r)
            for (std::int64_t v = 0; v < kVectors; ++v) std::memcpy(&sums[r][v], c + r * distance + v * L::kWidth, kBytes);
    for (std::int64_t k = 0; k < depth; ++k, a += kRows, b += L::kColumns) {
        typename L::Vector row[kVectors];
        for (std::int64_t v = 0; v < kVectors; ++v) row[v] = *reinterpret_cast<const typename L::Packed*>(b + v * L::kWidth);
        for (std::int64_t r = 0; r < kRows; ++r)
            for (std::int64_t v = 0; v < kVectors; ++v) sums[r][v] += a[r] * row[v];
    }
    for (std::int64_t r = 0; r < kRows; ++r) {
        if constexpr (kGoOn) {
            for (std::int64_t v = 0; v < kVectors; ++v) std::memcpy(c + r * distance + v * L::kWidth, &sums[r][v], kBytes);
        } else {
            Number row[L::kColumns];
            std::memcpy(row, sums[r], sizeof(row));
            for (std::int64_t i = 0; i < L::kColumns; ++i) c[r * distance + i] += static_cast<double>(row[i]);
        }
    }
}

/// One tile at the edge: through a whole one beside.
template <class Number>
void edge(const Number* a, const Number* b, double* c, std::int64_t distance, std::int64_t m, std::int64_t n, std::int64_t depth) {
    constexpr std::int64_t kColumns = Lanes<Number>::kColumns;
    double whole[static_cast<std::size_t>(kRows * kColumns)] = {};
    for (std::int64_t r = 0; r < m; ++r) std::copy_n(c + r * distance, n, whole + r * kColumns);
    tile(a, b, whole, kColumns, depth);
    for (std::int64_t r = 0; r < m; ++r) std::copy_n(whole + r * kColumns, n, c + r * distance);
}

template <class Number>
void block(const Number* a, const Number* b, double* c, std::int64_t distance, std::int64_t m, std::int64_t n, std::int64_t depth) {
    constexpr std::int64_t kColumns = Lanes<Number>::kColumns;
    for (std::int64_t n0 = 0; n0 < n; n0 += kColumns) {
        const std::int64_t columns = std::min(kColumns, n - n0);
        for (std::int64_t m0 = 0; m0 < m; m0 += kRows) {
            const std::int64_t rows = std::min(kRows, m - m0);
            const Number* left = a + m0 * depth;
            const Number* right = b + n0 * depth;
            if (rows == kRows && columns == kColumns)
                tile(left, right, c + m0 * distance + n0, distance, depth);
            else
                edge(left, right, c + m0 * distance + n0, distance, rows, columns, depth);
        }
    }
}

}  // namespace

const GemmLanes ETSCOPE_GEMM = {{kRows, Lanes<double>::kColumns, block<double>}, {kRows, Lanes<float>::kColumns, block<float>}};

}  // namespace etscope::evaluate
