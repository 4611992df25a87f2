#include "tensor/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/float_limits.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

constexpr std::size_t kMaxBins = 65'536;
constexpr std::uint64_t kMaxChannels = 1'000'000;
/// Elements summed before their mean and moments join the total: short sums keep the rounding errors small.
constexpr std::size_t kChunk = 4096;

/// Collects blocks of values; mean and second moment are merged by the formula of Chan, Golub and LeVeque, which does not
/// cancel when the mean is large.
class Accumulator {
public:
    /// `leastNormal`: below it elements are subnormal; nothing: none can be. `zero`: what elements that are zero are stored as.
    Accumulator(std::optional<double> leastNormal, std::int64_t zero)
        : m_leastNormal(leastNormal.value_or(0)), m_zero(static_cast<double>(zero)) {
        if (leastNormal) m_statistics.subnormal = 0;
    }

    void add(std::span<const double> values, std::uint64_t firstIndex) {
        for (std::size_t at = 0; at < values.size(); at += kChunk)
            addChunk(values.subspan(at, std::min(kChunk, values.size() - at)), firstIndex + at);
    }

    Statistics take() {
        Statistics& s = m_statistics;
        s.mean = s.finite > 0 ? m_mean : kNan;
        s.std = s.finite > 0 ? std::sqrt(m_moment / static_cast<double>(s.finite)) : kNan;
        s.l2 = std::sqrt(m_squares);
        s.min = s.finite > 0 ? m_min : kNan;
        s.max = s.finite > 0 ? m_max : kNan;
        return s;
    }

private:
    void addChunk(std::span<const double> values, std::uint64_t firstIndex) {
        std::size_t n = 0;
        std::uint64_t subnormal = 0;
        double sum = 0, size = 0, squares = 0, low = kInfinity, high = -kInfinity;
        for (const double x : values) {
            if (!std::isfinite(x)) continue;
            m_finite[n++] = x;
            low = std::min(low, x);
            high = std::max(high, x);
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double x = m_finite[i];
            sum += x;
            size += std::abs(x);
            squares += x * x;
            m_statistics.zero += x == m_zero ? 1 : 0;
            subnormal += x != 0 && std::abs(x) < m_leastNormal ? 1U : 0U;
        }
        if (m_statistics.subnormal) *m_statistics.subnormal += subnormal;
        if (n < values.size()) countNonFinite(values);
        m_statistics.count += values.size();
        m_statistics.l1 += size;
        m_squares += squares;
        if (n == 0) return;
        mergeMoments(n, sum);
        takeExtreme(values, firstIndex, low, m_min, low < m_min || !m_statistics.minIndex, m_statistics.minIndex);
        takeExtreme(values, firstIndex, high, m_max, high > m_max || !m_statistics.maxIndex, m_statistics.maxIndex);
    }

    void mergeMoments(std::size_t n, double sum) {
        const double mean = sum / static_cast<double>(n);
        double moment = 0;
        for (std::size_t i = 0; i < n; ++i) moment += (m_finite[i] - mean) * (m_finite[i] - mean);
        const auto before = static_cast<double>(m_statistics.finite);
        const double total = before + static_cast<double>(n);
        const double delta = mean - m_mean;
        m_mean += delta * (static_cast<double>(n) / total);
        m_moment += moment + (before > 0 ? delta * delta * (before * static_cast<double>(n) / total) : 0);
        m_statistics.finite += n;
    }

    void countNonFinite(std::span<const double> values) {
        for (const double x : values) {
            m_statistics.nan += std::isnan(x) ? 1U : 0U;
            m_statistics.posInf += x == kInfinity ? 1U : 0U;
            m_statistics.negInf += x == -kInfinity ? 1U : 0U;
        }
    }

    static void takeExtreme(std::span<const double> values, std::uint64_t firstIndex, double value, double& best, bool better,
                            std::optional<std::uint64_t>& index) {
        if (!better) return;
        best = value;
        index = firstIndex + static_cast<std::uint64_t>(std::find(values.begin(), values.end(), value) - values.begin());
    }

