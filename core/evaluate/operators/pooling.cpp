#include "evaluate/operators/families.h"

namespace etscope::evaluate {

std::span<const OperatorRow> poolingRows() { return {}; }

}  // namespace etscope::evaluate
