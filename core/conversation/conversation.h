// Conversation: a trace, checked: texts, ids, pictures, rows, positions, masks, choices, state and the values of every call. Any
// thread. Rules: docs/FORMATS.md "Conversations".
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conversation/finding.h"
#include "conversation/roles.h"
#include "conversation/token_values.h"
#include "session/entity.h"

namespace etscope::conversation {

/// One id that was chosen.
struct ChosenToken {
    std::size_t line = 0;
    std::string conversation;
    std::optional<std::int64_t> id, call;
    std::string text;                    ///< of the tokenizer; empty: not known
    std::optional<double> probability;   ///< by the logits that were read, at temperature 1
    std::size_t message = 0, place = 0;  ///< of Answer::messages, from 1; in it
    std::size_t row = 0, rows = 0;       ///< of logits: which was read, and how many there are; 0: they are not there
    std::size_t output = 0;              ///< of the call, that they are
    bool greedy = false;                 ///< the sampler says so
    TokenValues values;
    std::vector<std::size_t> calls;  ///< of Answer::told: those that were made for it alone, in order
};

struct MethodSummary {
    std::string name;
    MethodRoles roles;
};

struct Answer {
    State state = State::Unknown;  ///< Unknown: something could not be told, and nothing is wrong
    std::size_t file = 0;          ///< of the session
    std::string runner, device;
    std::size_t lines = 0, unread = 0, calls = 0;
    std::vector<MethodSummary> methods;
    std::vector<CheckRow> checks;        ///< all, in their order
    std::vector<Finding> findings;       ///< by line, then by check
    std::vector<ChosenToken> tokens;     ///< in order
    std::vector<CallFacts> told;         ///< all calls, in order
    std::vector<MessageFacts> messages;  ///< messages and answers, in order
    std::uint64_t operations = 0;        ///< that computing the calls took
};

session::Entity addressOf(const ChosenToken& token);

struct ConversationOptions {
    bool values = true;  ///< whether calls are computed
    bool look = false;   ///< only as far as the allowance of this thread goes; such an answer is kept apart
};

/// Of the session's first trace. Linear in its lines and values, each of which is read once; one call's values are in memory at a
/// time, and the rows of embeddings and pictures. Kept after the first call. Errors: `no-trace`, `cancelled`.
Result<std::shared_ptr<const Answer>> conversation(const session::Session& session, const JobContext& job,
                                                   const ConversationOptions& options = {});

}  // namespace etscope::conversation
