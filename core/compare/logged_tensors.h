// The list of tensors with what runs logged. Any thread.
#pragma once

#include <memory>
#include <vector>

#include "inventory/tensor_rows.h"

namespace etscope::compare {

/// inventory::tensors() and after them the values that the session's runs logged, in the order of the runs. Kept after the first
/// call. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<inventory::TensorRow>>> tensors(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
