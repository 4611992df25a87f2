#include "compare/quantised_error.h"

#include <algorithm>
#include <cmath>

#include "base/float_limits.h"
#include "tensor/walk.h"

namespace etscope::compare {
namespace {

/// A vocabulary has some 10^5 rows; of more channels, only the sum is told.
constexpr std::int64_t kMostChannels = 1 << 20;

/// Whether every element has bytes of its own: of a tensor that a file expands, a few bytes claim any number of elements.
bool ownsItsBytes(const tensor::Tensor& tensor) {
    const auto bytes = tensor.byteCount();
    return bytes && *bytes <= tensor.storage.size;
}

Result<std::vector<double>> numbersOf(const inventory::Parameters& parameters) {
    if (!parameters.tensor) return parameters.values;
    if (!ownsItsBytes(*parameters.tensor)) return fail("quantisation-invalid", "there are fewer bytes than scales");
    auto reader = tensor::ElementReader::open(*parameters.tensor);
    if (!reader) return reader.failure();
    std::vector<double> numbers;
    const auto take = [&](const auto& block, std::uint64_t) { numbers.insert(numbers.end(), block.begin(), block.end()); };
    if (auto taken = tensor::forEachValues(*reader, {}, take); !taken) return taken.failure();
    return numbers;
}

/// Elements from a place on that lie in one block and one channel: along the last axis.
std::int64_t runLength(const std::vector<std::int64_t>& index, const std::vector<std::int64_t>& shape, std::int64_t block,
                       bool alongChannels) {
    if (shape.empty() || alongChannels) return 1;
    return std::min(shape.back() - index.back(), block - index.back() % block);
}

void advance(std::vector<std::int64_t>& index, const std::vector<std::int64_t>& shape, std::int64_t by) {
    for (std::size_t axis = shape.size(); axis-- > 0 && by > 0;) {
        index[axis] += by;
        by = index[axis] / shape[axis];
        index[axis] %= shape[axis];
    }
}

struct Step {
    double scale = 1, zeroPoint = 0, least = 0, greatest = 0;  ///< the range as real numbers, half a step wider
};

Step stepOf(const inventory::QuantisedWeight& weight, const Blocks& blocks, std::size_t block) {
    Step step{blocks.scale(block), blocks.zeroPoint(block), 0, 0};
    const double low = weight.least ? (*weight.least - 0.5 - step.zeroPoint) * step.scale : -kInfinity;
    const double high = weight.greatest ? (*weight.greatest + 0.5 - step.zeroPoint) * step.scale : kInfinity;
    step.least = std::min(low, high);
    step.greatest = std::max(low, high);
    return step;
}

void add(QuantisationError& error, const Step& step, std::span<const double> stored, std::span<const double> originals) {
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const double original = originals[i], d = (stored[i] - step.zeroPoint) * step.scale - original;
        if (!std::isfinite(d)) continue;
        ++error.count;
        error.signal += original * original;
        error.noise += d * d;
        error.maxAbs = std::max(error.maxAbs, std::abs(d));
        if (original < step.least || original > step.greatest) ++error.clipped;
    }
}

}  // namespace

Result<Blocks> Blocks::read(const inventory::QuantisedWeight& weight) {
    Blocks blocks;
    blocks.m_block = weight.block;
    if (!ownsItsBytes(weight.values))
        return fail("quantisation-invalid", "it has fewer bytes than elements: packed, or expanded", weight.name);
    std::uint64_t count = 1;  // of blocks: no more than elements
    for (std::size_t i = 0; i < weight.block.size(); ++i) {
        if (weight.block[i] <= 0 || weight.values.shape[i] <= 0)
            return fail("quantisation-invalid", "a block has no elements", weight.name);
        blocks.m_counts.push_back((weight.values.shape[i] - 1) / weight.block[i] + 1);
        count *= static_cast<std::uint64_t>(blocks.m_counts.back());
    }
    auto scales = numbersOf(weight.scales), zeroPoints = numbersOf(weight.zeroPoints);
    if (!scales) return scales.failure();
    if (!zeroPoints) return zeroPoints.failure();
    const auto fits = [count](std::size_t size) { return size == 1 || size == count; };
    if (!fits(scales->size()) || (!zeroPoints->empty() && !fits(zeroPoints->size())))
        return fail("quantisation-invalid",
                    std::to_string(scales->size()) + " scales and " + std::to_string(zeroPoints->size()) +
                        " zero points do not fit " + std::to_string(count) + " blocks",
                    weight.name);
    blocks.m_scales = std::move(*scales);
    blocks.m_zeroPoints = std::move(*zeroPoints);
    return blocks;
}

std::size_t Blocks::at(const std::vector<std::int64_t>& index) const noexcept {
    std::int64_t block = 0;
    for (std::size_t i = 0; i < m_counts.size(); ++i) block = block * m_counts[i] + index[i] / m_block[i];
    return static_cast<std::size_t>(block);
}

std::size_t BlockWalk::next() {
    if (m_left == 0) {
        m_block = m_blocks.at(m_index);
        m_left = runLength(m_index, m_shape, m_blocks.lastBlock(), false);
        advance(m_index, m_shape, m_left);
    }
    --m_left;
    return m_block;
}

Result<std::vector<QuantisationError>> quantisationErrors(const inventory::QuantisedWeight& weight, const Blocks& blocks,
                                                          const tensor::Tensor& original, std::size_t axis, std::uint64_t most,
                                                          const JobContext& job) {
    auto stored = tensor::ElementReader::open(weight.values, tensor::QuantizedAs::Raw);
    auto real = tensor::ElementReader::open(original);
    if (!stored) return stored.failure();
    if (!real) return real.failure();
    const std::vector<std::int64_t>& shape = weight.values.shape;
    const bool byChannel = !shape.empty() && shape[axis] <= kMostChannels, alongChannels = byChannel && axis + 1 == shape.size();
    std::vector<QuantisationError> errors(byChannel ? static_cast<std::size_t>(shape[axis]) : 1);
    std::vector<std::int64_t> index(shape.size(), 0);
    const std::uint64_t count = std::min({stored->count(), real->count(), most});
    const auto addBlock = [&](const auto& integers, const auto& originals, std::uint64_t) {
        for (std::size_t at = 0; at < integers.size();) {
            const auto run = std::min(integers.size() - at,
                                      static_cast<std::size_t>(runLength(index, shape, blocks.lastBlock(), alongChannels)));
            const std::size_t channel = byChannel ? static_cast<std::size_t>(index[axis]) : 0;
            add(errors[channel], stepOf(weight, blocks, blocks.at(index)), integers.subspan(at, run), originals.subspan(at, run));
            advance(index, shape, static_cast<std::int64_t>(run));
            at += run;
        }
    };
    if (auto added = tensor::forEachValues(*stored, *real, count, {job.stop, {}}, addBlock); !added) return added.failure();
    return errors;
}

}  // namespace etscope::compare
