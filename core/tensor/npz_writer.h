// Writes tensors as members of an .npz through libzip. Internal to core/tensor.
#pragma once

#include <span>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/named_tensor.h"

namespace etscope::tensor {

/// `names` are safe, unique and as many as `tensors`. libzip writes to a temporary file beside `path` and renames it.
Result<void> writeNpz(std::span<const NamedTensor> tensors, std::span<const std::string> names, const std::string& path,
                      const JobContext& job);

}  // namespace etscope::tensor
