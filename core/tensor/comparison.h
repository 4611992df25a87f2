// Comparison of a reference tensor with a runtime tensor: every metric of the command line's `compare`, in one pass and bounded
// memory. Computed in double, but for sums of long f32, f16 and bf16 tensors, which are off by less than 8e-7 of themselves.
// d = runtime − reference; sums and maxima run over the positions where both are finite.
// Visits at most limits::settable().elements elements. Any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "base/sentence.h"
#include "tensor/element_reader.h"
#include "tensor/statistics.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

/// |d| <= atol + rtol · |reference| passes. NaN against NaN passes with `equalNan` only; equal infinities always pass.
struct Tolerance {
    double rtol = 1e-3;
    double atol = 1e-5;
    bool equalNan = false;
};

/// |d| ÷ (atol + rtol · |reference|): up to 1 passes; of 0 always 0, and where nothing is tolerated kBeyondTolerance.
inline constexpr double kBeyondTolerance = 1e30;
inline double inTolerances(double difference, double reference, const Tolerance& tolerance) noexcept {
    const double tolerated = tolerance.atol + tolerance.rtol * reference;
    if (difference == 0) return 0;
    return tolerated > 0 ? std::min(difference / tolerated, kBeyondTolerance) : kBeyondTolerance;
}

struct Metrics {
    std::uint64_t count = 0;     ///< elements
    std::uint64_t compared = 0;  ///< positions where both are finite
    std::uint64_t mismatched = 0;
    std::uint64_t notFinite = 0;                 ///< of these: NaN or infinity stands on one side, or different ones on both
    double maxAbs = 0, meanAbs = 0, maxRel = 0;  ///< maxRel: |d| / |reference| where reference ≠ 0
    double mse = 0, rmse = 0, l1 = 0;            ///< means are NaN when nothing is compared
    double snrDb = 0;                            ///< 10·log10(Σ reference² / Σ d²)
    double psnrDb = 0;                           ///< 20·log10(max |reference| / rmse)
    double cosine = 0;                           ///< NaN when a side is all zero; complex: real part of the inner product
    std::optional<std::uint64_t> maxUlp;         ///< both sides f64, f32, f16 or bf16
    std::uint64_t nanReference = 0, nanRuntime = 0, infReference = 0, infRuntime = 0;
    std::uint64_t signFlips = 0;      ///< one side positive, the other negative
    double requiredRtol = 0;          ///< least rtol that passes with this atol; infinity when none does
    double requiredAtol = 0;          ///< least atol that passes with this rtol
    double requiredBoth = 0;          ///< least t that passes as rtol = atol = t
    std::optional<double> top1Match;  ///< rows along the last axis with equal argmax; nothing for rank 0 or one column
    double relL2 = 0;                 ///< ‖d‖₂ / ‖reference‖₂; 0 where nothing differs, NaN when nothing is compared
    /// With ComparisonOptions::rowMetrics: rows whose reference argmax is among the runtime's k largest, and the
    /// mean divergence of the softmax of the rows in nats.
    std::optional<double> top5Match, top10Match, kl;
};

enum class ComparisonState : std::uint8_t { Match, Differ, ShapeMismatch, TypeMismatch };

/// A position with both values. `abs` and `rel` are NaN where d is not finite; `rel` is infinite where the reference is 0.
struct Difference {
    std::uint64_t index = 0;  ///< in row-major order; multiIndex() gives the place
    Element reference, runtime;
    double abs = 0, rel = 0;
};

/// The runtime tensor fits (much) better with its axes in another order.
struct AxisOrder {
    std::vector<std::size_t> axes;  ///< axis i of the reference is axis axes[i] of the runtime tensor
    /// The elements do not need moving but renaming: the runtime's bytes lie as a tensor of dim order `axes` (axes[0] outermost)
    /// and were taken for row-major ones.
    bool relabelled = false;
    bool matches = false;  ///< under it, everything is within the tolerance
    double snrDb = 0;
};

struct ComparisonResult {
    ComparisonState state = ComparisonState::Match;
    std::optional<Metrics> metrics;            ///< absent with ShapeMismatch; with TypeMismatch the values are compared as numbers
    std::vector<Difference> worst;             ///< unequal non-finite positions first, then by |d|; at most `worst` of the options
    std::optional<Difference> first;           ///< the first mismatched position
    std::optional<Difference> firstNotFinite;  ///< the first of Metrics::notFinite: no maximum tells of it
    std::optional<AxisOrder> axisOrder;
    std::optional<Sentence> resemblance;                            ///< resemblance.h
    std::optional<Histogram> referenceHistogram, runtimeHistogram;  ///< same edges: the joint range of finite values
    /// |d| > 0 in half decades: edges are powers of 10^½; from `zeroDifferences` apart. Ends without counts are cut.
    std::optional<Histogram> differenceHistogram;
    std::uint64_t zeroDifferences = 0;
    Sentence note;  ///< what is odd: types differ but are both floating, an axis order that fits, …
};

struct ComparisonOptions {
    Tolerance tolerance;
    std::size_t worst = 10;
    bool differenceHistogram = false;
    bool histograms = false;  ///< of both sides: two more passes over each
    std::size_t bins = kDefaultBins;
    bool findAxisOrder = true;     ///< when the state is not Match
    bool findResemblance = false;  ///< the same, and no order of axes matches
    bool rowMetrics = false;  ///< top5, top10 and kl of Metrics: one more pass over each side, with two exponentials an element
    bool inTolerances = false;  ///< the histogram of differences is of |d| ÷ tolerance
};

/// Errors: those of ElementReader (either side has no data), `limit-exceeded`, `cancelled`. Shapes and types that do not fit
/// are states, not errors. Different floating types are compared by value (a bf16 reference against its f32 file).
Result<ComparisonResult> compare(const Tensor& reference, const Tensor& runtime, const ComparisonOptions& options,
                                 const JobContext& job);

/// A pair kept for judging again: sides of up to 32 MB each are held in memory, larger ones are read again. Immutable.
class ComparedPair {
public:
    /// Copies what fits into memory. Errors: those of compare.
    static Result<ComparedPair> load(const Tensor& reference, const Tensor& runtime);
    /// Same as compare() of the original tensors.
    Result<ComparisonResult> judge(const ComparisonOptions& options, const JobContext& job) const;

    const Tensor& reference() const& noexcept { return m_reference; }
    const Tensor& reference() const&& = delete;
    const Tensor& runtime() const& noexcept { return m_runtime; }
    const Tensor& runtime() const&& = delete;

private:
    ComparedPair(Tensor reference, Tensor runtime) : m_reference(std::move(reference)), m_runtime(std::move(runtime)) {}
    Tensor m_reference, m_runtime;
};

/// Which end of a metric's values is the bad one.
enum class Worse : std::uint8_t { Larger, Smaller };

/// Names of the metrics in the command line's words, in its order.
struct MetricColumn {
    std::string_view name;  ///< "max_abs"
    /// The value as double; nothing when the metric does not apply.
    std::optional<double> (*value)(const Metrics&);
    bool integer = false;
    Worse worse = Worse::Larger;
    bool rowWise = false;  ///< computed with ComparisonOptions::rowMetrics only
};
/// Whether value `a` of that metric is listed before `b`: the worse first; nothing and NaN last. A strict weak order.
bool listedBefore(const MetricColumn& column, const std::optional<double>& a, const std::optional<double>& b) noexcept;
std::span<const MetricColumn> metricColumns() noexcept;
/// nullptr when there is no such metric.
const MetricColumn* metricColumn(std::string_view name) noexcept;

}  // namespace etscope::tensor
