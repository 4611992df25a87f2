// Rules of lint about what calls hand over to delegates. Rules: docs/FORMATS.md "Border of a delegate".
#include "base/escaped.h"
#include "findings/program_lint.h"
#include "inventory/delegate_borders.h"

namespace etscope::findings {

Result<void> lintDelegateBorders(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const auto borders = inventory::delegateBorders(session, job);
    if (!borders) return borders.failure();
    for (const inventory::BorderRow& row : **borders)
        if (row.state == inventory::BorderState::Differs)
            tell(findings, "lint-delegate-border", escaped(row.method) + "/delegate:" + std::to_string(row.delegate), row.text());
    return {};
}

}  // namespace etscope::findings
