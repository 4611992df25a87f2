#include "compare/dequantised.h"

#include <cstring>

#include "base/checked_math.h"
#include "compare/quantised_error.h"
#include "tensor/walk.h"

namespace etscope::compare {
namespace {

/// Of real numbers that are held in memory: an embedding of 128,000 rows of 2,048 fits.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;

}  // namespace

Result<std::shared_ptr<const QuantisationMap>> quantisationMap(const session::Session& session, const JobContext& job) {
    return session.store().get<QuantisationMap>("", job, [&]() -> Result<std::shared_ptr<const QuantisationMap>> {
        auto weights = inventory::quantisedWeights(session, job);
        if (!weights) return weights.failure();
        return std::make_shared<const QuantisationMap>(*std::move(weights));
    });
}

Result<tensor::Tensor> dequantised(const inventory::QuantisedWeight& weight, const JobContext& job) {
    const auto blocks = Blocks::read(weight);
    if (!blocks) return blocks.failure();
    auto reader = tensor::ElementReader::open(weight.values, tensor::QuantizedAs::Raw);
    if (!reader) return reader.failure();
    const auto size = checkedMul<std::uint64_t>(reader->count(), sizeof(float));
    if (!size || *size > kMostBytes)
        return fail("limit-exceeded", "its real numbers are more than are held in memory", weight.values.storage.where());
    std::vector<std::byte> bytes(static_cast<std::size_t>(*size));
    BlockWalk walk(weight.values.shape, *blocks);
    const auto take = [&](const auto& stored, std::uint64_t first) {
        for (std::size_t i = 0; i < stored.size(); ++i) {
            const std::size_t block = walk.next();
            const auto value = static_cast<float>((stored[i] - blocks->zeroPoint(block)) * blocks->scale(block));
            std::memcpy(bytes.data() + (static_cast<std::size_t>(first) + i) * sizeof value, &value, sizeof value);
        }
    };
    if (auto taken = tensor::forEachValues(*reader, {job.stop, {}}, take); !taken) return taken.failure();
    tensor::Tensor real;
    real.type = ScalarType::F32;
    real.shape = weight.values.shape;
    real.storage = ByteRange::whole(Source::fromBytes(std::move(bytes), weight.values.storage.source->name()));
    return real;
}

}  // namespace etscope::compare
