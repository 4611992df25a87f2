// A weight of the record against the one that a backend stored of it: axes may be in another order, channels may have a factor
// folded into them. Both are read in blocks, never whole. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "tensor/tensor.h"

namespace etscope::join {

/// Elements that differ by more than folding in f32 may change, and the first of them.
struct WeightMismatch {
    std::uint64_t count = 0;
    double expected = 0, stored = 0;
};

enum class AxisOrders : std::uint8_t { Any, Own };

/// The least over all orders of axes that give the stored shape, but for those that turn axes of space: backends put channels last;
/// of more than five axes, and with `AxisOrders::Own`, only their own order is tried. Nothing: no order gives it. `factors`: one
/// for each place of the recorded axis 0; empty: 1. Errors: `cancelled`, those of reading.
Result<std::optional<WeightMismatch>> leastMismatch(const tensor::Tensor& recorded, std::span<const double> factors,
                                                    const tensor::Tensor& stored, const JobContext& job,
                                                    AxisOrders orders = AxisOrders::Any);

/// All elements as doubles. Errors: as above.
Result<std::vector<double>> weightElements(const tensor::Tensor& tensor, const JobContext& job);

}  // namespace etscope::join
