// Distances between rows, of norm p.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/checked_math.h"
#include "evaluate/operators/families.h"
#include "evaluate/operators/numbers.h"
#include "evaluate/operators/spatial.h"

namespace etscope::evaluate {

namespace {

constexpr std::size_t kPolledTerms = 65536;  ///< between two looks at the job

/// The norm p of a difference; NaN where one of its elements is.
double distance(const Context& context, const double* a, const double* b, std::size_t n, double p) {
    double sum = 0;
    const auto each = [&](const auto& add) {
        for (std::size_t first = 0; first < n; first += kPolledTerms) {
            context.poll();
            for (std::size_t i = first; i < std::min(n, first + kPolledTerms); ++i) sum = add(sum, std::fabs(a[i] - b[i]));
        }
    };
    if (p == 0)
        each([](double s, double x) { return s + (x == 0 ? 0.0 : x != x ? x : 1.0); });
    else if (p == 1)
        each([](double s, double x) { return s + x; });
    else if (p == 2)
        each([](double s, double x) { return s + x * x; });
    else if (std::isinf(p))
        each([](double s, double x) { return largerOf(s, x); });
    else
        each([p](double s, double x) { return s + std::pow(x, p); });
    return p == 2 ? std::sqrt(sum) : p == 0 || p == 1 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

double normOf(const Call& call) {
    const double p = call.number("p");
    if (!(p >= 0)) refuseArguments("a negative norm");
    return p;
}

/// The distances of one row to `count` others, as they are stored.
void distancesTo(const Context& context, const double* row, const double* others, std::size_t count, std::int64_t columns, double p,
                 ScalarType stored, std::byte* to) {
    const auto terms = checkedMul(static_cast<std::int64_t>(count), columns);
    context.charge(terms.value_or(std::numeric_limits<std::int64_t>::max()));
    for (std::size_t i = 0; i < count; ++i, others += columns, to += itemSize(stored)) {
        const double value = distance(context, row, others, static_cast<std::size_t>(columns), p);
        storeDoubles(stored, &value, 1, to);
    }
}

/// The array with the batch in front of its rows.
Array overBatch(const Array& array, const Dims& batch) {
    Dims shape = batch;
    shape.insert(shape.end(), array.shape.end() - 2, array.shape.end());
    checkedCount(shape);
    return broadcastTo(array, shape);
}

Array batchOf(const Array& array) {
    Array leading = array;
    leading.shape.resize(array.rank() - 2);
    leading.strides.resize(array.rank() - 2);
    return leading;
}

/// [batch…, P, M] and [batch…, R, M], batches broadcast: [batch…, P, R].
Values betweenRows(const Call& call) {
    const Context& context = call.context();
    const Array &a = call.array("x1"), &b = call.array("x2");
    if (a.type != b.type || !isFloating(a.type)) refuseArguments("floating operands of one type are wanted");
    const double p = normOf(call);
    const std::int64_t rowsA = a.shape[a.rank() - 2], rowsB = b.shape[b.rank() - 2], columns = a.shape.back();
    const Array leadA = batchOf(a), leadB = batchOf(b);
    const Dims batch = broadcastShape(std::array<const Array*, 2>{&leadA, &leadB});
    Dims shape = batch;
    shape.insert(shape.end(), {rowsA, rowsB});
    Array out = context.make(a.type, shape);
    if (out.count() == 0 || columns == 0) return one(out);
    const Array seenA = overBatch(a, batch), seenB = overBatch(b, batch);
    const Array rows = widened<double>(context, seenB);
    std::byte* to = out.storage->data();
    eachPlane<double>(context, seenA, 2, [&](const double* left, std::size_t number) {
        const double* right = itemsOf<double>(rows) + static_cast<std::int64_t>(number) * rowsB * columns;
        for (std::int64_t i = 0; i < rowsA; ++i, to += static_cast<std::size_t>(rowsB) * out.item())
            distancesTo(context, left + i * columns, right, static_cast<std::size_t>(rowsB), columns, p, out.stored, to);
    });
    return one(out);
}

/// [N, M]: the distances of each row to those after it.
Values amongRows(const Call& call) {
    const Context& context = call.context();
    const Array& self = call.array("self");
    if (!isFloating(self.type)) refuseArguments("a matrix of floating elements is wanted");
    const double p = normOf(call);
    const std::int64_t rows = self.shape[0], columns = spatialValue(self.shape[1], 0, "size");
    spatialValue(rows, 0, "size");
    Array out = context.make(self.type, {rows * std::max<std::int64_t>(rows - 1, 0) / 2});
    if (out.count() == 0 || columns == 0) return one(out);
    std::byte* to = out.storage->data();
    eachPlane<double>(context, self, 2, [&](const double* values, std::size_t) {
        for (std::int64_t i = 0; i + 1 < rows; ++i) {
            const auto count = static_cast<std::size_t>(rows - 1 - i);
            distancesTo(context, values + i * columns, values + (i + 1) * columns, count, columns, p, out.stored, to);
            to += count * out.item();
        }
    });
    return one(out);
}

constexpr auto kDistancesRows = std::to_array<OperatorRow>({
    {"aten._cdist_forward.default", "x1 x2 p compute_mode", betweenRows, Rule::Chain},
    {"aten.cdist.default", "x1 x2 p=2 compute_mode=none", betweenRows, Rule::Chain},
    {"aten._pdist_forward.default aten.pdist.default", "self p=2", amongRows, Rule::Chain},
});

}  // namespace

std::span<const OperatorRow> distanceRows() { return kDistancesRows; }

}  // namespace etscope::evaluate
