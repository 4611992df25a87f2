#include "findings/lint.h"

#include <algorithm>

#include "base/escaped.h"
#include "findings/lint_rules.h"
#include "findings/overview.h"
#include "findings/program_lint.h"
#include "inventory/metadata.h"
#include "inventory/summary.h"
#include "join/constants.h"

namespace etscope::findings {
namespace {

using LintFindings = std::vector<LintFinding>;

void lintMetadata(const session::Session& session, LintFindings& findings) {
    const auto metadata = inventory::metadata(session);
    for (const program::MetadataFinding& finding : metadata->findings)
        findings.push_back({finding.severity, finding.code, finding.key, finding.message, {}});
}

void lintSizes(const program::ExecutionPlan& plan, LintFindings& findings) {
    std::size_t unbounded = 0;
    for (const program::TensorInfo& tensor : plan.tensors) unbounded += tensor.dynamism == program::Dynamism::Unbounded ? 1U : 0U;
    if (unbounded > 0)
        tell(findings, "lint-unbounded-size", plan.name,
             Sentence::of("%1 tensors have no upper bound: their memory cannot be planned", unbounded));
}

void lintRecord(const session::Session& session, LintFindings& findings) {
    if (session.recordFile() == nullptr) return;
    for (const Finding& finding : findings::findings(session))
        if (finding.state == FindingState::Missing || finding.state == FindingState::Doubtful)
            findings.push_back(
                {Severity::Note, finding.code, "record", Sentence::list({finding.title, finding.detail}, ": "), finding.action});
}

/// Parameters that cost room in the record and maybe in the program, and that nothing reads.
Result<void> lintUnused(const session::Session& session, LintFindings& findings, const JobContext& job) {
    for (const session::Method& method : session.methods()) {
        const auto summary = inventory::summary({session, method.name}, job);
        if (summary.cancelled()) return summary.failure();
        if (!summary || !(*summary)->data.unusedParameters || (*summary)->data.unusedParameters->count == 0) continue;
        const inventory::DataTotals& unused = *(*summary)->data.unusedParameters;
        tell(findings, "lint-unused-parameters", method.name,
             unused.bytes
                 ? Sentence::of("%1 {1:parameter|parameters} of %2 bytes that the graph does not read", unused.count, *unused.bytes)
                 : Sentence::of("%1 {1:parameter|parameters} that the graph does not read", unused.count));
    }
    return {};
}

void lintConstants(const session::Session& session, LintFindings& findings, const JobContext& job) {
    if (session.recordFile() == nullptr || session.programFile() == nullptr) return;
    const auto constants = join::constants(session, job);
    for (std::size_t i = 0; constants && i < (*constants)->different.size(); ++i)
        tell(findings, "constant-differs", escaped((*constants)->different[i].name), (*constants)->different[i].text());
}

/// What a finding does not say about its case, its rule says in general.
void fillSuggestions(LintFindings& findings) {
    for (LintFinding& finding : findings)
        if (const LintRule* rule = lintRule(finding.code); rule != nullptr && finding.suggestion.empty())
            finding.suggestion = Sentence::of(rule->hint);
}

Result<std::shared_ptr<const LintFindings>> look(const session::Session& session, const JobContext& job) {
    auto findings = std::make_shared<LintFindings>();
    lintMetadata(session, *findings);
    lintContracts(session, *findings, job);
    if (const session::SessionFile* file = session.programFile())
        for (const program::ExecutionPlan& plan : file->program->plans()) lintSizes(plan, *findings);
    for (const auto rules : {lintKernels, lintCopies, lintUnused, lintProgram, lintClipping, lintDelegateBiases,
                             lintDelegateBorders, lintAdvisories, lintRecordValues})
        if (auto checked = rules(session, *findings, job); !checked) return checked.failure();
    lintConstants(session, *findings, job);
    lintRecord(session, *findings);
    fillSuggestions(*findings);
    if (job.cancelled()) return cancelledFailure();  // rules that were left out would be kept as silent ones
    return findings;
}

}  // namespace

Result<std::vector<LintFinding>> lint(const session::Session& session, const JobContext& job) {
    const auto kept = session.store().get<LintFindings>("", job, [&] { return look(session, job); });
    if (!kept) return kept.failure();
    return **kept;
}

Result<std::vector<LintFinding>> lint(const session::Session& session, const program::RegisteredKernels& registered,
                                      const JobContext& job) {
    auto findings = lint(session, job);
    if (!findings || session.programFile() == nullptr) return findings;
    const auto ofStock = [](const LintFinding& one) {
        return one.code == "lint-kernel-missing" || one.code == "lint-kernel-library";
    };
    const auto first = std::ranges::find_if(*findings, ofStock);
    const auto at = first - findings->begin() - std::count_if(findings->begin(), first, ofStock);
    std::erase_if(*findings, ofStock);
    LintFindings own;
    lintRegistered(*session.programFile()->program, registered, own);
    fillSuggestions(own);
    findings->insert(findings->begin() + at, own.begin(), own.end());
    return findings;
}

}  // namespace etscope::findings
