// How elements that differ go with their references, statistically: a line through them with its errors, how much of the variance
// it explains, whether their order is the same, ends that hold many, zeros. Any thread. Rules: docs/FORMATS.md "Likeness".
#pragma once

#include <cstdint>
#include <optional>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::tensor {

struct Likeness {
    std::uint64_t elements = 0;              ///< finite on both sides: of these all the rest is
    double slope = 0, offset = 0;            ///< of least squares: runtime = slope · reference + offset
    double slopeError = 0, offsetError = 0;  ///< standard errors
    double explained = 0;                    ///< R²: share of the runtime's variance that the line explains
    double ranks = 0;                        ///< correlation of the ranks (Spearman), equal elements share their mean rank
    std::uint64_t saturated = 0;             ///< at the runtime's least or greatest value, where the reference lies beyond it
    std::uint64_t flushed = 0;               ///< zeros of references that are none
};

/// Nothing of fewer than 8 elements finite on both sides, of more than limits::kMaxResembledElements, of complex ones, and where
/// all of one side are one value. Shapes are equal. Errors: those of ElementReader, `cancelled`.
Result<std::optional<Likeness>> likeness(const Tensor& reference, const Tensor& runtime, const JobContext& job);

}  // namespace etscope::tensor
