// What is doubtful about a record beside its program and its values: files that do not belong together, values that do not fit,
// state that the program loses, symbols without a bound, scales that cannot be. Any thread. Rules: docs/FORMATS.md "Lint".
#pragma once

#include <vector>

#include "findings/lint.h"

namespace etscope::findings {

/// Errors: `cancelled`.
Result<void> lintRecordValues(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

}  // namespace etscope::findings
