// The character of the device that made a session's runs. Any thread. Rules: docs/FORMATS.md "Character of a device".
#pragma once

#include <set>

#include "base/job_context.h"
#include "base/result.h"
#include "character/traits.h"
#include "session/session.h"

namespace etscope::character {

struct Character {
    Traits traits;
    std::size_t runs = 0;  ///< of methods that are known
};

/// Replays all runs of the session, or those of one method (`method`; empty: all), and holds each call that logged its results
/// against its operator. Errors: `no-runs`, those of replay::audit(), `cancelled`.
Result<Character> characterOf(const session::Session& session, const std::string& method, const JobContext& job);

}  // namespace etscope::character
