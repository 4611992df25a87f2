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
    const std::vector<double>& scales() const& noexcept { return m_scales; }
    const std::vector<double>& scales() const&& = delete;
    const std::vector<double>& zeroPoints() const& noexcept { return m_zeroPoints; }  ///< empty: none are stated
    const std::vector<double>& zeroPoints() const&& = delete;
    /// Elements of a block along the last axis; 1 for rank 0.
    std::int64_t lastBlock() const noexcept { return m_block.empty() ? 1 : m_block.back(); }
    double scale(std::size_t block) const noexcept { return m_scales[m_scales.size() == 1 ? 0 : block]; }
    double zeroPoint(std::size_t block) const noexcept {
        return m_zeroPoints.empty() ? 0.0 : m_zeroPoints[m_zeroPoints.size() == 1 ? 0 : block];
    }

private:
    std::vector<std::int64_t> m_block, m_counts;  ///< elements a block, blocks, by axis
    std::vector<double> m_scales, m_zeroPoints;
};

/// The blocks of a tensor's elements in row-major order. `blocks` must live as long.
class BlockWalk {
public:
    BlockWalk(std::vector<std::int64_t> shape, const Blocks& blocks)
        : m_shape(std::move(shape)), m_index(m_shape.size(), 0), m_blocks(blocks) {}
    /// Of the next element; once for each there is.
    std::size_t next();

private:
    std::vector<std::int64_t> m_shape, m_index;
    const Blocks& m_blocks;
    std::size_t m_block = 0;
    std::int64_t m_left = 0;  ///< elements from here on that lie in the same block, along the last axis
};

/// Over the first `most` elements; channels along `axis`. Errors: those of ElementReader, `cancelled`.
Result<std::vector<QuantisationError>> quantisationErrors(const inventory::QuantisedWeight& weight, const Blocks& blocks,
                                                          const tensor::Tensor& original, std::size_t axis, std::uint64_t most,
                                                          const JobContext& job);

}  // namespace etscope::compare
