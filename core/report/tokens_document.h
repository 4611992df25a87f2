// The `tokens` document: which tokens reference and runtime choose. Any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/documents.h"

namespace etscope::report {

struct TokensOptions {
    std::string method;  ///< empty: all
    std::optional<std::int64_t> caseIndex, output;
    std::optional<std::size_t> position;  ///< its candidates are listed; of each output the first that differs unless told
    std::size_t most = 10;                ///< candidates of each side
    std::vector<std::string> references;  ///< of compare::pairOutputs()
};

/// Of all outputs over a vocabulary that have both sides. `differs` becomes true when a chosen token does. Errors:
/// `no-such-method`, `tokens-none` (no output is over a vocabulary), `tensor-index`, those of compare::pairOutputs() and
/// tokens::tokenChoices().
Result<Json> tokensDocument(const std::shared_ptr<const session::Session>& session, const TokensOptions& options, bool& differs,
                            const JobContext& job);

/// The document as people read it.
std::string tokensText(const Json& document);

}  // namespace etscope::report
