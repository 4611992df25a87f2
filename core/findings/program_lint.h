// What is doubtful about a program, its weights and its record, each part in a file of its own. Any thread. Rules: docs/FORMATS.md
// "Lint".
#pragma once

#include <vector>

#include "base/number_text.h"
#include "findings/lint.h"
#include "program/registered_kernels.h"

namespace etscope::findings {

/// program_lint.cpp: what plans of the program name and never use, where tensors lie, what constants hold. Reads its constants, as
/// many as limits::kMaxValuesRead allows; a diagnostic tells of the rest. Errors: `cancelled`.
Result<void> lintProgram(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// kernel_lint.cpp: kernels that cost time outside delegates, delegates called in small pieces, kernels that the stock runtime does
/// not have. With runs in the session their times say which kernels matter, else the operators' families. Errors: `cancelled`.
Result<void> lintKernels(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// The same of the kernels that the user's lists register, in the place of what the stock runtime does not have.
void lintRegistered(const program::Program& program, const program::RegisteredKernels& registered,
                    std::vector<LintFinding>& findings);

/// Instructions of the first chain between delegate calls, counted.
struct Fragmentation {
    std::size_t calls = 0;        ///< of delegates
    std::size_t conversions = 0;  ///< kernels between the first and the last call that only change the layout
};
Fragmentation fragmentationOf(const program::ExecutionPlan& plan);

/// record_lint.cpp: of the record beside its program and its values, files that do not belong together, values that do not fit,
/// state that the program loses, symbols without a bound, scales that cannot be. Errors: `cancelled`.
Result<void> lintRecordValues(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// weight_lint.cpp: one weight stored several times. Hashes named data and, where bytes are stored twice, all weights. Errors:
/// `cancelled`.
Result<void> lintCopies(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// Integers of quantised weights that pile up at the ends of their range: reads as many as limits::kMaxValuesRead allows; a
/// diagnostic tells of the rest. Errors: `cancelled`.
Result<void> lintClipping(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// Biases that XNNPACK's payloads hold in another scale than an operator that takes them needs. Errors: `cancelled`.
Result<void> lintDelegateBiases(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// delegate_lint.cpp: values that payloads and plan state differently where they are handed over. Errors: `cancelled`.
Result<void> lintDelegateBorders(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// advisory_lint.cpp: known bugs of runtimes and lowerings that program and record show. Errors: `cancelled`.
Result<void> lintAdvisories(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// contract_lint.cpp: whether the program, and what the record says of its cache, are what its runner calls.
void lintContracts(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// plan_lint.cpp: the rules that look at one method alone. Errors: `cancelled`.
Result<void> lintPlan(const program::ExecutionPlan& plan, std::vector<LintFinding>& findings, const JobContext& job);

/// constant_lint.cpp: constants of one value, NaN, constants that nothing names, their alignment. Errors: `cancelled`.
Result<void> lintConstantValues(const program::Program& program, std::vector<LintFinding>& findings, Diagnostics& diagnostics,
                                const JobContext& job);

/// "a, b, c and 4 more", as many as limits::kMaxNamesTold.
class NameList {
public:
    void add(Sentence name);
    std::uint64_t count() const noexcept { return m_count; }
    Sentence text() const;

private:
    std::vector<Sentence> m_names;
    std::uint64_t m_count = 0;
};

/// Adds what the rule of that code says: with its severity, and with its hint unless the case knows better.
void tell(std::vector<LintFinding>& findings, std::string_view code, std::string where, Sentence message, Sentence suggestion = {});
/// The same of names, `words` of how many (%1) and which (%2); nothing where there is none.
void tell(std::vector<LintFinding>& findings, std::string_view code, std::string where, const NameList& names, const char* words);

/// Its name in the file, else "v12"; with type and sizes: "v12 f32[1,8]".
std::string tensorText(const program::ExecutionPlan& plan, program::ValueIndex value);

}  // namespace etscope::findings
