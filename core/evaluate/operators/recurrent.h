// Recurrent layers as graphs hold them before they are decomposed: a family of operators. Internal to core/evaluate.
#pragma once

#include <span>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

std::span<const OperatorRow> recurrentRows();  ///< LSTM, GRU, plain cells

}  // namespace etscope::evaluate
