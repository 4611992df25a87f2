// The document of a conversation.
#pragma once

#include "conversation/blame.h"
#include "report/documents.h"

namespace etscope::report {

struct ConversationQuestion {
    bool values = true;                               ///< whether calls are computed
    std::optional<conversation::BlameOptions> blame;  ///< of a token, too
};

/// "etscope.conversation/1" of the session's first trace. `state` receives what is said of it. Errors: those of
/// conversation::conversation() and blame().
Result<Json> conversationDocument(const session::Session& session, const ConversationQuestion& question, conversation::State& state,
                                  const JobContext& job);

}  // namespace etscope::report
