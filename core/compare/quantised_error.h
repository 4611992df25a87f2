// The error of one quantised weight, streamed. Any thread.
#pragma once

#include "compare/quantisation.h"

namespace etscope::compare {

/// Scales and zero points in memory: one look-up an element.
class Blocks {
public:
    /// Errors: `quantisation-invalid` (blocks and numbers do not fit the shape), `limit-exceeded`, those of reading.
    static Result<Blocks> read(const inventory::QuantisedWeight& weight);
    /// Of the element at these indices.
    std::size_t at(const std::vector<std::int64_t>& index) const noexcept;
    double scale(std::size_t block) const noexcept { return m_scales[m_scales.size() == 1 ? 0 : block]; }
    double zeroPoint(std::size_t block) const noexcept {
        return m_zeroPoints.empty() ? 0.0 : m_zeroPoints[m_zeroPoints.size() == 1 ? 0 : block];
    }

private:
    std::vector<std::int64_t> m_block, m_counts;  ///< elements a block, blocks, by axis
    std::vector<double> m_scales, m_zeroPoints;
};

/// Over the first `most` elements; channels along `axis`. Errors: those of ElementReader, `cancelled`.
Result<std::vector<QuantisationError>> quantisationErrors(const inventory::QuantisedWeight& weight, const Blocks& blocks,
                                                          const tensor::Tensor& original, std::size_t axis, std::uint64_t most,
                                                          const JobContext& job);

}  // namespace etscope::compare
