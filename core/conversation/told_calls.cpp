#include "conversation/told_calls.h"

#include <algorithm>

namespace etscope::conversation {
namespace {

/// The shape of the value that a call is about: the first that has one of these roles, else the first at all.
template <class Role>
std::vector<std::int64_t> shapeOf(const std::vector<CallValue>& values, const MethodRoles& roles,
                                  std::initializer_list<Role> wanted) {
    std::optional<std::size_t> at;
    for (const Role role : wanted) {
        if (at) break;
        if constexpr (std::is_same_v<Role, InputRole>)
            at = roles.input(role);
        else
            at = roles.output(role);
    }
    const std::size_t place = at.value_or(0);
    return place < values.size() && values[place].known() ? values[place].shape() : std::vector<std::int64_t>();
}

}  // namespace

CallFacts& ToldCalls::call(const CallStep& step, const MethodRoles& roles) {
    CallFacts& told = m_calls.emplace_back();
    told.index = step.call->index;
    told.line = step.line->number;
    told.conversation = step.line->conversation;
    told.method = step.call->method;
    told.image = step.call->image;
    told.kind = roles.kind;
    told.given = shapeOf(step.inputs, roles, {InputRole::Pixels, InputRole::Embeddings, InputRole::Ids});
    told.gave = shapeOf(step.outputs, roles, {OutputRole::Logits, OutputRole::Rows});
    told.nanoseconds = step.call->nanoseconds;
    m_places[told.index] = m_calls.size() - 1;
    m_talks[told.conversation].open.push_back(m_calls.size() - 1);
    return told;
}

void ToldCalls::message(const traces::Line& line, const traces::Message& message) {
    close(line.conversation);
    m_messages.push_back({line.number, line.conversation, message.role, false, 0, 0});
}

void ToldCalls::close(const std::string& conversation) {
    for (auto& [name, talk] : m_talks)
        if (conversation.empty() || name == conversation) talk.answer.reset();
}

void ToldCalls::restart(const std::string& conversation) {
    close(conversation);
    for (auto& [name, talk] : m_talks)
        if (conversation.empty() || name == conversation) talk.open.clear();
}

ToldCalls::Chosen ToldCalls::choice(const traces::Line& line, const traces::Choice& choice, std::size_t number) {
    Talk& talk = m_talks[line.conversation];
    if (!talk.answer) {
        talk.answer = m_messages.size();
        m_messages.push_back({line.number, line.conversation, {}, true, number, 0});
    }
    MessageFacts& answer = m_messages[*talk.answer];
    Chosen chosen{*talk.answer + 1, answer.tokens++, {}};
    const auto of = choice.call ? m_places.find(*choice.call) : m_places.end();
    const std::size_t last = of == m_places.end() ? m_calls.size() : of->second;
    const auto behind = std::ranges::find_if(talk.open, [&](std::size_t place) { return place > last; });
    chosen.calls.assign(talk.open.begin(), behind);
    talk.open.erase(talk.open.begin(), behind);
    for (const std::size_t place : chosen.calls) m_calls[place].token = number;
    return chosen;
}

std::vector<CallFacts> ToldCalls::takeCalls(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        const auto at = finding.place.call ? m_places.find(*finding.place.call) : m_places.end();
        if (at != m_places.end()) m_calls[at->second].state = State::Wrong;
    }
    return std::move(m_calls);
}

}  // namespace etscope::conversation
