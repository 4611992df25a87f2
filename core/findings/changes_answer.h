// The answer to the question Changes: what an export does otherwise than its baseline, and whether an output got worse. Any thread.
// Rules: docs/FORMATS.md "Answers".
#pragma once

#include "compare/diff.h"
#include "findings/answers.h"

namespace etscope::findings {

/// `diff`: from `before` to `after`, all methods and stages; `baseline`: what the former is called.
Answer changesAnswer(const session::Session& before, const session::Session& after, const compare::SessionDiff& diff,
                     const std::string& baseline);

/// Bytes of what is shipped: program and external data; nothing where a session has neither.
std::optional<std::uint64_t> shippedBytes(const session::Session& session);

}  // namespace etscope::findings
