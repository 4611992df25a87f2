// Calls, messages and answers of a trace as its document tells them, collected line by line. One thread. Rules: docs/FORMATS.md
// "Conversations".
#pragma once

#include <map>

#include "conversation/call_values.h"
#include "conversation/sequence.h"
#include "conversation/token_values.h"
#include "traces/trace.h"

namespace etscope::conversation {

class ToldCalls {
public:
    /// The next call. The reference is good until the call after it.
    CallFacts& call(const CallStep& step, const MethodRoles& roles);
    void message(const traces::Line& line, const traces::Message& message);
    /// What is said is not gone on with. Empty: of all conversations.
    void close(const std::string& conversation);
    /// All begins anew: calls until here make no token.
    void restart(const std::string& conversation);

    struct Chosen {
        std::size_t message = 0, place = 0;  ///< of all messages, from 1; in its answer
        std::vector<std::size_t> calls;      ///< places among the calls: those since the choice before
    };
    /// The `number`-th choice of the trace.
    Chosen choice(const traces::Line& line, const traces::Choice& choice, std::size_t number);

    /// With the findings that are at them.
    std::vector<CallFacts> takeCalls(const std::vector<Finding>& findings);
    std::vector<MessageFacts> takeMessages() { return std::move(m_messages); }

private:
    struct Talk {
        std::vector<std::size_t> open;      ///< calls that have made no token yet
        std::optional<std::size_t> answer;  ///< of the messages
    };
    std::vector<CallFacts> m_calls;
    std::vector<MessageFacts> m_messages;
    std::map<std::string, Talk> m_talks;
    std::map<std::int64_t, std::size_t> m_places;  ///< of calls by index
};

}  // namespace etscope::conversation
