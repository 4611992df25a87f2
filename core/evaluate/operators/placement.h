// Results that take each element from one place of the operand: padding, nearest resampling. Internal to core/evaluate.
#pragma once

#include <vector>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// For the last axes, places along each: where in the operand each output is taken from; -1: it stays as it is.
using Places = std::vector<Dims>;

/// Writes the array's elements at `places`, the other axes as they are, into `out`: an array of the same storage type that was made
/// with the shape that results, before the places were, so that it was refused when it is too large. Bits are kept. Refuses places
/// that the array lacks.
void place(const Context& context, const Array& array, const Places& places, const Array& out);

}  // namespace etscope::evaluate
