#include "tensor/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/float_limits.h"
#include "tensor/axis_order.h"
#include "tensor/comparison_pass.h"
#include "tensor/format.h"
#include "tensor/resemblance.h"
#include "tensor/softmax.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

/// A side of up to this size is kept in memory for judging again.
constexpr std::uint64_t kComparisonKeptBytes = 32ULL << 20;

/// A little more than the quotient or difference that was rounded, so that judging by it passes.
double roundedUp(double required) noexcept { return required * (1 + 4 * std::numeric_limits<double>::epsilon()); }

/// Exactly 1 for equal values, and never beyond 1, whatever the rounding of the sums was.
double cosineOf(const PairTotals& t) noexcept {
    if (t.maxAbs == 0 && t.referenceSquares > 0) return 1;
    const double cosine = t.product / (std::sqrt(t.referenceSquares) * std::sqrt(t.runtimeSquares));
    return std::isnan(cosine) ? cosine : std::clamp(cosine, -1.0, 1.0);
}

double relativeNorm(const PairTotals& t) noexcept {
    if (t.compared == 0) return kNan;
    return t.maxAbs == 0 ? 0 : std::sqrt(t.squares) / std::sqrt(t.referenceSquares);
}

Metrics metricsOf(const Findings& f, const Sides& sides) {
    const PairTotals& t = f.totals;
    const auto n = static_cast<double>(t.compared);
    Metrics m;
    m.count = sides.reference.count();
    m.compared = t.compared;
    m.mismatched = t.mismatched + f.oddMismatches;
    m.notFinite = f.oddMismatches;
    m.maxAbs = t.maxAbs;
    m.meanAbs = t.compared > 0 ? t.abs / n : kNan;
    m.maxRel = t.maxRel;
    m.mse = t.compared > 0 ? t.squares / n : kNan;
    m.rmse = std::sqrt(m.mse);
    m.l1 = t.abs;
    m.snrDb = 10 * std::log10(t.referenceSquares / t.squares);
    m.psnrDb = 20 * std::log10(t.maxReference / m.rmse);
    m.cosine = cosineOf(t);
    m.relL2 = relativeNorm(t);
    const Tensor &reference = sides.reference.tensor(), &runtime = sides.runtime.tensor();
    if (reference.type == runtime.type && hasUlp(reference.type)) m.maxUlp = t.maxUlp;
    m.nanReference = f.nanReference;
    m.nanRuntime = f.nanRuntime;
    m.infReference = f.infReference;
    m.infRuntime = f.infRuntime;
    m.signFlips = t.signFlips;
    m.requiredRtol = f.oddMismatches > 0 ? kInfinity : roundedUp(t.requiredRtol);
    m.requiredAtol = f.oddMismatches > 0 ? kInfinity : roundedUp(t.requiredAtol);
    m.requiredBoth = f.oddMismatches > 0 ? kInfinity : roundedUp(t.requiredBoth);
    if (!reference.shape.empty() && reference.shape.back() > 1 && !sides.reference.complex() && !sides.runtime.complex())
        m.top1Match = f.topRows > 0 ? static_cast<double>(f.topEqual) / static_cast<double>(f.topRows) : kNan;
    return m;
}

Result<Difference> differenceAt(Sides& sides, std::uint64_t index) {
    auto reference = sides.reference.elements(index, 1);
    if (!reference) return reference.failure();
    auto runtime = sides.runtime.elements(index, 1);
    if (!runtime) return runtime.failure();
    Difference result{index, reference->front(), runtime->front(), kNan, kNan};
    const auto x = sides.reference.complexes(index, 1);
    const auto y = sides.runtime.complexes(index, 1);
    const double size = x ? std::abs((*x)[0]) : kNan;
    if (!y || !std::isfinite(size) || !std::isfinite(std::abs((*y)[0]))) return result;
    const auto difference = [&](const auto& a, const auto& b) {
        using A = std::decay_t<decltype(a)>;
        constexpr bool kExact = std::is_same_v<A, std::decay_t<decltype(b)>> && std::is_integral_v<A> && !std::is_same_v<A, bool>;
        if constexpr (kExact)
            return absoluteDifference(a, b);
        else
            return absoluteDifference((*x)[0], (*y)[0]);
    };
    result.abs = std::visit(difference, result.reference, result.runtime);
    result.rel = result.abs == 0 ? 0 : result.abs / size;
    return result;
}

