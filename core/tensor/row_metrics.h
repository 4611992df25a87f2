// Metrics of rows along the last axis: places of the largest elements, and softmax distributions. A pass of its own over both
// sides in blocks; memory does not grow with the tensor or the row. Internal to core/tensor.
#pragma once

#include <optional>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/element_reader.h"

namespace etscope::tensor {

struct RowMetrics {
    /// Shares of rows whose reference argmax is among the runtime's k largest: fewer than k elements of the runtime's row are
    /// larger, or equal with a lower index. As numpy.argmax: the first of equal ones, a NaN before everything. Nothing for rank 0,
    /// one column, complex numbers.
    std::optional<double> top5, top10;
    /// Kullback–Leibler divergence Σ p·ln(p/q) of p = softmax(reference) and q = softmax(runtime), in nats, mean over the rows. NaN
    /// where a row holds NaN or +infinity, or nothing but −infinity; infinite where q is 0 and p is not. Nothing unless both sides
    /// are floating.
    std::optional<double> kl;
};

/// Shapes are equal. Errors: those of the readers, `cancelled`.
Result<RowMetrics> rowMetrics(ElementReader& reference, ElementReader& runtime, const JobContext& job);

}  // namespace etscope::tensor