    Statistics m_statistics;
    double m_leastNormal = 0, m_zero = 0;
    double m_mean = 0, m_moment = 0, m_squares = 0;
    double m_min = kInfinity, m_max = -kInfinity;
    static thread_local std::array<double, kChunk> m_finite;  ///< scratch, shared by the accumulators of a thread
};
thread_local std::array<double, kChunk> Accumulator::m_finite;

/// The least positive normal number of a floating type that has subnormal ones.
std::optional<double> leastNormal(ScalarType type) noexcept {
    switch (type) {
        case ScalarType::F64: return std::numeric_limits<double>::min();
        case ScalarType::F32:
        case ScalarType::BF16: return static_cast<double>(std::numeric_limits<float>::min());
        case ScalarType::F16:
        case ScalarType::F8E5M2: return 0x1p-14;
        case ScalarType::F8E5M2FNUZ: return 0x1p-15;
        case ScalarType::F8E4M3FN: return 0x1p-6;
        case ScalarType::F8E4M3FNUZ: return 0x1p-7;
        default: return std::nullopt;
    }
}

Result<ElementReader> openWithin(const Tensor& tensor, QuantizedAs quantizedAs) {
    auto reader = ElementReader::open(tensor, quantizedAs);
    if (!reader) return reader;
    if (auto allowed = checkVisits(reader->count(), tensor.storage.where()); !allowed) return allowed.failure();
    return reader;
}

/// Place of a NaN or infinity in [first, first + n): the first one, or the last.
Result<std::optional<std::uint64_t>> nonFiniteIn(ElementReader& reader, std::uint64_t first, std::size_t n, bool last) {
    const auto values = reader.doubles(first, n);
    if (!values) return values.failure();
    const auto odd = [](double x) { return !std::isfinite(x); };
    if (!last) {
        const auto hit = std::find_if(values->begin(), values->end(), odd);
        if (hit == values->end()) return std::optional<std::uint64_t>{};
        return std::optional(first + static_cast<std::uint64_t>(hit - values->begin()));
    }
    const auto hit = std::find_if(values->rbegin(), values->rend(), odd);
    if (hit == values->rend()) return std::optional<std::uint64_t>{};
    return std::optional(first + static_cast<std::uint64_t>(values->rend() - hit) - 1);
}

}  // namespace

Result<Statistics> statistics(const Tensor& tensor, const JobContext& job, QuantizedAs quantizedAs) {
    auto reader = openWithin(tensor, quantizedAs);
    if (!reader) return reader.failure();
    Accumulator total(leastNormal(tensor.type), tensor.zeroCode);
    const auto visited = forEachValues(*reader, job, [&](const auto& values, std::uint64_t first) { total.add(values, first); });
    if (!visited) return visited.failure();
    return total.take();
}

HistogramCounter::HistogramCounter(double min, double max, std::size_t bins) {
    if (min == max) {
        min -= 0.5;
        max += 0.5;
    }
    const auto n = static_cast<double>(bins);
    m_histogram.counts.resize(bins);
    m_histogram.edges.resize(bins + 1);
    const double step = max / n - min / n;  // max − min may overflow
    for (std::size_t i = 1; i < bins; ++i) m_histogram.edges[i] = min + static_cast<double>(i) * step;
    m_histogram.edges.front() = min;
    m_histogram.edges.back() = max;
    m_scale = 1.0 / step;
}

void HistogramCounter::add(double value) noexcept {
    const auto& edges = m_histogram.edges;
    if (!(value >= edges.front() && value <= edges.back())) return;
    const std::size_t bins = m_histogram.counts.size();
    if (!std::isnormal(m_scale)) {  // bins narrower than the least double, or wider than the largest
        const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, value);
        ++m_histogram.counts[static_cast<std::size_t>(above - edges.begin()) - 1];
        return;
    }
    const double place = value * m_scale - edges.front() * m_scale;
    auto bin = place >= static_cast<double>(bins) ? bins - 1 : static_cast<std::size_t>(std::max(place, 0.0));
    // Rounding may put a value that lies next to an edge on its other side.
    if (value < edges[bin])
        --bin;
    else if (bin + 1 < bins && value >= edges[bin + 1])
        ++bin;
    ++m_histogram.counts[bin];
}

