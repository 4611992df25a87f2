#include "evaluate/operators/families.h"

namespace etscope::evaluate {

std::span<const OperatorRow> selectionRows() { return {}; }

}  // namespace etscope::evaluate
