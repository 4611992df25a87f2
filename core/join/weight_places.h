// Where weights are stored: constants of plans, named data, external data, what decoded delegates hold. Reads directories and
// payloads' tables, no weight. Any thread.
#pragma once

#include <vector>

#include "join/weights.h"

namespace etscope::join {

/// Each place of a file once, with all that use it; nothing is looked up in the record yet. Errors: `cancelled`.
Result<std::vector<StoredWeight>> weightPlaces(const session::Session& session, const JobContext& job);

}  // namespace etscope::join
