// Which case fed a run. Any thread. Rules: docs/FORMATS.md "Which case fed a run".
#pragma once

#include "join/runs.h"

namespace etscope::compare {

/// join::runs() with the case of each run: as the user says, as the dump says, by equal outputs, else by order when a method has as
/// many runs as cases. Kept after the first call. Errors: `cancelled`.
Result<std::shared_ptr<const std::vector<join::SessionRun>>> runs(const session::Session& session, const JobContext& job);

}  // namespace etscope::compare
