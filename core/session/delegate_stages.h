// Stages inside delegates: which graphs of a method's delegates can be shown. Any thread.
#pragma once

#include <vector>

#include "session/session.h"

namespace etscope::session {

/// For each delegate of the program's plan the payload's main graph, where Session::graph() gives one, and its further graphs; then
/// for each call of the recorded edge graph its lowered module. Decodes the payloads, which the session keeps. Errors: `cancelled`.
Result<std::vector<graph::StageId>> delegateStages(const session::MethodView& method, const JobContext& job);

}  // namespace etscope::session
