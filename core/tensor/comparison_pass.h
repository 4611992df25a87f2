// The pass of compare() over all pairs of elements. Internal to core/tensor.
#pragma once

#include <cstdint>
#include <optional>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/comparison.h"
#include "tensor/comparison_kernel.h"
#include "tensor/difference_histogram.h"
#include "tensor/element_reader.h"
#include "tensor/worst_list.h"

namespace etscope::tensor {

/// What the pass over all pairs gathers.
struct Findings {
    explicit Findings(std::size_t worstCount) : worst(worstCount) {}

    PairTotals totals;
    bool brief = false;  ///< the sums were made in float over short runs
    std::uint64_t nanReference = 0, nanRuntime = 0, infReference = 0, infRuntime = 0;
    std::uint64_t oddMismatches = 0;  ///< mismatched positions where a side is not finite
    std::optional<std::uint64_t> first, firstOdd;
    std::uint64_t topRows = 0, topEqual = 0;
    WorstList worst;
    DifferenceHistogram differences;
};

/// Readers of both sides; equal shapes.
struct Sides {
    ElementReader reference, runtime;
};

/// How sums are made: in double throughout, or where there are many floats in float over short runs (off by up to 8e-7).
enum class SumsIn : std::uint8_t { Double, ShortRuns };

Result<void> passOver(Sides& sides, const ComparisonOptions& options, SumsIn sums, Findings& findings, const JobContext& job);

}  // namespace etscope::tensor
