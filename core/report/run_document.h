// The document of a run made from etscope: what run.json says, where it stands, and the verdict of the session with it.
#pragma once

#include "report/documents.h"
#include "run/execute.h"

namespace etscope::report {

/// etscope.run/1 with "files", "output", "verdict", "diagnostics". `session`: with the folder of the run. Errors: `cancelled`,
/// those of findings::verdict().
Result<Json> runDocument(const session::Session& session, const run::RunOutcome& outcome, findings::Verdict& state,
                         const JobContext& job);

}  // namespace etscope::report
