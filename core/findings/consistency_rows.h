// What consistency finds of a session without being asked: all methods, within an allowance of its own. Any thread.
#pragma once

#include <memory>
#include <vector>

#include "consistency/consistency.h"

namespace etscope::findings {

using Consistencies = std::vector<consistency::MethodConsistency>;

/// Of all methods of a record; empty where there is none. Checks that the allowance has no room for are not set up. Kept after the
/// first call. Errors: `cancelled`.
Result<std::shared_ptr<const Consistencies>> consistencies(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
