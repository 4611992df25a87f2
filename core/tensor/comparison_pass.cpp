#include "tensor/comparison_pass.h"

#include <array>
#include <cmath>
#include <memory>
#include <type_traits>

#include "base/float_limits.h"
#include "tensor/finite.h"
#include "tensor/walk.h"

namespace etscope::tensor {
namespace {

/// Rows along the last axis whose largest element is at the same place on both sides.
/// Takes the elements of both sides in order. As numpy.argmax: the first of equal ones, a NaN before everything.
template <class T>
class Top1 {
public:
    explicit Top1(std::uint64_t columns) : m_columns(columns) {}

    /// `chunk`: what was found out about these elements.
    void add(std::span<const T> reference, std::span<const T> runtime, const PairChunk& chunk) noexcept {
        for (std::size_t at = 0; at < reference.size();) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(m_columns - m_column, reference.size() - at));
            const auto x = reference.subspan(at, n), y = runtime.subspan(at, n);
            m_reference.add(x, m_column, largest(x, chunk, n == reference.size(), &LargestPair::reference));
            m_runtime.add(y, m_column, largest(y, chunk, n == reference.size(), &LargestPair::runtime));
            at += n;
            m_column += n;
            if (m_column == m_columns) endRow();
        }
    }
    std::uint64_t rows() const noexcept { return m_rows; }
    std::uint64_t equal() const noexcept { return m_equal; }

private:
    static constexpr std::size_t kLongRun = 32;

    /// Of a long run without NaN at once, or as the chunk says when the run is all of it.
    static std::optional<float> largest(std::span<const T> values, const PairChunk& chunk, bool whole,
                                        float LargestPair::*side) noexcept {
        if constexpr (std::is_same_v<T, float>)
            if (chunk.finite && values.size() >= kLongRun)
                return whole && chunk.largest ? (*chunk.largest).*side : largestOf(values);
        return std::nullopt;
    }

    struct Best {
        T value{};
        std::uint64_t index = 0;
        bool isNan = false;

        void add(std::span<const T> values, std::uint64_t column, std::optional<float> largest) noexcept {
            if (isNan) return;
            if (column == 0) take(values[0], 0);
            if constexpr (std::is_same_v<T, float>)
                if (largest) {  // its place is looked for only when it wins
                    if (*largest > value) take(*largest, column + placeOf(values, *largest));
                    return;
                }
            for (std::size_t i = 0; i < values.size() && !isNan; ++i)
                if (!(values[i] <= value)) take(values[i], column + i);
        }
        void take(T v, std::uint64_t at) noexcept {
            value = v;
            index = at;
            isNan = v != v;
        }
    };

    void endRow() noexcept {
        ++m_rows;
        m_equal += m_reference.index == m_runtime.index ? 1 : 0;
        m_column = 0;
        m_reference = {};
        m_runtime = {};
    }

    std::uint64_t m_columns, m_column = 0, m_rows = 0, m_equal = 0;
    Best m_reference, m_runtime;
};

/// Below this many elements the time of exact sums does not matter.
constexpr std::uint64_t kBriefFrom = 1U << 16U;

double sizeOf(const std::complex<double>& z) noexcept { return std::abs(z); }
template <class T>
double sizeOf(T x) noexcept {
    return std::abs(static_cast<double>(x));
}

/// Elements of one side as T: the stored items themselves, or decoded.
template <class T>
Result<std::span<const T>> fetch(ElementReader& reader, std::uint64_t first, std::size_t n) {
    const auto items = reader.items(first, n);
    if (!items) return items.failure();
    return std::span<const T>(reinterpret_cast<const T*>(items->data()), n);
}
template <>
Result<std::span<const double>> fetch<double>(ElementReader& reader, std::uint64_t first, std::size_t n) {
    return reader.doubles(first, n);
}
template <>
Result<std::span<const float>> fetch<float>(ElementReader& reader, std::uint64_t first, std::size_t n) {
    return reader.floats(first, n);
}
template <>
Result<std::span<const std::complex<double>>> fetch<std::complex<double>>(ElementReader& reader, std::uint64_t first,
                                                                          std::size_t n) {
    return reader.complexes(first, n);
}

