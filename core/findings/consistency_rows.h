// What consistency finds of a session without being asked: all methods, within an allowance of its own. Any thread.
#pragma once

#include <memory>
#include <vector>

#include "consistency/consistency.h"
#include "findings/possible_causes.h"

namespace etscope::findings {

using Consistencies = std::vector<consistency::MethodConsistency>;

/// Of all methods of a record; empty where there is none. Checks that the allowance has no room for are not set up. Kept after the
/// first call. Errors: `cancelled`.
Result<std::shared_ptr<const Consistencies>> consistencies(const session::Session& session, const JobContext& job);

/// What disagrees, as warnings: no run was looked at for it. Errors: `cancelled`.
Result<void> addConsistency(const session::Session& session, std::vector<PossibleCause>& causes, const JobContext& job);

}  // namespace etscope::findings
