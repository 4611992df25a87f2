// The document of a conversation.
#pragma once

#include "conversation/conversation.h"
#include "report/documents.h"

namespace etscope::report {

/// "etscope.conversation/1" of the session's first trace. `state` receives what is said of it. Errors: those of
/// conversation::conversation().
Result<Json> conversationDocument(const session::Session& session, const conversation::ConversationOptions& options,
                                  conversation::State& state, const JobContext& job);

/// Findings as rows of a verdict's causes; none where the session has no trace. Errors: `cancelled`.
Result<Json> conversationCauses(const session::Session& session, const JobContext& job);

}  // namespace etscope::report
