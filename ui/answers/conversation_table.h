// What is said of a conversation: its text with the token that was chosen at each place, and a row for each check with what is
// wrong under it. Rich texts in the GUI thread only.
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "conversation/conversation.h"
#include "models/rows.h"
#include "session/session.h"

namespace etscope::ui {

using ConversationPtr = std::shared_ptr<const conversation::Answer>;

/// A check, or something that is wrong by it.
struct ConversationRow {
    ConversationPtr made;
    conversation::Check check = conversation::Check::Files;
    std::optional<std::size_t> finding;  ///< of the answer; nothing: the check itself
};
/// With the table's columns, findings under their check, each at the node that is at fault where there is one.
Rows conversationRows(const ConversationPtr& made);
/// What was found, in a sentence.
QString conversationText(const conversation::Answer& made);
/// Rich text: who said what, the template, the ids, and the answer token by token, each underlined by its probability, a link
/// "token:N" (N: its place in Answer::tokens) with what is known of it as its title. `token`: the one that is chosen.
QString talkText(const session::Session& session, const conversation::Answer& made, std::optional<std::size_t> token);
/// Rich text: the id, its probability, the call that made it, and what is wrong there.
QString tokenText(const session::Session& session, const conversation::Answer& made, std::size_t token);

}  // namespace etscope::ui
