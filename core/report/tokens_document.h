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

/// Of all outputs over a vocabulary that have both sides. One that cannot be told (it is too large, it has no such position) is a
/// row with its error. `differs` becomes true when a chosen token does, or is not told. Errors: `no-such-method`, `tokens-none` (no
/// output is over a vocabulary), those of compare::pairOutputs(); where no output can be told `tensor-index`, those of
/// tokens::outputTokens().
Result<Json> tokensDocument(const std::shared_ptr<const session::Session>& session, const TokensOptions& options, bool& differs,
                            const JobContext& job);

/// The document as people read it.
std::string tokensText(const Json& document);

}  // namespace etscope::report
