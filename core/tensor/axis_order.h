// Finds the order of axes under which a runtime tensor fits its reference, for outputs that look transposed or were written
// channels-last. Candidates are judged on sampled elements, the best one on all.
#pragma once

#include <optional>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/comparison.h"

namespace etscope::tensor {

/// Nothing when no other order fits markedly better than the one given: it must match, or have 20 dB more SNR (and 10 dB at
/// least). Tensors of up to 6 axes longer than 1 are tried.
Result<std::optional<AxisOrder>> findAxisOrder(const Tensor& reference, const Tensor& runtime, const Tolerance& tolerance,
                                               const JobContext& job);

/// The runtime tensor seen that way, with the reference's shape.
Result<Tensor> reordered(const Tensor& runtime, const AxisOrder& order);

}  // namespace etscope::tensor
