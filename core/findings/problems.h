// What is wrong with the files of a session, looked for as a whole: the same problems whatever else was asked for. Any thread.
#pragma once

#include "session/session.h"

namespace etscope::findings {

/// Makes what belongs together be joined, runs be told apart and metadata be read, once for each session: what they find wrong is
/// in Session::diagnostics() from then on. Errors: `cancelled`.
Result<void> lookForProblems(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
