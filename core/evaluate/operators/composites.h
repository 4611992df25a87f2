// Operators of exported graphs that the edge dialect has taken apart: a family of operators. Internal to core/evaluate.
#pragma once

#include <span>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

std::span<const OperatorRow> compositeRows();  ///< norms of vectors, instance norm, einsum, splits

}  // namespace etscope::evaluate