/// Types that stand for the same kind of number compare as equals: the values decide, not how they are stored.
enum class Family { Real, Integer, Bool, Complex, Bits };
Family familyOf(ScalarType type) noexcept {
    if (isFloating(type) || isQuantized(type)) return Family::Real;
    if (isComplex(type)) return Family::Complex;
    if (type == ScalarType::Bool) return Family::Bool;
    return isInteger(type) ? Family::Integer : Family::Bits;
}

bool typesFit(ScalarType reference, ScalarType runtime) noexcept {
    return reference == runtime || (familyOf(reference) == familyOf(runtime) && familyOf(reference) != Family::Integer);
}

Result<void> addHistograms(ComparisonResult& result, const Tensor& reference, const Tensor& runtime, std::size_t bins,
                           const JobContext& job) {
    const auto x = statistics(reference, job);
    if (!x) return x.failure();
    const auto y = statistics(runtime, job);
    if (!y) return y.failure();
    if (x->finite + y->finite == 0) return {};
    const double low = std::fmin(x->min, y->min), high = std::fmax(x->max, y->max);
    auto left = histogram(reference, low, high, bins, job);
    if (!left) return left.failure();
    auto right = histogram(runtime, low, high, bins, job);
    if (!right) return right.failure();
    result.referenceHistogram = std::move(*left);
    result.runtimeHistogram = std::move(*right);
    return {};
}

/// A logarithm turns an error of its argument into one of the same size of its own, which is much of a value near 0.
bool needsExactSums(const Metrics& metrics) noexcept {
    constexpr double kEnough = 10;  // dB: sums that are off by 8e-7 make 7e-6 of it
    return std::abs(metrics.snrDb) < kEnough || std::abs(metrics.psnrDb) < kEnough;
}

Result<Findings> findingsOf(Sides& sides, const ComparisonOptions& options, SumsIn sums, const JobContext& job) {
    Findings findings(options.worst);
    if (auto passed = passOver(sides, options, sums, findings, job); !passed) return passed.failure();
    return findings;
}

// Metrics of rows along the last axis: places of the largest elements, and softmax distributions. A pass of its own over both
// sides in blocks; memory does not grow with the tensor or the row.

struct RowMetrics {
    /// Shares of rows whose reference argmax is among the runtime's k largest: fewer than k elements of the runtime's row are
    /// larger, or equal with a lower index. As numpy.argmax: the first of equal ones, a NaN before everything. Nothing for rank 0,
    /// one column, complex numbers.
    std::optional<double> top5, top10;
    /// Kullback–Leibler divergence Σ p·ln(p/q) of p = softmax(reference) and q = softmax(runtime), in nats, mean over the rows. NaN
    /// where a row holds NaN or +infinity, or nothing but −infinity; infinite where q is 0 and p is not. Nothing unless both sides
    /// are floating.
    std::optional<double> kl;
};

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

/// Shapes are equal. Errors: those of the readers, `cancelled`.
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

Result<void> addRowMetrics(Metrics& metrics, Sides& sides, const ComparisonOptions& options, const JobContext& job) {
    if (!options.rowMetrics) return {};
    const auto rows = rowMetrics(sides.reference, sides.runtime, job);
    if (!rows) return rows.failure();
    metrics.top5Match = rows->top5;
    metrics.top10Match = rows->top10;
    metrics.kl = rows->kl;
    return {};
}

