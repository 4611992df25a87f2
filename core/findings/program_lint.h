// What is doubtful about a program on its own: what its plans name and never use, where its tensors lie, what its constants hold.
// Any thread. Rules: docs/FORMATS.md "Lint".
#pragma once

#include <vector>

#include "findings/lint.h"

namespace etscope::findings {

/// Of the session's program; nothing without one. Reads its constants, as many as limits::kMaxValuesRead allows; a diagnostic
/// tells of the rest. Errors: `cancelled`.
Result<void> lintProgram(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// contract_lint.cpp: whether the program, and what the record says of its cache, are what its runner calls.
void lintContracts(const session::Session& session, std::vector<LintFinding>& findings, const JobContext& job);

/// plan_lint.cpp: the rules that look at one method alone. Errors: `cancelled`.
Result<void> lintPlan(const program::ExecutionPlan& plan, std::vector<LintFinding>& findings, const JobContext& job);

/// constant_lint.cpp: constants of one value, NaN, constants that nothing names, their alignment. Errors: `cancelled`.
Result<void> lintConstantValues(const program::Program& program, std::vector<LintFinding>& findings, Diagnostics& diagnostics,
                                const JobContext& job);

/// "1 tensor", "3 tensors".
std::string counted(std::uint64_t count, const char* one, const char* many);

/// "a, b, c and 4 more", as many as limits::kMaxNamesTold.
class NameList {
public:
    void add(std::string name);
    std::uint64_t count() const noexcept { return m_count; }
    std::string text() const;

private:
    std::string m_text;
    std::uint64_t m_count = 0;
};

/// Its name in the file, else "v12"; with type and sizes: "v12 f32[1,8]".
std::string tensorText(const program::ExecutionPlan& plan, program::ValueIndex value);

}  // namespace etscope::findings
