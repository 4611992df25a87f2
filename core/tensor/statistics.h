// Statistics of one tensor: counts, moments, norms and histograms, computed in double over finite elements in bounded memory.
// Complex elements count by their modulus, bool as 0 and 1. Visits at most limits::settable().elements elements
// (`limit-exceeded`). Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/element_reader.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

struct Statistics {
    std::uint64_t count = 0, finite = 0, nan = 0, posInf = 0, negInf = 0, zero = 0;
    double min = 0, max = 0, mean = 0, std = 0;  ///< NaN when no element is finite; `std` with N, not N − 1
    double l1 = 0, l2 = 0;                       ///< sum of |x|, root of the sum of x²
    /// Elements between 0 and the least normal number of their type; nothing for integers, complex and dequantised elements.
    std::optional<std::uint64_t> subnormal;
    /// Share of zeros; nothing without elements.
    std::optional<double> sparsity() const noexcept {
        return count > 0 ? std::optional(static_cast<double>(zero) / static_cast<double>(count)) : std::nullopt;
    }
    std::optional<std::uint64_t> minIndex, maxIndex;  ///< first place of min and max, in row-major order
};

/// Equal-width bins over [edges.front(), edges.back()], the last one closed; numpy.histogram's rules.
struct Histogram {
    std::vector<double> edges;  ///< counts.size() + 1
    std::vector<std::uint64_t> counts;
};

Result<Statistics> statistics(const Tensor& tensor, const JobContext& job, QuantizedAs quantizedAs = QuantizedAs::Real);

/// Finite elements within [min, max] in `bins` equal bins (1 … 65,536); a range without width is widened by ½ on both sides.
Result<Histogram> histogram(const Tensor& tensor, double min, double max, std::size_t bins, const JobContext& job,
                            QuantizedAs quantizedAs = QuantizedAs::Real);
inline constexpr std::size_t kDefaultBins = 64;

/// Counts of one pass over equal bins.
class HistogramCounter {
public:
    HistogramCounter(double min, double max, std::size_t bins);
    void add(double value) noexcept;  ///< ignored when it is not in the range
    Histogram take() && { return std::move(m_histogram); }

private:
    Histogram m_histogram;
    double m_scale = 0;  ///< bins per unit
};

/// One Statistics per index along `axis`; their minIndex and maxIndex are those of the whole tensor. At most 1,000,000
/// channels (`limit-exceeded`). Errors also: `slice-invalid` for an axis that does not exist.
Result<std::vector<Statistics>> channelStatistics(const Tensor& tensor, std::size_t axis, const JobContext& job,
                                                  QuantizedAs quantizedAs = QuantizedAs::Real);

/// The first NaN or infinity at or behind `from` in row-major order; nothing when there is none.
Result<std::optional<std::uint64_t>> nextNonFinite(const Tensor& tensor, std::uint64_t from, const JobContext& job);
/// The last one before `from`.
Result<std::optional<std::uint64_t>> previousNonFinite(const Tensor& tensor, std::uint64_t from, const JobContext& job);

}  // namespace etscope::tensor
