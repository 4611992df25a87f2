#include "tensor/heat_map.h"

#include <algorithm>
#include <cmath>

#include "tensor/views.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

constexpr std::uint64_t kMaxElements = 16U << 20;
constexpr std::size_t kMaxSide = 4096;  ///< pixels

std::uint64_t ceilDiv(std::uint64_t a, std::uint64_t b) noexcept { return a / b + (a % b != 0 ? 1 : 0); }

/// A view of rank 2.
struct Plane {
    Tensor tensor;
    std::uint64_t rows = 0, columns = 0;
};

/// All axes but the two shown are fixed from the last to the first, so that their numbers stay right; missing ones are added.
Result<Plane> planeOf(const Tensor& tensor, const PlaneRequest& request) {
    const std::size_t rank = tensor.shape.size();
    const auto absent = [rank](const std::optional<std::size_t>& axis) { return axis && *axis >= rank; };
    if (request.index.size() != rank || absent(request.rowAxis) || absent(request.columnAxis) ||
        (request.rowAxis && request.rowAxis == request.columnAxis))
        return fail("slice-invalid", "the plane does not fit a tensor of rank " + std::to_string(rank));
    Result<Tensor> view = tensor;
    for (std::size_t axis = rank; axis-- > 0;) {
        if (axis == request.rowAxis || axis == request.columnAxis) continue;
        view = select(*view, axis, request.index[axis]);
        if (!view) return view.failure();
    }
    if (request.rowAxis && request.columnAxis && *request.rowAxis > *request.columnAxis) {
        view = permute(*view, std::vector<std::size_t>{1, 0});
        if (!view) return view.failure();
    }
    auto strides = view->effectiveStrides();
    const auto insert = [&](std::ptrdiff_t at) {
        view->shape.insert(view->shape.begin() + at, 1);
        strides.insert(strides.begin() + at, 1);
        if (auto& q = view->quantization; q && q->axis && *q->axis >= at) ++*q->axis;
    };
    if (!request.rowAxis) insert(0);
    if (!request.columnAxis) insert(1);
    view->strides = std::move(strides);
    const auto rows = static_cast<std::uint64_t>(view->shape[0]), columns = static_cast<std::uint64_t>(view->shape[1]);
    return Plane{std::move(*view), rows, columns};
}

/// Every k-th row, and when that is not enough every k-th column.
Result<Plane> thinned(const Plane& plane) {
    if (plane.rows == 0 || plane.columns == 0) return plane;
    const std::uint64_t columnStep = ceilDiv(plane.columns, kMaxElements);
    const std::uint64_t rowStep =
        ceilDiv(plane.rows, std::max<std::uint64_t>(1, kMaxElements / ceilDiv(plane.columns, columnStep)));
    auto rows = narrow(plane.tensor, 0, 0, plane.tensor.shape[0], static_cast<std::int64_t>(rowStep));
    if (!rows) return rows.failure();
    auto both = narrow(*rows, 1, 0, plane.tensor.shape[1], static_cast<std::int64_t>(columnStep));
    if (!both) return both.failure();
    return Plane{std::move(*both), ceilDiv(plane.rows, rowStep), ceilDiv(plane.columns, columnStep)};
}

/// Puts elements in row-major order onto pixels.
class Painter {
public:
    Painter(HeatMap& map, const Plane& plane)
        : m_map(map), m_plane(plane), m_sums(map.rows * map.columns), m_counts(m_sums.size()) {}

    /// Calls take(pixel, i) for every element i of the n from `first` on.
    template <class Take>
    void add(std::uint64_t first, std::size_t n, Take&& take) {
        for (std::size_t i = 0; i < n;) {
            const std::uint64_t row = (first + i) / m_plane.columns, column = (first + i) % m_plane.columns;
            const std::uint64_t x = column * m_map.columns / m_plane.columns;
            const std::uint64_t end = ceilDiv((x + 1) * m_plane.columns, m_map.columns);  // first column of the next pixel
            const auto pixel = static_cast<std::size_t>(row * m_map.rows / m_plane.rows * m_map.columns + x);
            const std::size_t stop = std::min(n, i + static_cast<std::size_t>(end - column));
            for (; i < stop; ++i) take(pixel, i);
        }
    }
    void addToMean(std::size_t pixel, double value) {
        m_sums[pixel] += value;
        ++m_counts[pixel];
    }
    void takeLarger(std::size_t pixel, double value) {
        m_sums[pixel] = std::max(m_sums[pixel], value);
        m_counts[pixel] = 1;
    }
    void flag(std::size_t pixel, double value) {
        m_map.flags[pixel] =
            static_cast<std::uint8_t>(m_map.flags[pixel] | (std::isnan(value) ? HeatMap::HasNan : HeatMap::HasInf));
    }
    void finish() {
        bool any = false;
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            if (m_counts[i] == 0) {
                m_map.flags[i] = static_cast<std::uint8_t>(m_map.flags[i] | HeatMap::Empty);
                continue;
            }
            const double value = m_sums[i] / static_cast<double>(m_counts[i]);
            m_map.values[i] = static_cast<float>(value);
            m_map.min = any ? std::min(m_map.min, value) : value;
            m_map.max = any ? std::max(m_map.max, value) : value;
            any = true;
        }
    }

