// The weight chain in the documents of the command line.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "compare/dequantised.h"
#include "delegates/delegates.h"
#include "join/weights.h"
#include "report/documents.h"

namespace etscope::report {

/// {"name_in_record", "record_by"}: null where the weight (which may be nullptr) is no tensor of the record.
Json recordNameJson(const join::StoredWeight* weight);
/// "weights" of a delegate: its constants, how they are quantised, and what they are in the record.
Json weightsJson(const delegates::Decoded& decoded, const join::WeightMap& weights);

/// {"scheme","format","axis","group_size","block","scale","zero_point","quant_min","quant_max"}; where scales are a tensor, its
/// place.
Json quantisationJson(const inventory::QuantisedWeight& weight);
/// "quantisation" of a tensor's row: type and shape of the integers, the above, up to 1,024 scales themselves. nullptr: null.
Json tensorQuantisationJson(const inventory::QuantisedWeight* weight);

/// Writes "chain" of tensors: qualified name, graph input, places that store it, as far as 32 links; after them {"kind":"more"}
/// says that there are others. For one document, one thread.
class ChainWriter {
public:
    ChainWriter(const session::Session& session, const join::WeightMap& weights, const JobContext& job)
        : m_session(session), m_weights(weights), m_job(job) {}
    /// Null for what is no weight.
    Json of(const inventory::TensorRow& row);

private:
    static constexpr std::size_t kMostLinks = 32;
    Json links(const inventory::TensorRow& row);
    using InputsByTarget = std::unordered_map<std::string, std::string>;
    const InputsByTarget& inputs(const std::string& method, const std::string& stage);
    void addStored(const join::StoredWeight& weight, Json& chain) const;

    const session::Session& m_session;
    const join::WeightMap& m_weights;
    const JobContext& m_job;
    std::map<std::pair<std::string, std::string>, InputsByTarget> m_inputs;
};

}  // namespace etscope::report
