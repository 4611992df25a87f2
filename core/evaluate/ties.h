// Places that an operator found: other places of equal values are as right. Internal to core/evaluate; functions refuse.
#pragma once

#include <cstdint>
#include <vector>

#include "evaluate/altered.h"

namespace etscope::evaluate {

/// For every element of two results of places: whether the operator's operand has equal values at both; empty: the operator's
/// results are no places.
std::vector<bool> tiedPlaces(const Operator& op, const Call& call, const std::vector<std::int64_t>& ours,
                             const std::vector<std::int64_t>& theirs);

}  // namespace etscope::evaluate