template <class T>
class Pass {
public:
    Pass(const ComparisonOptions& options, const PairRules& rules, std::uint64_t columns, Findings& findings)
        : m_options(options), m_rules(rules), m_top1(columns), m_columns(columns), m_findings(findings) {}

    void add(std::span<const T> reference, std::span<const T> runtime, std::uint64_t index) {
        for (std::size_t at = 0, n = 0; at < reference.size(); at += n) {
            n = std::min({kPairChunk, reference.size() - at, restOfRow(index + at)});
            addChunk(reference.subspan(at, n), runtime.subspan(at, n), index + at);
        }
    }
    void finish() {
        m_findings.topRows = m_top1.rows();
        m_findings.topEqual = m_top1.equal();
    }

private:
    /// Chunks end with long rows, so that the largest of a chunk is of one row.
    std::size_t restOfRow(std::uint64_t index) const noexcept {
        if (m_columns < kPairChunk / 4) return kPairChunk;
        return static_cast<std::size_t>(std::min<std::uint64_t>(kPairChunk, m_columns - index % m_columns));
    }

    void addChunk(std::span<const T> reference, std::span<const T> runtime, std::uint64_t index) {
        PairChunk chunk = addPairs(reference, runtime, m_rules, m_findings.totals);
        std::uint64_t odd = 0;
        if (chunk.finite)
            addUlp(chunk, reference, runtime);
        else
            odd = addWithOdd(chunk, reference, runtime, index);
        if (m_findings.worst.wants(odd > 0 ? kInfinity : chunk.maxAbs)) offerWorst(chunk, reference, runtime, index);
        if (!m_findings.first && chunk.mismatched + odd > 0) findFirst(reference, runtime, index);
        if (m_options.differenceHistogram) addDifferences(chunk, reference, runtime);
        if constexpr (!std::is_same_v<T, std::complex<double>>)
            if (m_columns > 1) m_top1.add(reference, runtime, chunk);
        m_findings.oddMismatches += odd;
    }

    /// The finite pairs of a chunk set together and added; returns how many of the others are mismatched.
    std::uint64_t addWithOdd(PairChunk& chunk, std::span<const T> reference, std::span<const T> runtime, std::uint64_t index) {
        std::size_t n = 0;
        std::uint64_t mismatched = 0;
        for (std::size_t i = 0; i < reference.size(); ++i) {
            const bool nanX = isNan(reference[i]), nanY = isNan(runtime[i]);
            const bool finiteX = isFinite(reference[i]), finiteY = isFinite(runtime[i]);
            m_findings.nanReference += nanX ? 1U : 0U;
            m_findings.nanRuntime += nanY ? 1U : 0U;
            m_findings.infReference += nanX || finiteX ? 0U : 1U;
            m_findings.infRuntime += nanY || finiteY ? 0U : 1U;
            if (finiteX && finiteY) {
                m_reference[n] = reference[i];
                m_runtime[n++] = runtime[i];
            } else if (!oddPasses(reference[i], runtime[i])) {
                ++mismatched;
                if (!m_findings.firstOdd) m_findings.firstOdd = index + i;
            }
        }
        const std::span<const T> x(m_reference.data(), n), y(m_runtime.data(), n);
        chunk = addPairs(x, y, m_rules, m_findings.totals);
        chunk.finite = false;
        addUlp(chunk, x, y);
        return mismatched;
    }

    void addUlp(const PairChunk& chunk, std::span<const T> reference, std::span<const T> runtime) noexcept {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
            if (chunk.steps && hasUlp(m_rules.ulpType))
                m_findings.totals.maxUlp = std::max(m_findings.totals.maxUlp, maxUlp(m_rules.ulpType, reference, runtime));
    }

    /// A pair of which one side is not finite.
    bool oddPasses(const T& reference, const T& runtime) const noexcept {
        const bool nanX = isNan(reference), nanY = isNan(runtime);
        return nanX || nanY ? nanX && nanY && m_rules.tolerance.equalNan : reference == runtime;
    }
    /// |d|; 0 or infinity where a side is not finite.
    double badness(const T& reference, const T& runtime) const noexcept {
        if (isFinite(reference) && isFinite(runtime)) return absoluteDifference(reference, runtime);
        return oddPasses(reference, runtime) ? 0 : kInfinity;
    }

