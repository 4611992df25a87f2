#include "evaluate/operators/families.h"

namespace etscope::evaluate {

std::span<const OperatorRow> indexingRows() { return {}; }

}  // namespace etscope::evaluate
