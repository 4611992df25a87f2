// Which argument of which operator a weight inside a delegate became: through the operator of the delegate that reads it, to the
// exported or edge node that it was made of. Names what backends folded, fused or quantised. Rules: docs/FORMATS.md "Weights of a
// session".
#pragma once

#include <vector>

#include "join/weights.h"

namespace etscope::join {

/// Adds `operators` to the weights of delegates whose operators can be joined, and `record` where nothing else named them. Graphs of a method are read only where it has such weights.
/// Errors: `cancelled`.
Result<void> addOperators(const session::Session& session, std::vector<StoredWeight>& weights, const JobContext& job);

}  // namespace etscope::join
