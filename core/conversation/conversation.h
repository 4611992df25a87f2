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

namespace etscope::conversation {

/// One id that was chosen.
struct ChosenToken {
    std::size_t line = 0;
    std::string conversation;
    std::optional<std::int64_t> id, call;
    std::string text;                   ///< of the tokenizer; empty: not known
    std::optional<double> probability;  ///< by the logits that were read, at temperature 1
    std::optional<std::size_t> row;     ///< of the logits, that it is read from
    std::size_t output = 0;             ///< of the call, that they are
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
    std::vector<CheckRow> checks;     ///< all, in their order
    std::vector<Finding> findings;    ///< by line, then by check
    std::vector<ChosenToken> tokens;  ///< in order
    std::uint64_t operations = 0;     ///< that computing the calls took
};

/// Of an id by its logits, at temperature 1; nothing: they are not finite. `id`: one of them.
std::optional<double> probabilityOf(std::span<const double> logits, std::size_t id);

struct ConversationOptions {
    bool values = true;  ///< whether calls are computed
    bool look = false;   ///< only as far as the allowance of this thread goes; such an answer is kept apart
};

/// Of the session's first trace. Linear in its lines and values, each of which is read once; one call's values are in memory at a
/// time, and the rows of embeddings and pictures. Kept after the first call. Errors: `no-trace`, `cancelled`.
Result<std::shared_ptr<const Answer>> conversation(const session::Session& session, const JobContext& job,
                                                   const ConversationOptions& options = {});

}  // namespace etscope::conversation
