// Lint: what is doubtful about an export for its runner and device, though nothing is damaged. Any thread.
// Rules: docs/FORMATS.md "Lint".
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/sentence.h"
#include "program/registered_kernels.h"
#include "session/session.h"

namespace etscope::findings {

struct LintFinding {
    Severity severity = Severity::Warning;
    std::string code;   ///< of a row of lintRules()
    std::string where;  ///< key, method, tensor
    Sentence message;
    Sentence suggestion;  ///< what to do about it; lint() fills an empty one with the rule's hint
};

/// Every finding of every rule of lintRules(), in the order of the table's groups. Hashes named data. Kept after the first call.
/// Errors: `cancelled`.
Result<std::vector<LintFinding>> lint(const session::Session& session, const JobContext& job);

/// The same where the kernels that the user's runtime registers are known: what stock libraries have does not count. Errors:
/// `cancelled`.
Result<std::vector<LintFinding>> lint(const session::Session& session, const program::RegisteredKernels& registered,
                                      const JobContext& job);

}  // namespace etscope::findings
