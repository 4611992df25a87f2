// What was checked of a conversation: a row for each check with what is wrong under it. Any thread.
#pragma once

#include <QString>
#include <optional>

#include "answers/talk_facts.h"
#include "models/rows.h"

namespace etscope::ui {

/// A check, or something that is wrong by it.
struct ConversationRow {
    ConversationPtr made;
    conversation::Check check = conversation::Check::Files;
    std::optional<std::size_t> finding;  ///< of the answer; nothing: the check itself
    bool tokens = false;                 ///< neither: whether tokens are the reference's
};
/// With the table's columns, findings under their check, each at the node that is at fault where there is one.
Rows conversationRows(const ConversationPtr& made);
/// What was found, in a sentence.
QString conversationText(const conversation::Answer& made);

}  // namespace etscope::ui
