// What is doubtful about weights across program and record: one weight stored several times, integers that pile up at the ends of
// their range. Any thread. Rules: docs/FORMATS.md "Lint".
#pragma once

#include <vector>

#include "findings/lint.h"

namespace etscope::findings {

/// Hashes named data and, where bytes are stored twice, all weights. Errors: `cancelled`.
Result<void> lintCopies(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// Reads the integers of quantised weights, as many as limits::kMaxValuesRead allows; a diagnostic tells of the rest. Errors:
/// `cancelled`.
Result<void> lintClipping(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

}  // namespace etscope::findings
