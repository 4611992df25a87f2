// Weights inside decoded delegates as tensors. Reads payloads' tables, no weight. Any thread.
#pragma once

#include <optional>
#include <vector>

#include "delegates/delegates.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {

/// The file of the session that the bytes are in; nothing: in none (inflated into memory).
std::optional<unsigned> fileOf(const session::Session& session, const ByteRange& bytes);

/// Type, shape, strides and place; integers of 4 bits are `quint4x2` where their packing is known. State and note say why elements cannot be
/// read.
tensor::Tensor tensorOf(const delegates::Weight& weight);

/// Role `delegate_constant`, stage "delegate:<i>", the name that the payload has: key, else value. Errors: `cancelled`.
Result<std::vector<TensorRow>> delegateTensors(const session::Session& session, const JobContext& job);

/// Type, sizes and strides of a plan's tensor, or of a layout; without bytes.
tensor::Tensor shapedAs(const auto& info) {
    tensor::Tensor tensor;
    tensor.type = info.scalarType;
    tensor.shape.assign(info.sizes.begin(), info.sizes.end());
    tensor.strides = info.strides().value_or(std::vector<std::int64_t>{});
    return tensor;
}
/// The same with its bytes, or unreadable with the reason.
tensor::Tensor shapedAs(const auto& info, const Result<ByteRange>& bytes) {
    tensor::Tensor tensor = shapedAs(info);
    if (bytes)
        tensor.storage = *bytes;
    else
        tensor.state = tensor::DataState::Unreadable, tensor.note = bytes.error().message;
    return tensor;
}

}  // namespace etscope::inventory
