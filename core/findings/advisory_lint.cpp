// The rule of lint about known bugs. Rules: docs/ADVISORIES.md.
#include <map>

#include "base/escaped.h"
#include "findings/advisories.h"
#include "findings/program_lint.h"

namespace etscope::findings {

Result<void> lintAdvisories(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job) {
    const auto matches = staticAdvisories(session, job);
    if (!matches) return matches.failure();
    for (const Advisory& one : advisories()) {
        std::map<std::string_view, NameList> byMethod;
        for (const AdvisoryMatch& match : **matches)
            if (match.advisory == &one) byMethod[match.method].add(match.proof);
        for (const auto& [method, proofs] : byMethod)
            tell(findings, "lint-known-bug", escaped(std::string(method)),
                 Sentence::of("%1: %2; %3", one.text(), one.effectText(), proofs.text()), one.remedy());
    }
    return {};
}

}  // namespace etscope::findings
