#include "evaluate/operators/gemm.h"

#include <algorithm>
#include <vector>

#include "base/checked_math.h"
#include "evaluate/elements.h"
#include "evaluate/operators/gemm_lanes.h"
#include "evaluate/walk.h"

namespace etscope::evaluate {

namespace {

/// Parts of a product that fit the caches: k · columns of B (second level), rows · k of A (first level).
constexpr std::int64_t kBlockK = 256, kBlockColumns = 512, kBlockRows = 96;

/// One matrix where it lies.
struct Matrix {
    ScalarType stored;
    const std::byte* data;
    std::ptrdiff_t rowStep, columnStep;  ///< bytes
};

/// `depth` × `width` numbers in panels of `lanes` columns: panel after panel, in each of them row k after row k; the last panel is
/// filled up with zeros. `depthStep` leads along k.
void pack(const Context& context, const Matrix& from, std::ptrdiff_t depthStep, std::ptrdiff_t widthStep, std::int64_t depth,
          std::int64_t width, std::int64_t lanes, std::vector<double>& to) {
    const std::int64_t panels = (width + lanes - 1) / lanes;
    to.assign(static_cast<std::size_t>(panels * lanes * depth), 0.0);
    const auto item = static_cast<std::ptrdiff_t>(itemSize(from.stored));
    std::vector<double> line(static_cast<std::size_t>(std::max(depth, lanes)));
    for (std::int64_t p = 0; p < panels; ++p) {
        context.poll();
        double* panel = to.data() + p * lanes * depth;
        const std::int64_t columns = std::min(lanes, width - p * lanes);
        const std::byte* start = from.data + p * lanes * widthStep;
        if (widthStep == item) {
            for (std::int64_t k = 0; k < depth; ++k)
                loadDoubles(from.stored, start + k * depthStep, widthStep, static_cast<std::size_t>(columns), panel + k * lanes);
        } else {
            for (std::int64_t c = 0; c < columns; ++c) {
                loadDoubles(from.stored, start + c * widthStep, depthStep, static_cast<std::size_t>(depth), line.data());
                for (std::int64_t k = 0; k < depth; ++k) panel[k * lanes + c] = line[static_cast<std::size_t>(k)];
            }
        }
    }
}

/// c[m × n], row-major f64, += a[m × k] · b[k × n].
void multiply(const Context& context, const Matrix& a, const Matrix& b, double* c, std::int64_t m, std::int64_t n, std::int64_t k) {
    const auto products =
        checkedMul<std::uint64_t>(static_cast<std::uint64_t>(m) * static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(k));
    context.memory->spend(products.value_or(~std::uint64_t{0}));
    const GemmLanes& lanes = gemmLanes();
    std::vector<double> packedA, packedB;
    for (std::int64_t k0 = 0; k0 < k; k0 += kBlockK) {
        const std::int64_t depth = std::min(kBlockK, k - k0);
        for (std::int64_t n0 = 0; n0 < n; n0 += kBlockColumns) {
            const std::int64_t columns = std::min(kBlockColumns, n - n0);
            Matrix part = b;
            part.data += k0 * b.rowStep + n0 * b.columnStep;
            pack(context, part, b.rowStep, b.columnStep, depth, columns, lanes.columns, packedB);
            for (std::int64_t m0 = 0; m0 < m; m0 += kBlockRows) {
                const std::int64_t rows = std::min(kBlockRows, m - m0);
                Matrix side = a;
                side.data += m0 * a.rowStep + k0 * a.columnStep;
                pack(context, side, a.columnStep, a.rowStep, depth, rows, lanes.rows, packedA);
                lanes.block(packedA.data(), packedB.data(), c + m0 * n + n0, n, rows, columns, depth);
            }
        }
    }
}

Matrix matrixOf(const Array& array, const Pinned& pinned, std::int64_t batchOffset) {
    const auto item = static_cast<std::ptrdiff_t>(array.item());
    const std::size_t rank = array.rank();
    return {array.stored, pinned.data + (array.offset + batchOffset) * item, array.strides[rank - 2] * item,
            array.strides[rank - 1] * item};
}

/// Offsets of each matrix of a batch, in elements.
std::vector<std::int64_t> batchOffsets(const Array& array, const Dims& batch) {
    Array leading = array;
    leading.shape.resize(array.rank() - 2);
    leading.strides.resize(array.rank() - 2);
    leading = broadcastTo(leading, batch);
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
    if (out.count() == 0 || k == 0) return out;
    const Pinned pinnedA = Storage::pin(a.storage), pinnedB = Storage::pin(b.storage);
    const auto offsetsA = batchOffsets(a, batch), offsetsB = batchOffsets(b, batch);
    auto* c = reinterpret_cast<double*>(out.storage->data());
    for (std::size_t i = 0; i < offsetsA.size(); ++i, c += m * n)
        multiply(context, matrixOf(a, pinnedA, offsetsA[i]), matrixOf(b, pinnedB, offsetsB[i]), c, m, n, k);
    return out;
}

void addProducts(const Context& context, const Array& a, const Array& b, double* c) {
    if (a.rank() != 2 || b.rank() != 2 || a.shape[1] != b.shape[0]) refuseArguments("the matrices' sizes do not fit");
    const Pinned pinnedA = Storage::pin(a.storage), pinnedB = Storage::pin(b.storage);
    multiply(context, matrixOf(a, pinnedA, 0), matrixOf(b, pinnedB, 0), c, a.shape[0], b.shape[1], a.shape[1]);
}

}  // namespace etscope::evaluate