Result<Histogram> histogram(const Tensor& tensor, double min, double max, std::size_t bins, const JobContext& job,
                            QuantizedAs quantizedAs) {
    if (bins == 0 || bins > kMaxBins || !std::isfinite(min) || !std::isfinite(max) || min > max)
        return fail("histogram-invalid", "a histogram needs a finite range and 1 to " + std::to_string(kMaxBins) + " bins");
    auto reader = openWithin(tensor, quantizedAs);
    if (!reader) return reader.failure();
    HistogramCounter counter(min, max, bins);
    const auto visited = forEachValues(*reader, job, [&](const auto& values, std::uint64_t) {
        for (const double x : values) counter.add(x);
    });
    if (!visited) return visited.failure();
    return std::move(counter).take();
}

Result<std::vector<Statistics>> channelStatistics(const Tensor& tensor, std::size_t axis, const JobContext& job,
                                                  QuantizedAs quantizedAs) {
    auto reader = openWithin(tensor, quantizedAs);
    if (!reader) return reader.failure();
    if (axis >= tensor.shape.size()) return fail("slice-invalid", "axis " + std::to_string(axis) + " does not exist");
    const auto channels = static_cast<std::uint64_t>(tensor.shape[axis]);
    if (channels > kMaxChannels) return fail("limit-exceeded", std::to_string(channels) + " channels", tensor.storage.where());
    std::uint64_t inner = 1;  // elements of one channel in a row
    for (std::size_t i = axis + 1; i < tensor.shape.size(); ++i) inner *= static_cast<std::uint64_t>(tensor.shape[i]);
    std::vector<Accumulator> totals(static_cast<std::size_t>(channels), Accumulator(leastNormal(tensor.type), tensor.zeroCode));
    const auto visited = forEachValues(*reader, job, [&](const auto& values, std::uint64_t first) {
        for (std::size_t at = 0; at < values.size();) {
            const std::uint64_t place = first + at;
            const auto run = static_cast<std::size_t>(std::min<std::uint64_t>(inner - place % inner, values.size() - at));
            totals[static_cast<std::size_t>(place / inner % channels)].add(values.subspan(at, run), place);
            at += run;
        }
    });
    if (!visited) return visited.failure();
    std::vector<Statistics> result;
    result.reserve(totals.size());
    for (Accumulator& total : totals) result.push_back(total.take());
    return result;
}

Result<std::optional<std::uint64_t>> nextNonFinite(const Tensor& tensor, std::uint64_t from, const JobContext& job) {
    auto reader = openWithin(tensor, QuantizedAs::Raw);
    if (!reader) return reader.failure();
    const std::size_t block = reader->blockSize();
    for (std::uint64_t first = from; first < reader->count(); first += block) {
        if (job.cancelled()) return cancelledFailure();
        auto hit =
            nonFiniteIn(*reader, first, static_cast<std::size_t>(std::min<std::uint64_t>(block, reader->count() - first)), false);
        if (!hit || hit->has_value()) return hit;
    }
    return std::optional<std::uint64_t>{};
}

Result<std::optional<std::uint64_t>> previousNonFinite(const Tensor& tensor, std::uint64_t from, const JobContext& job) {
    auto reader = openWithin(tensor, QuantizedAs::Raw);
    if (!reader) return reader.failure();
    const std::size_t block = reader->blockSize();
    for (std::uint64_t end = std::min(from, reader->count()); end > 0;) {
        if (job.cancelled()) return cancelledFailure();
        const std::uint64_t first = end > block ? end - block : 0;
        auto hit = nonFiniteIn(*reader, first, static_cast<std::size_t>(end - first), true);
        if (!hit || hit->has_value()) return hit;
        end = first;
    }
    return std::optional<std::uint64_t>{};
}

}  // namespace etscope::tensor
