// Quantised weights by where their integers lie, and the real numbers that they stand for. Any thread. Rules: docs/FORMATS.md
// "Quantised weights".
#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "inventory/quantised_weights.h"
#include "session/session.h"
#include "tensor/tensor.h"

namespace etscope::compare {

class QuantisationMap {
public:
    explicit QuantisationMap(std::vector<inventory::QuantisedWeight> weights) : m_weights(std::move(weights)) {
        for (std::size_t i = 0; i < m_weights.size(); ++i) m_places.try_emplace(placeOf(m_weights[i].values), i);
    }
    /// How the tensor stands for real numbers; nullptr: nothing of the session says that it does.
    const inventory::QuantisedWeight* of(const tensor::Tensor& tensor) const {
        if (!tensor.storage.hasData()) return nullptr;
        const auto hit = m_places.find(placeOf(tensor));
        return hit == m_places.end() ? nullptr : &m_weights[hit->second];
    }

private:
    using Place = std::tuple<const Source*, std::uint64_t, std::int64_t>;  ///< storage, and the offset in it
    static Place placeOf(const tensor::Tensor& tensor) {
        return {tensor.storage.source.get(), tensor.storage.offset, tensor.storageOffset};
    }

    std::vector<inventory::QuantisedWeight> m_weights;
    std::map<Place, std::size_t> m_places;
};

/// Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const QuantisationMap>> quantisationMap(const session::Session& session, const JobContext& job);

/// (q − zero point) · scale of every element as f32, in memory, row-major. Errors: `quantisation-invalid`, `limit-exceeded`, those
/// of reading, `cancelled`.
Result<tensor::Tensor> dequantised(const inventory::QuantisedWeight& weight, const JobContext& job);

}  // namespace etscope::compare
