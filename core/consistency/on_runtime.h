// The ways that checks have asked, played by the program on a target and held against each other and against the graph. Internal to
// core/consistency; one thread. Rules: docs/FORMATS.md "Consistency on the runtime".
#pragma once

#include "consistency/bench.h"

namespace etscope::consistency {

/// Fills the runtime's part of `made`. What cannot be played is said there. Errors: `cancelled`.
Result<void> playOnRuntime(Bench& bench, const RuntimeOptions& options, MethodConsistency& made);

}  // namespace etscope::consistency
