#include "tensor/row_metrics.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/float_limits.h"
#include "tensor/softmax.h"

namespace etscope::tensor {
namespace {

/// Rows are taken in pieces of at most this many elements; shorter rows several at a time.
constexpr std::size_t kPiece = 1U << 16U;

/// What one row tells before its terms can be made.
struct RowFacts {
    double best = 0, chosen = 0;  ///< the reference's largest value; what the runtime has in its place
    std::uint64_t bestAt = 0, seen = 0;
    LogSumExp reference, runtime;

    void add(std::span<const double> x, std::span<const double> y, bool distribution) noexcept {
        for (std::size_t i = 0; i < x.size(); ++i)
            if ((seen == 0 && i == 0) || before(x[i], best)) best = x[i], chosen = y[i], bestAt = seen + i;
        seen += x.size();
        if (!distribution) return;
        reference.add(x);
        runtime.add(y);
    }
};

/// What follows from them.
struct RowSums {
    std::uint64_t ahead = 0;  ///< elements of the runtime that stand before the chosen one
    double divergence = 0;

    void add(std::span<const double> x, std::span<const double> y, std::uint64_t column, const RowFacts& facts,
             bool distribution) noexcept {
        for (std::size_t i = 0; i < y.size(); ++i) {
            const bool equal = !before(y[i], facts.chosen) && !before(facts.chosen, y[i]);
            ahead += before(y[i], facts.chosen) || (equal && column + i < facts.bestAt) ? 1U : 0U;
        }
        if (!distribution) return;
        const double ofReference = facts.reference.value(), ofRuntime = facts.runtime.value();
        for (std::size_t i = 0; i < x.size(); ++i) divergence += divergenceTerm(x[i] - ofReference, y[i] - ofRuntime);
    }
};

class Rows {
public:
    explicit Rows(bool distribution) : m_distribution(distribution) {}

    void add(const RowSums& row) noexcept {
        ++m_rows;
        m_in5 += row.ahead < 5 ? 1 : 0;
        m_in10 += row.ahead < 10 ? 1 : 0;
        m_divergence += row.divergence;
    }
    bool distribution() const noexcept { return m_distribution; }
    RowMetrics take() const noexcept {
        const auto n = static_cast<double>(m_rows);
        const auto share = [n](double sum) { return n > 0 ? sum / n : kNan; };
        RowMetrics metrics{share(static_cast<double>(m_in5)), share(static_cast<double>(m_in10)), {}};
        if (m_distribution) metrics.kl = share(m_divergence);
        return metrics;
    }

private:
    bool m_distribution;
    std::uint64_t m_rows = 0, m_in5 = 0, m_in10 = 0;
    double m_divergence = 0;
};

/// A row that may be longer than the piece, by two readings of it.
Result<void> addLongRow(ElementReader& reference, ElementReader& runtime, std::uint64_t first, std::uint64_t columns, Rows& rows,
                        const JobContext& job) {
    RowFacts facts;
    RowSums sums;
    for (const bool summing : {false, true})
        for (std::uint64_t at = 0; at < columns; at += kPiece) {
            if (job.cancelled()) return cancelledFailure();
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, columns - at));
            const auto x = reference.doubles(first + at, n);
            if (!x) return x.failure();
            const auto y = runtime.doubles(first + at, n);
            if (!y) return y.failure();
            if (summing)
                sums.add(*x, *y, at, facts, rows.distribution());
            else
                facts.add(*x, *y, rows.distribution());
        }
    rows.add(sums);
    return {};
}

/// Whole rows that are in memory together.
void addRows(std::span<const double> x, std::span<const double> y, std::size_t columns, Rows& rows) {
    for (std::size_t at = 0; at < x.size(); at += columns) {
        const auto ofReference = x.subspan(at, columns), ofRuntime = y.subspan(at, columns);
        RowFacts facts;
        RowSums sums;
        facts.add(ofReference, ofRuntime, rows.distribution());
        sums.add(ofReference, ofRuntime, 0, facts, rows.distribution());
        rows.add(sums);
    }
}

}  // namespace

Result<RowMetrics> rowMetrics(ElementReader& reference, ElementReader& runtime, const JobContext& job) {
    const auto& shape = reference.tensor().shape;
    if (shape.empty() || shape.back() < 2 || reference.complex() || runtime.complex()) return RowMetrics{};
    const auto columns = static_cast<std::uint64_t>(shape.back());
    Rows rows(isFloating(reference.tensor().type) && isFloating(runtime.tensor().type));
    const std::uint64_t together = std::max<std::uint64_t>(1, kPiece / columns) * columns;
    for (std::uint64_t first = 0; first < reference.count(); first += together) {
        if (job.cancelled()) return cancelledFailure();
        if (columns > kPiece) {
            if (auto added = addLongRow(reference, runtime, first, columns, rows, job); !added) return added.failure();
        } else {
            const auto n = static_cast<std::size_t>(std::min(together, reference.count() - first));
            const auto x = reference.doubles(first, n);
            if (!x) return x.failure();
            const auto y = runtime.doubles(first, n);
            if (!y) return y.failure();
            addRows(*x, *y, static_cast<std::size_t>(columns), rows);
        }
        job.report(static_cast<double>(first) / static_cast<double>(reference.count()));
    }
    return rows.take();
}

}  // namespace etscope::tensor