    void offerWorst(const PairChunk& chunk, std::span<const T> reference, std::span<const T> runtime, std::uint64_t index) {
        constexpr std::size_t kRun = 64;
        for (std::size_t at = 0; at < reference.size(); at += kRun) {
            const std::size_t n = std::min(kRun, reference.size() - at);
            const auto x = reference.subspan(at, n), y = runtime.subspan(at, n);
            if constexpr (std::is_same_v<T, float>)
                if (chunk.finite && !m_findings.worst.wants(largestDifference(x, y))) continue;
            for (std::size_t i = 0; i < n; ++i) m_findings.worst.offer(badness(x[i], y[i]), index + at + i);
        }
    }

    void findFirst(std::span<const T> reference, std::span<const T> runtime, std::uint64_t index) {
        for (std::size_t i = 0; i < reference.size(); ++i) {
            const double d = badness(reference[i], runtime[i]);
            if (d == 0 || (d != kInfinity && d <= m_rules.tolerance.atol + m_rules.tolerance.rtol * sizeOf(reference[i]))) continue;
            m_findings.first = index + i;
            return;
        }
    }

    void addDifferences(const PairChunk& chunk, std::span<const T> reference, std::span<const T> runtime) {
        if (m_options.inTolerances) {
            for (std::size_t i = 0; i < reference.size(); ++i)
                m_findings.differences.add(tensor::inTolerances(absoluteDifference(reference[i], runtime[i]),
                                                                absoluteDifference(reference[i], T{}), m_options.tolerance));
            return;
        }
        if constexpr (std::is_same_v<T, float>)
            if (chunk.finite) return m_findings.differences.add(reference, runtime, chunk.maxAbs);
        for (std::size_t i = 0; i < reference.size(); ++i) m_findings.differences.add(absoluteDifference(reference[i], runtime[i]));
    }

    const ComparisonOptions& m_options;
    PairRules m_rules;
    Top1<std::conditional_t<std::is_same_v<T, std::complex<double>>, double, T>> m_top1;
    std::uint64_t m_columns;
    Findings& m_findings;
    std::array<T, kPairChunk> m_reference, m_runtime;
};

template <class T>
Result<void> passOver(Sides& sides, const ComparisonOptions& options, SumsIn sums, Findings& findings, const JobContext& job) {
    const Tensor& reference = sides.reference.tensor();
    PairRules rules{options.tolerance};
    if (reference.type == sides.runtime.tensor().type) rules.ulpType = reference.type;
    rules.brief = sums == SumsIn::ShortRuns && sides.reference.count() >= kBriefFrom;
    findings.brief = rules.brief && std::is_same_v<T, float>;
    const std::uint64_t columns = reference.shape.empty() ? 0 : static_cast<std::uint64_t>(reference.shape.back());
    auto pass = std::make_unique<Pass<T>>(options, rules, columns, findings);
    const std::size_t block = std::max(sides.reference.blockSize(), sides.runtime.blockSize());
    auto visited = forEachBlock(0, sides.reference.count(), block, job, [&](std::uint64_t first, std::size_t n) -> Result<void> {
        const auto x = fetch<T>(sides.reference, first, n);
        if (!x) return x.failure();
        const auto y = fetch<T>(sides.runtime, first, n);
        if (!y) return y.failure();
        pass->add(*x, *y, first);
        return {};
    });
    pass->finish();
    return visited;
}

}  // namespace

Result<void> passOver(Sides& sides, const ComparisonOptions& options, SumsIn sums, Findings& findings, const JobContext& job) {
    const ScalarType type = sides.reference.tensor().type;
    const bool same = type == sides.runtime.tensor().type && sides.reference.plain() && sides.runtime.plain();
    if (sides.reference.complex() || sides.runtime.complex())
        return passOver<std::complex<double>>(sides, options, sums, findings, job);
    const auto narrow = [](ScalarType t) { return t == ScalarType::F32 || t == ScalarType::F16 || t == ScalarType::BF16; };
    if (narrow(type) && narrow(sides.runtime.tensor().type)) return passOver<float>(sides, options, sums, findings, job);
    if (same && type == ScalarType::I64) return passOver<std::int64_t>(sides, options, sums, findings, job);
    if (same && type == ScalarType::U64) return passOver<std::uint64_t>(sides, options, sums, findings, job);
    return passOver<double>(sides, options, sums, findings, job);
}

}  // namespace etscope::tensor
