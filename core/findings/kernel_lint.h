// What is doubtful about what runs outside delegates: kernels that cost time there, delegates called in small pieces, kernels that
// the stock runtime does not have. Any thread. Rules: docs/FORMATS.md "Lint".
#pragma once

#include <vector>

#include "findings/lint.h"
#include "program/plan.h"

namespace etscope::findings {

/// Of all methods of the program. With runs in the session their times say which kernels matter, else the operators' families.
/// Errors: `cancelled`.
Result<void> lintKernels(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// Instructions of the first chain between delegate calls, counted.
struct Fragmentation {
    std::size_t calls = 0;        ///< of delegates
    std::size_t conversions = 0;  ///< kernels between the first and the last call that only change the layout
};
Fragmentation fragmentationOf(const program::ExecutionPlan& plan);

}  // namespace etscope::findings
