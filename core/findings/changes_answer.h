// The answer to the question Changes: what another export does differently, and whether an output got worse. Any thread. Rules:
// docs/FORMATS.md "Answers".
#pragma once

#include "compare/diff.h"
#include "findings/answers.h"

namespace etscope::findings {

/// `diff`: of these two, all methods and stages; `other`: what the right one is called.
Answer changesAnswer(const session::Session& left, const session::Session& right, const compare::SessionDiff& diff,
                     const std::string& other);

/// Bytes of what is shipped: program and external data; nothing where a session has neither.
std::optional<std::uint64_t> shippedBytes(const session::Session& session);

}  // namespace etscope::findings
