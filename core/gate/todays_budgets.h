// A budget file of what a session measures today: where to start from. Any thread.
#pragma once

#include <memory>
#include <string>

#include "base/job_context.h"
#include "base/result.h"
#include "session/session.h"

namespace etscope::gate {

/// TOML that holds for this session; what cannot be measured is a comment with the reason. Errors: `cancelled`.
Result<std::string> todaysBudgets(const std::shared_ptr<const session::Session>& session, const JobContext& job);

}  // namespace etscope::gate