private:
    HeatMap& m_map;
    const Plane& m_plane;
    std::vector<double> m_sums;
    std::vector<std::uint64_t> m_counts;
};

HeatMap emptyMap(const Plane& whole, const Plane& read, const PlaneRequest& request) {
    HeatMap map;
    map.planeRows = whole.rows;
    map.planeColumns = whole.columns;
    map.rows = static_cast<std::size_t>(std::min<std::uint64_t>(read.rows, std::clamp<std::size_t>(request.maxRows, 1, kMaxSide)));
    map.columns =
        static_cast<std::size_t>(std::min<std::uint64_t>(read.columns, std::clamp<std::size_t>(request.maxColumns, 1, kMaxSide)));
    map.sampled = read.rows != whole.rows || read.columns != whole.columns;
    map.values.assign(map.rows * map.columns, 0.0F);
    map.flags.assign(map.rows * map.columns, 0);
    return map;
}

/// The plane as it is and as it is read.
struct Planes {
    Plane whole, read;
};

Result<Planes> planesOf(const Tensor& tensor, const PlaneRequest& request) {
    auto whole = planeOf(tensor, request);
    if (!whole) return whole.failure();
    auto read = thinned(*whole);
    if (!read) return read.failure();
    return Planes{std::move(*whole), std::move(*read)};
}

template <class Value>
void paintDifferences(Painter& painter, std::uint64_t first, std::span<const Value> reference, std::span<const Value> runtime,
                      const std::optional<Tolerance>& tolerance) {
    painter.add(first, reference.size(), [&](std::size_t pixel, std::size_t i) {
        const double d = std::abs(runtime[i] - reference[i]);
        if (std::isfinite(d) || reference[i] == runtime[i])
            painter.takeLarger(pixel, !std::isfinite(d) ? 0 : tolerance ? inTolerances(d, std::abs(reference[i]), *tolerance) : d);
        else
            painter.flag(pixel, d);
    });
}

}  // namespace

Result<HeatMap> valueMap(const Tensor& tensor, const PlaneRequest& plane, const JobContext& job, QuantizedAs quantizedAs) {
    const auto planes = planesOf(tensor, plane);
    if (!planes) return planes.failure();
    auto reader = ElementReader::open(planes->read.tensor, quantizedAs);
    if (!reader) return reader.failure();
    HeatMap map = emptyMap(planes->whole, planes->read, plane);
    Painter painter(map, planes->read);
    const auto visited = forEachValues(*reader, job, [&](const auto& values, std::uint64_t first) {
        painter.add(first, values.size(), [&](std::size_t pixel, std::size_t i) {
            if (std::isfinite(values[i]))
                painter.addToMean(pixel, values[i]);
            else
                painter.flag(pixel, values[i]);
        });
    });
    if (!visited) return visited.failure();
    painter.finish();
    return map;
}

Result<HeatMap> differenceMap(const Tensor& reference, const Tensor& runtime, const PlaneRequest& plane, const JobContext& job,
                              const std::optional<Tolerance>& tolerance) {
    if (reference.shape != runtime.shape) return fail("shape-mismatch", "the tensors have different shapes");
    const auto left = planesOf(reference, plane), right = planesOf(runtime, plane);
    if (!left) return left.failure();
    if (!right) return right.failure();
    auto x = ElementReader::open(left->read.tensor), y = ElementReader::open(right->read.tensor);
    if (!x) return x.failure();
    if (!y) return y.failure();
    HeatMap map = emptyMap(left->whole, left->read, plane);
    Painter painter(map, left->read);
    const std::size_t block = std::max(x->blockSize(), y->blockSize());
    const bool complex = x->complex() || y->complex();
    const auto visited = forEachBlock(0, x->count(), block, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto paint = [&](const auto& a, const auto& b) -> Result<void> {
            if (!a) return a.failure();
            if (!b) return b.failure();
            paintDifferences(painter, first, *a, *b, tolerance);
            return {};
        };
        return complex ? paint(x->complexes(first, n), y->complexes(first, n)) : paint(x->doubles(first, n), y->doubles(first, n));
    });
    if (!visited) return visited.failure();
    painter.finish();
    return map;
}

}  // namespace etscope::tensor
