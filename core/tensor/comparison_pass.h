// The pass of compare() over all pairs of elements. Internal to core/tensor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/comparison.h"
#include "tensor/comparison_kernel.h"
#include "tensor/element_reader.h"
#include "tensor/statistics.h"

namespace etscope::tensor {

struct RankedPlace {
    double size = 0;
    std::uint64_t index = 0;

    bool operator<(const RankedPlace& other) const noexcept {  // worse places are "less": they come first
        return size != other.size ? size > other.size : index < other.index;
    }
};

/// The N largest numbers met, with their places; of equal ones the first.
class WorstList {
public:
    explicit WorstList(std::size_t capacity) : m_capacity(capacity) { m_heap.reserve(std::min<std::size_t>(capacity, 1024)); }

    /// Whether a place of this size, behind all that were offered, would be kept.
    bool wants(double size) const noexcept {
        return m_capacity > 0 && size > 0 && (m_heap.size() < m_capacity || size > m_heap.front().size);
    }
    void offer(double size, std::uint64_t index) {
        if (!wants(size)) return;
        if (m_heap.size() == m_capacity) {
            std::pop_heap(m_heap.begin(), m_heap.end());
            m_heap.pop_back();
        }
        m_heap.push_back({size, index});
        std::push_heap(m_heap.begin(), m_heap.end());  // front: the least of those kept
    }
    std::vector<RankedPlace> take() && {
        std::sort_heap(m_heap.begin(), m_heap.end());
        return std::move(m_heap);
    }

private:
    std::size_t m_capacity;
    std::vector<RankedPlace> m_heap;
};

/// Counts of |d| in half decades.
class DifferenceHistogram {
public:
    DifferenceHistogram();
    void add(double difference) noexcept;  ///< >= 0; left out when it is not finite
    /// The differences of finite pairs; none is larger than `most`.
    void add(std::span<const float> reference, std::span<const float> runtime, double most) noexcept;
    std::uint64_t zeros() const noexcept { return m_zeros; }
    /// Without empty bins at the ends; nothing when there was no difference but 0.
    std::optional<Histogram> take() const;

private:
    void addBelow(std::span<const float> reference, std::span<const float> runtime, double edge) noexcept;

    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_zeros = 0;
};

/// What the pass over all pairs gathers.
struct Findings {
    explicit Findings(std::size_t worstCount) : worst(worstCount) {}

    PairTotals totals;
    bool brief = false;  ///< the sums were made in float over short runs
    std::uint64_t nanReference = 0, nanRuntime = 0, infReference = 0, infRuntime = 0;
    std::uint64_t oddMismatches = 0;  ///< mismatched positions where a side is not finite
    std::optional<std::uint64_t> first, firstOdd;
    std::uint64_t topRows = 0, topEqual = 0;
    WorstList worst;
    DifferenceHistogram differences;
};

/// Readers of both sides; equal shapes.
struct Sides {
    ElementReader reference, runtime;
};

/// How sums are made: in double throughout, or where there are many floats in float over short runs (off by up to 8e-7).
enum class SumsIn : std::uint8_t { Double, ShortRuns };

Result<void> passOver(Sides& sides, const ComparisonOptions& options, SumsIn sums, Findings& findings, const JobContext& job);

}  // namespace etscope::tensor
