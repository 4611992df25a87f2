// A mixture of experts over packed weights: each token goes through the few experts that its router chooses. Internal to
// core/evaluate.
#pragma once

#include <vector>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// f64 [tokens, dim] of a call of llama::quantized_moe_ffn, not rounded; `reach`, if given, receives how far each element may be
/// off: where what enters an expert's products is rounded to 8 bits by the row, as kernels of Arm processors do, and where rounding
/// may choose another expert.
Array mixtureOfExperts(const Call& call, std::vector<double>* reach = nullptr);

}  // namespace etscope::evaluate
