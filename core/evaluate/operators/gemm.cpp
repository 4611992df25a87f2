#include "evaluate/operators/gemm.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/checked_math.h"
#include "evaluate/elements.h"
#include "evaluate/operators/gemm_lanes.h"
#include "evaluate/operators/product_sizes.h"
#include "evaluate/parallel.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

namespace {

/// Parts of a product that fit the caches: k · columns of B (second level), rows · k of A (first level).
constexpr std::int64_t kBlockK = 256, kBlockColumns = 512, kBlockRows = 96;
/// Products that take as long as one operation on elements that lie in memory.
constexpr std::uint64_t kProductsInOperation = 16;
/// Tiles of threads are multiples of it: whole panels of every instruction set.
constexpr std::int64_t kTileColumns = 48;

/// One matrix where it lies.
struct Matrix {
    ScalarType stored;
    const std::byte* data;
    std::ptrdiff_t rowStep, columnStep;  ///< bytes
};

bool heldByF32(ScalarType type) noexcept { return type == ScalarType::F32 || type == ScalarType::F16 || type == ScalarType::BF16; }

/// An element as it is packed: in f64 as it is, in f32 its size.
template <class To, class T>
To packed(const std::byte* place) {
    const auto number = static_cast<To>(loadItem<T>(place));
    return std::is_same_v<To, float> ? std::fabs(number) : number;
}

/// A panel of whole rows that lie in a row.
template <class T, class To>
void packRows(const std::byte* from, std::ptrdiff_t depthStep, std::int64_t depth, std::int64_t lanes, To* __restrict to) {
    for (std::int64_t k = 0; k < depth; ++k, from += depthStep, to += lanes)
        for (std::int64_t c = 0; c < lanes; ++c) to[c] = packed<To, T>(from + c * static_cast<std::int64_t>(sizeof(T)));
}

/// A panel of which some columns are filled, of any steps: as many elements of a column at once as a line of the cache holds, so
/// that columns which lie in a row are read once.
template <class T, class To>
void packColumns(const std::byte* from, std::ptrdiff_t depthStep, std::ptrdiff_t widthStep, std::int64_t depth,
                 std::int64_t columns, std::int64_t lanes, To* __restrict to) {
    constexpr std::int64_t kLine = 16;
    for (std::int64_t k0 = 0; k0 < depth; k0 += kLine)
        for (std::int64_t c = 0; c < columns; ++c) {
            const std::byte* column = from + k0 * depthStep + c * widthStep;
            for (std::int64_t k = k0; k < std::min(k0 + kLine, depth); ++k, column += depthStep)
                to[k * lanes + c] = packed<To, T>(column);
        }
}

/// `depth` × `width` numbers in panels of `lanes` columns: panel after panel, in each of them row k after row k; the last panel is
/// filled up with zeros. `depthStep` leads along k.
template <class To>
void pack(const Context& context, const Matrix& from, std::ptrdiff_t depthStep, std::ptrdiff_t widthStep, std::int64_t depth,
          std::int64_t width, std::int64_t lanes, std::vector<To>& to) {
    const std::int64_t panels = (width + lanes - 1) / lanes;
    to.resize(static_cast<std::size_t>(panels * lanes * depth));
    withType(from.stored, [&](auto sample) {
        using T = decltype(sample);
        for (std::int64_t p = 0; p < panels; ++p) {
            context.poll();
            To* panel = to.data() + p * lanes * depth;
            const std::byte* start = from.data + p * lanes * widthStep;
            const std::int64_t columns = std::min(lanes, width - p * lanes);
            if (columns < lanes) std::fill_n(panel, lanes * depth, To{0});
            if (widthStep == static_cast<std::ptrdiff_t>(sizeof(T)) && columns == lanes)
                packRows<T, To>(start, depthStep, depth, lanes, panel);
            else
                packColumns<T, To>(start, depthStep, widthStep, depth, columns, lanes, panel);
        }
    });
}

/// Sums of products, and beside them those of the absolute values where they are wanted.
struct Sums {
    double* products;
    double* sizes;  ///< nullptr: not wanted

    Sums at(std::int64_t place) const noexcept { return {products + place, sizes == nullptr ? nullptr : sizes + place}; }
};

/// A part of B that fits the caches, and what A's rows sum to with it.
template <class Number>
class PackedBlock {
public:
    explicit PackedBlock(const GemmKernel<Number>& kernel) : m_kernel(kernel) {}

