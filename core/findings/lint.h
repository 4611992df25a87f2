// Lint: what is doubtful about an export for its runner and device, though nothing is damaged. Any thread.
// Rules: docs/FORMATS.md "Lint".
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "session/session.h"

namespace etscope::findings {

struct LintFinding {
    Severity severity = Severity::Warning;
    std::string code;
    std::string where;  ///< key, method, tensor
    std::string message;
    std::string suggestion;  ///< what to do about it; may be empty
};

/// Metadata contract, kernels beside delegates and ones that the stock runtime lacks, delegates in small pieces, equal bytes stored twice, sizes without a bound, what the record lacks.
/// Hashes named data. Errors: `cancelled`.
Result<std::vector<LintFinding>> lint(const session::Session& session, const JobContext& job);

}  // namespace etscope::findings
