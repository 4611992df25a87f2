// Results that take each element from one place of the operand: padding, nearest resampling. Internal to core/evaluate.
#pragma once

#include <vector>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// For the last axes, places along each: where in the operand each output is taken from; -1: nowhere, it is the filler.
using Places = std::vector<Dims>;

/// The array's elements at `places`, the other axes as they are; bits are kept. `filler`: none: zeros. Refuses places that the
/// array lacks.
Array placed(const Context& context, const Array& array, const Places& places, const Value& filler = Nothing{});

}  // namespace etscope::evaluate
