// Stages inside delegates: which graphs of a method's delegates can be shown. Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace etscope::session {

/// "delegate:<i>" for each delegate whose main graph Session::graph() gives, followed by "delegate:<i>/<name>" for the further
/// graphs of its payload; numbers are those of the program's plan, without a program those of the edge graph's calls. Decodes
/// the payloads, which the session keeps. Errors: `cancelled`.
Result<std::vector<std::string>> delegateStages(const Session& session, std::string_view method, const JobContext& job);

}  // namespace etscope::session