    /// c[m × columns] += a[m × depth] · b[depth × columns].
    void multiply(const Context& context, const Matrix& a, const Matrix& b, double* c, std::int64_t distance, std::int64_t m,
                  std::int64_t columns, std::int64_t depth) {
        pack(context, b, b.rowStep, b.columnStep, depth, columns, m_kernel.columns, m_b);
        for (std::int64_t m0 = 0; m0 < m; m0 += kBlockRows) {
            const std::int64_t rows = std::min(kBlockRows, m - m0);
            Matrix side = a;
            side.data += m0 * a.rowStep;
            pack(context, side, a.columnStep, a.rowStep, depth, rows, m_kernel.rows, m_a);
            m_kernel.block(m_a.data(), m_b.data(), c + m0 * distance, distance, rows, columns, depth);
        }
    }

private:
    const GemmKernel<Number>& m_kernel;
    std::vector<Number> m_a, m_b;
};

/// c[m × n], f64, rows `distance` apart, += a[m × k] · b[k × n].
void multiply(const Context& context, const Matrix& a, const Matrix& b, const Sums& c, std::int64_t distance, std::int64_t m,
              std::int64_t n, std::int64_t k) {
    PackedBlock products(gemmLanes(heldByF32(a.stored) && heldByF32(b.stored)).products);
    PackedBlock sizes(gemmLanes(false).sizes);
    for (std::int64_t k0 = 0; k0 < k; k0 += kBlockK) {
        const std::int64_t depth = std::min(kBlockK, k - k0);
        for (std::int64_t n0 = 0; n0 < n; n0 += kBlockColumns) {
            const std::int64_t columns = std::min(kBlockColumns, n - n0);
            Matrix left = a, right = b;
            left.data += k0 * a.columnStep;
            right.data += k0 * b.rowStep + n0 * b.columnStep;
            const Sums to = c.at(n0);
            products.multiply(context, left, right, to.products, distance, m, columns, depth);
            if (to.sizes != nullptr) sizes.multiply(context, left, right, to.sizes, distance, m, columns, depth);
        }
    }
}

/// The same, large ones in tiles of whole columns or rows, which threads share.
void multiplyTiles(const Context& context, const Matrix& a, const Matrix& b, const Sums& c, std::int64_t distance, std::int64_t m,
                   std::int64_t n, std::int64_t k) {
    const auto products = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    const bool byColumns = n >= m;
    const std::int64_t all = byColumns ? n : m, unit = byColumns ? kTileColumns : kBlockRows;
    const auto threads = static_cast<std::int64_t>(products < static_cast<double>(kSharedProducts) ? 1 : threadCount());
    const std::int64_t each = (all + threads * unit - 1) / (threads * unit) * unit;
    inParallel(static_cast<std::size_t>((all + each - 1) / each), [&](std::size_t i) {
        const std::int64_t first = static_cast<std::int64_t>(i) * each, size = std::min(each, all - first);
        Matrix left = a, right = b;
        (byColumns ? right : left).data += first * (byColumns ? b.columnStep : a.rowStep);
        multiply(context, left, right, c.at(first * (byColumns ? 1 : distance)), distance, byColumns ? m : size,
                 byColumns ? size : n, k);
    });
}

/// A matrix of a tensor: the last two axes, from an offset on.
class Operand {
public:
    Operand(const Array& array, std::int64_t offset)
        : m_array(array),
          m_offset(array.offset + offset),
          m_item(static_cast<std::int64_t>(array.item())),
          m_rowStep(array.strides[array.rank() - 2] * m_item),
          m_columnStep(array.strides[array.rank() - 1] * m_item),
          m_rows(array.shape[array.rank() - 2]),
          m_columns(array.shape.back()) {}

    /// How many of its rows and columns are read at once: all of what is in memory or small, else as many as fit a window along the
    /// axis whose elements lie further apart.
    std::pair<std::int64_t, std::int64_t> window() const {
        if (!m_array.storage->readInParts() || bytes(m_rows, m_columns) <= kWindowBytes) return {m_rows, m_columns};
        const auto fitting = [](std::int64_t step, std::int64_t line) {
            return std::max<std::int64_t>((kWindowBytes - std::min(line, kWindowBytes)) / std::max<std::int64_t>(std::abs(step), 1),
                                          1);
        };
        if (std::abs(m_columnStep) >= std::abs(m_rowStep))
            return {m_rows, std::min(m_columns, fitting(m_columnStep, bytes(m_rows, 1)))};
        return {std::min(m_rows, fitting(m_rowStep, bytes(1, m_columns))), m_columns};
    }

    /// The part of `rows` × `columns` from a place on; `hold` keeps its bytes.
    Matrix part(std::int64_t row, std::int64_t column, std::int64_t rows, std::int64_t columns, Pinned& hold) const {
        const std::int64_t start = m_offset * m_item + row * m_rowStep + column * m_columnStep;
        const std::int64_t before =
            std::min<std::int64_t>((rows - 1) * m_rowStep, 0) + std::min<std::int64_t>((columns - 1) * m_columnStep, 0);
        hold = Storage::pinPart(m_array.storage, static_cast<std::uint64_t>(start + before),
                                static_cast<std::uint64_t>(bytes(rows, columns)));
        return {m_array.stored, hold.data - before, static_cast<std::ptrdiff_t>(m_rowStep), static_cast<std::ptrdiff_t>(m_columnStep)};
    }

private:
    std::int64_t bytes(std::int64_t rows, std::int64_t columns) const {
        return (rows - 1) * std::abs(m_rowStep) + (columns - 1) * std::abs(m_columnStep) + m_item;
    }

