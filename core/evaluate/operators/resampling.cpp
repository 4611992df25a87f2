#include "evaluate/operators/families.h"

namespace etscope::evaluate {

std::span<const OperatorRow> resamplingRows() { return {}; }

}  // namespace etscope::evaluate