/// Fills everything that needs the values, for equal shapes.
Result<void> compareValues(ComparisonResult& result, Sides& sides, const ComparisonOptions& options, const JobContext& job) {
    auto found = findingsOf(sides, options, SumsIn::ShortRuns, job);
    if (found && found->brief && needsExactSums(metricsOf(*found, sides))) found = findingsOf(sides, options, SumsIn::Double, job);
    if (!found) return found.failure();
    Findings& findings = *found;
    result.metrics = metricsOf(findings, sides);
    if (auto added = addRowMetrics(*result.metrics, sides, options, job); !added) return added.failure();
    if (result.state == ComparisonState::Match && result.metrics->mismatched > 0) result.state = ComparisonState::Differ;
    for (const auto& [index, place] : {std::pair(findings.first, &result.first), {findings.firstOdd, &result.firstNotFinite}}) {
        if (!index) continue;
        const auto difference = differenceAt(sides, *index);
        if (!difference) return difference.failure();
        *place = *difference;
    }
    for (const RankedPlace& place : std::move(findings.worst).take()) {
        const auto difference = differenceAt(sides, place.index);
        if (!difference) return difference.failure();
        result.worst.push_back(*difference);
    }
    if (options.differenceHistogram) {
        result.zeroDifferences = findings.differences.zeros();
        result.differenceHistogram = findings.differences.take();
    }
    if (!options.histograms) return {};
    return addHistograms(result, sides.reference.tensor(), sides.runtime.tensor(), options.bins, job);
}

Sentence axisOrderText(const AxisOrder& order) {
    const char* words = order.relabelled && order.matches
                            ? Sentence::phrase("looks like the memory order of another layout: axes %1 match")
                        : order.relabelled ? Sentence::phrase("looks like the memory order of another layout: axes %1 fit better")
                        : order.matches    ? Sentence::phrase("looks transposed: axes %1 match")
                                           : Sentence::phrase("looks transposed: axes %1 fit better");
    return Sentence::of(words, indexText(std::vector<std::int64_t>(order.axes.begin(), order.axes.end())));
}

}  // namespace

Result<ComparisonResult> compare(const Tensor& reference, const Tensor& runtime, const ComparisonOptions& options,
                                 const JobContext& job) {
    auto left = ElementReader::open(reference);
    if (!left) return left.failure();
    auto right = ElementReader::open(runtime);
    if (!right) return right.failure();
    const std::uint64_t visits = std::max(left->count(), right->count());
    if (auto allowed = checkVisits(visits, reference.storage.where()); !allowed) return allowed.failure();

    ComparisonResult result;
    if (!typesFit(reference.type, runtime.type)) result.state = ComparisonState::TypeMismatch;
    if (reference.type != runtime.type)
        result.note = Sentence::of("types differ: %1 and %2, compared by value", scalarTypeName(reference.type),
                                   scalarTypeName(runtime.type));
    if (reference.shape != runtime.shape) {
        result.state = ComparisonState::ShapeMismatch;
        result.note = Sentence::of("shapes differ: %1 and %2", shapeText(reference.shape), shapeText(runtime.shape));
    } else {
        Sides sides{std::move(*left), std::move(*right)};
        if (auto compared = compareValues(result, sides, options, job); !compared) return compared.failure();
    }
    if (options.findAxisOrder && result.state != ComparisonState::Match && (!result.metrics || result.metrics->mismatched > 0)) {
        auto order = findAxisOrder(reference, runtime, options.tolerance, job);
        if (!order) return order.failure();
        result.axisOrder = std::move(*order);
        if (result.axisOrder) result.note = Sentence::list({result.note, axisOrderText(*result.axisOrder)}, "; ");
    }
    const bool unexplained = result.metrics && result.metrics->mismatched > 0 && !(result.axisOrder && result.axisOrder->matches);
    if (options.findResemblance && unexplained) {
        auto words = resemblance(reference, runtime, options.tolerance, job);
        if (!words) return words.failure();
        result.resemblance = std::move(*words);
        if (result.resemblance) result.note = Sentence::list({result.note, *result.resemblance}, "; ");
    }
    return result;
}

Result<ComparedPair> ComparedPair::load(const Tensor& reference, const Tensor& runtime) {
    const auto keep = [](const Tensor& tensor) -> Result<Tensor> {
        auto copy = loaded(tensor, kComparisonKeptBytes);
        if (!copy && copy.error().code == "limit-exceeded") return tensor;
        return copy;
    };
    auto left = keep(reference);
    if (!left) return left.failure();
    auto right = keep(runtime);
    if (!right) return right.failure();
    return ComparedPair(std::move(*left), std::move(*right));
}

Result<ComparisonResult> ComparedPair::judge(const ComparisonOptions& options, const JobContext& job) const {
    return compare(m_reference, m_runtime, options, job);
}

}  // namespace etscope::tensor
