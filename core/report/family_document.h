// The document of a family of programs.
#pragma once

#include "report/documents.h"

namespace etscope::report {

/// "etscope.family/1": the session's programs as members. `verdicts`: with the verdict of each. `failed` becomes true when a
/// program cannot be read, a key has no answer, or a verdict differs. Errors: `no-program`, those of findings::familyFacts().
Result<Json> familyDocument(const session::Session& session, bool verdicts, bool& failed, const JobContext& job);

}  // namespace etscope::report
