#include "evaluate/operators/families.h"

namespace etscope::evaluate {

std::span<const OperatorRow> convolutionRows() { return {}; }

}  // namespace etscope::evaluate
