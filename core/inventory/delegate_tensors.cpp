#include "inventory/delegate_tensors.h"

#include <algorithm>

namespace etscope::inventory {
namespace {

/// XNNPACK's 4 bits: two to a byte, the first in the low half, as numbers from 0 on with 8 for zero.
bool isNibbles(const delegates::Weight& weight) {
    return weight.quantization && (weight.quantization->format == "qcint4" || weight.quantization->format == "qbint4");
}

}  // namespace

std::optional<unsigned> fileOf(const session::Session& session, const ByteRange& bytes) {
    const auto& files = session.files();
    const auto hit = std::ranges::find_if(files, [&](const session::SessionFile& file) { return file.source == bytes.source; });
    return hit == files.end() || !bytes.hasData() ? std::nullopt : std::optional(static_cast<unsigned>(hit - files.begin()));
}

tensor::Tensor tensorOf(const delegates::Weight& weight) {
    tensor::Tensor tensor;
    tensor.type = isNibbles(weight) ? ScalarType::QUInt4x2 : weight.type.value_or(ScalarType::Unknown);
    if (isNibbles(weight)) tensor.zeroCode = 8;
    tensor.shape = weight.shape;
    tensor.strides = weight.strides;
    tensor.storageOffset = weight.storageOffset;
    tensor.storage = weight.bytes;
    const auto unreadable = [&tensor](const char* why) {
        tensor.state = tensor::DataState::Unreadable;
        tensor.note = why;
    };
    if (!weight.bytes.hasData()) unreadable("its named data were not found");
    if (!weight.type) unreadable("the payload does not say its type");
    if (weight.type && tensor::bitsPerElement(tensor.type) == 0) unreadable("how its integers are packed is not known");
    if (tensor.state == tensor::DataState::Dense)
        if (const auto valid = tensor.validate(); !valid) unreadable(valid.error().message.c_str());
    return tensor;
}

Result<std::vector<TensorRow>> delegateTensors(const session::Session& session, const JobContext& job) {
    std::vector<TensorRow> rows;
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        for (std::size_t d = 0; plan != nullptr && d < plan->delegates.size(); ++d) {
            if (job.cancelled()) return cancelledFailure();
            const auto decoded = session.delegate(method.name, d, job);
            for (std::size_t w = 0; decoded && w < (*decoded)->weights.size(); ++w) {
                const delegates::Weight& weight = (*decoded)->weights[w];
                TensorRow row;
                row.name = weight.key.empty() ? weight.name : weight.key;
                row.role = TensorRole::DelegateConstant;
                row.method = method.name;
                row.stage = graph::StageId::payload(static_cast<std::uint32_t>(d)).text();
                row.tensor = tensorOf(weight);
                row.file = fileOf(session, row.tensor.storage).value_or(0);
                rows.push_back(std::move(row));
            }
        }
    }
    return rows;
}

}  // namespace etscope::inventory