    const Array& m_array;
    std::int64_t m_offset, m_item, m_rowStep, m_columnStep, m_rows, m_columns;
};

/// The same of operands, windows of which are read one after the other; k is the outermost, so that sums keep its order.
void multiply(const Context& context, const Operand& a, const Operand& b, const Sums& c, std::int64_t m, std::int64_t n,
              std::int64_t k) {
    const auto products =
        checkedMul<std::uint64_t>(static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(k));
    context.memory->spend(products ? *products / kProductsInOperation + 1 : ~std::uint64_t{0});
    const auto [rowsA, depthA] = a.window();
    const auto [depthB, columnsB] = b.window();
    const std::int64_t deep = std::min(depthA, depthB);
    for (std::int64_t k0 = 0; k0 < k; k0 += deep) {
        const std::int64_t depth = std::min(deep, k - k0);
        for (std::int64_t n0 = 0; n0 < n; n0 += columnsB) {
            const std::int64_t columns = std::min(columnsB, n - n0);
            Pinned holdB;
            const Matrix right = b.part(k0, n0, depth, columns, holdB);
            for (std::int64_t m0 = 0; m0 < m; m0 += rowsA) {
                const std::int64_t rows = std::min(rowsA, m - m0);
                Pinned holdA;
                const Matrix left = a.part(m0, k0, rows, depth, holdA);
                multiplyTiles(context, left, right, c.at(m0 * n + n0), n, rows, columns, depth);
            }
        }
    }
}

/// Of what is small or in memory: all of it, so that it is read once.
Pinned wholeIfSmall(const Array& array) {
    const bool large = array.storage->readInParts() && array.storage->size() > static_cast<std::uint64_t>(kWindowBytes);
    return large ? Pinned{} : Storage::pin(array.storage);
}

/// Offsets of each matrix of a batch, in elements.
std::vector<std::int64_t> batchOffsets(const Array& array, const Dims& batch) {
    Array leading = array;
    leading.shape.resize(array.rank() - 2);
    leading.strides.resize(array.rank() - 2);
    leading = broadcastTo(leading, batch);
    Computing::list(checkedCount(batch), sizeof(std::int64_t));
    std::vector<std::int64_t> offsets(static_cast<std::size_t>(checkedCount(batch)));
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        auto rest = static_cast<std::int64_t>(i);
        for (std::size_t d = batch.size(); d-- > 0;) {
            offsets[i] += rest % batch[d] * leading.strides[d];
            rest /= batch[d];
        }
    }
    return offsets;
}

}  // namespace

Array matrixProducts(const Context& context, const Array& a, const Array& b) {
    if (a.rank() < 2 || b.rank() < 2) refuseArguments("matrices are wanted");
    const std::int64_t m = a.shape[a.rank() - 2], k = a.shape.back(), n = b.shape.back();
    if (b.shape[b.rank() - 2] != k)
        refuseArguments("matrices of " + std::to_string(k) + " columns and " + std::to_string(b.shape[b.rank() - 2]) +
                        " rows are multiplied");
    Array leadA = a, leadB = b;
    leadA.shape.resize(a.rank() - 2);
    leadB.shape.resize(b.rank() - 2);
    const Dims batch = broadcastShape(std::array<const Array*, 2>{&leadA, &leadB});
    Dims shape = batch;
    shape.insert(shape.end(), {m, n});
    Array out = context.makeStored(ScalarType::F64, ScalarType::F64, shape);
    // Of f64 sizes may be beyond f32: they are not measured, but computed from the absolute values.
    MeasuredProducts* const measured =
        a.type == ScalarType::F64 || b.type == ScalarType::F64 ? nullptr : MeasuredProducts::current();
    if (measured != nullptr) measured->sizes = context.makeStored(ScalarType::F64, ScalarType::F64, shape);
    if (out.count() == 0 || k == 0) return out;
    const Pinned pinnedA = wholeIfSmall(a), pinnedB = wholeIfSmall(b);
    const auto offsetsA = batchOffsets(a, batch), offsetsB = batchOffsets(b, batch);
    Sums c{reinterpret_cast<double*>(out.storage->data()), nullptr};
    if (measured != nullptr) c.sizes = reinterpret_cast<double*>(measured->sizes->storage->data());
    for (std::size_t i = 0; i < offsetsA.size(); ++i, c = c.at(m * n))
        multiply(context, Operand(a, offsetsA[i]), Operand(b, offsetsB[i]), c, m, n, k);
    return out;
}

void addProducts(const Context& context, const Array& a, const Array& b, double* c) {
    if (a.rank() != 2 || b.rank() != 2 || a.shape[1] != b.shape[0]) refuseArguments("the matrices' sizes do not fit");
    if (a.count() == 0 || b.count() == 0) return;
    multiply(context, Operand(a, 0), Operand(b, 0), {c, nullptr}, a.shape[0], b.shape[1], a.shape[1]);
}

}  // namespace etscope::evaluate
