// Weights inside decoded delegates as tensors. Reads payloads' tables, no weight. Any thread.
#pragma once

#include <optional>
#include <vector>

#include "delegates/delegates.h"
#include "inventory/tensor_rows.h"

namespace etscope::inventory {

/// The file of the session that the bytes are in; nothing: in none (inflated into memory).
std::optional<unsigned> fileOf(const session::Session& session, const ByteRange& bytes);

/// Type, shape and place; integers of 4 bits are `quint4x2` where their packing is known. State and note say why elements cannot be
/// read.
tensor::Tensor tensorOf(const delegates::Weight& weight);

/// Role `delegate_constant`, stage "delegate:<i>", the name that the payload has: key, else value. Errors: `cancelled`.
Result<std::vector<TensorRow>> delegateTensors(const session::Session& session, const JobContext& job);

}  // namespace etscope::inventory
