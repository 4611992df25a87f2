// One pair of elements under a tolerance, as compare() judges all of them. Pure; any thread.
#pragma once

#include "tensor/comparison.h"

namespace etscope::tensor {

/// Whether compare() would count the pair as mismatched.
bool isMismatch(const Element& reference, const Element& runtime, const Tolerance& tolerance) noexcept;

}  // namespace etscope::tensor
