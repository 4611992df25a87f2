// The document of gates, and the same for tools that read JUnit and SARIF.
#pragma once

#include <string>

#include "gate/gate.h"
#include "report/documents.h"

namespace etscope::report {

/// `failed`: a budget is broken, or unknown and not allowed to be. Errors: those of gate::gate().
Result<Json> gateDocument(const std::shared_ptr<const session::Session>& session, const gate::Budgets& budgets,
                          const gate::GateOptions& options, bool& failed, const JobContext& job);
/// "etscope.budgets/1": the file of budgets that was written.
Json budgetsDocument(const session::Session& session, const std::string& path, std::size_t bytes);
/// Its rows for people: what broke first.
std::string gateText(const Json& document);

/// JUnit XML: a case for each row; unknown ones are errors, or skipped where they are allowed to be.
std::string junitOfGate(const Json& document);
/// SARIF 2.1.0: a result for each row that fails, at its source lines, else at its line of the budget file. `folder`: paths below
/// it are written relative to it. `version`: of this program.
Json sarifOfGate(const Json& document, const std::string& folder, const std::string& version);

}  // namespace etscope::report
