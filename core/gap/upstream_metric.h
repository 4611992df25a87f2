// The original Inspector's numbers: MSE, L1 (a sum) and SNR in double, NaN taken as 0 and infinities as the largest double in a
// tensor that holds any NaN. Any thread. Source: devtools/inspector/numerical_comparator; docs/FORMATS.md "Numeric gap".
#pragma once

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::gap {

struct UpstreamNumbers {
    double mse = 0;    ///< mean of d²; NaN for empty tensors
    double l1 = 0;     ///< sum of |d|
    double snrDb = 0;  ///< 10·log10(mean(a²) / mean(d²)): infinity for equal sides, NaN when a is also all zero
};

/// Both sides must have the same number of elements. Errors: those of ElementReader, `cancelled`.
Result<UpstreamNumbers> upstreamNumbers(const tensor::Tensor& reference, const tensor::Tensor& runtime, const JobContext& job);

}  // namespace etscope::gap
