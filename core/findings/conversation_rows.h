// What a conversation says in a verdict: its findings as causes and sentences. Internal to core/findings.
#pragma once

#include "findings/verdict.h"

namespace etscope::findings {

/// Causes of these kinds begin so: "conversation-splice".
inline constexpr std::string_view kConversationKind = "conversation-";

/// Of the session's trace, if it has one, as far as a look computes its calls. Errors: `cancelled`.
Result<void> addConversation(const session::Session& session, SessionVerdict& made, const JobContext& job);

}  // namespace etscope::findings
