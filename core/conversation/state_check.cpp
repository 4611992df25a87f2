#include "conversation/state_check.h"

#include <algorithm>

namespace etscope::conversation {

void StateCheck::tell(const CallStep& step, const char* kind, std::optional<std::size_t> input, Sentence sentence,
                      Evidence evidence) {
    Finding finding{Check::State, kind, {}, std::move(sentence), evidence};
    finding.place.line = step.line->number;
    finding.place.call = step.call->index;
    finding.place.method = step.call->method;
    finding.place.input = input;
    finding.place.state = true;
    m_findings.add(std::move(finding));
}

void StateCheck::call(const CallStep& step, const MethodRoles& roles, bool keeps) {
    Talk& talk = m_talks[step.line->conversation];
    if (roles.input(InputRole::Cache)) caches(step, roles, talk);
    if (!step.call->before.empty() || !step.call->after.empty()) told(step, talk);
    dumps(step, talk, keeps);
}

void StateCheck::caches(const CallStep& step, const MethodRoles& roles, Talk& talk) {
    std::size_t place = 0;
    bool told = false, known = true;
    for (std::size_t i = 0; i < std::min(roles.inputs.size(), step.inputs.size()); ++i) {
        if (roles.inputs[i].role != InputRole::Cache) continue;
        const std::size_t at = place++;
        const std::string given = step.inputs[i].hash();
        const std::size_t output = roles.inputs[i].output;
        const std::string left = output < step.outputs.size() ? step.outputs[output].hash() : std::string();
        known = known && !given.empty() && !left.empty();
        const bool first = talk.caches.size() <= at || talk.caches[at].hash.empty();
        std::string expected = first ? std::string() : talk.caches[at].hash;
        if (first) {
            // What the first conversation begins with is taken for right: what it should be, nothing tells.
            expected = m_begin.contains(at) ? m_begin[at] : given;
            if (!m_begin.contains(at)) m_begin[at] = given;
        }
        if (!given.empty() && !expected.empty() && given != expected && !told) {
            told = true;
            const auto seen = m_seen.find({at, given});
            const Evidence evidence = step.inputs[i].hasElements() ? Evidence::Bytes : Evidence::Hash;
            const std::string conversation = step.line->conversation;
            if (first && at < talk.beforeReset.size() && talk.beforeReset[at].hash == given)
                tell(step, "state_not_reset", i,
                     Sentence::of("the cache in input %1 is what call %2 left before the reset", i, talk.beforeReset[at].call),
                     evidence);
            else if (seen != m_seen.end() && seen->second.conversation != conversation)
                tell(step, "state_other", i,
                     Sentence::of("the cache in input %1 is what call %2 of another conversation left", i, seen->second.call),
                     evidence);
            else if (seen != m_seen.end())
                tell(step, first ? "state_not_reset" : "stale_cache", i,
                     Sentence::of("the cache in input %1 is what call %2 left, not what the last call did", i, seen->second.call),
                     evidence);
            else if (first)
                tell(step, "state_begin", i, Sentence::of("the conversation does not begin with an empty cache in input %1", i),
                     evidence);
            else if (given == m_begin[at])
                tell(step, "state_lost", i, Sentence::of("the cache in input %1 is empty again", i), evidence);
            else
                tell(step, "state_changed", i,
                     Sentence::of("the cache in input %1 is not what call %2 left", i, talk.caches[at].call), evidence);
        }
        if (talk.caches.size() <= at) talk.caches.resize(at + 1);
        talk.caches[at] = {left, step.line->conversation, step.call->index};
        if (!left.empty()) m_seen.emplace(std::pair(at, left), talk.caches[at]);
    }
    known ? m_findings.looked(Check::State) : m_findings.open(Check::State, Sentence::of("caches cannot be read"));
}

void StateCheck::told(const CallStep& step, Talk& talk) {
    const bool shared = m_opened.trace->start().memory == "shared";
    const std::string prefix = shared ? std::string() : step.call->method + "/";
    m_findings.looked(Check::State);
    for (const auto& [name, hash] : step.call->before) {
        const auto known = talk.memory.find(prefix + name);
        if (known == talk.memory.end() || known->second == hash) continue;
        tell(step, "state_changed", {}, Sentence::of("the state %1 is not what the last call left", name), Evidence::Hash);
        break;
    }
    for (const auto& [name, hash] : step.call->after) talk.memory[prefix + name] = hash;
}

/// A module that was loaded anew has blocks of its loading in its dump; one of two conversations has a dump of its own.
void StateCheck::dumps(const CallStep& step, Talk& talk, bool keeps) {
    if (!step.call->dump || step.call->dump->file.empty()) return;
    const traces::DumpPlace& dump = *step.call->dump;
    if (keeps) {
        m_findings.looked(Check::State);
        const std::string owner = m_dumpOwner.contains(dump.file) ? m_dumpOwner[dump.file] : step.line->conversation;
        if (!talk.dump.empty() && talk.dump != dump.file && owner != step.line->conversation)
            tell(step, "state_other", {},
                 Sentence::of("the call is in the dump %1, which is another conversation's module", dump.file), Evidence::Order);
        m_dumpOwner.emplace(dump.file, step.line->conversation);
        if (talk.dump.empty() || owner == step.line->conversation) talk.dump = dump.file;
        const auto reset = m_runAtReset.find(dump.file);
        const auto last = m_lastRun.find(dump.file);
        if (m_resetPending && reset != m_runAtReset.end() && dump.run && last != m_lastRun.end() && *dump.run == last->second + 1)
            tell(step, "state_not_reset", {},
                 Sentence::of(
                     "the dump goes on without a method being loaded anew: the module was not reset, its state is what it was"),
                 Evidence::Order);
        if (m_resetPending && !m_reloaded.contains(step.call->method)) m_resetPending = false;
    }
    if (dump.run) m_lastRun[dump.file] = *dump.run;
}

void StateCheck::reset(const traces::Line& line, const traces::Reset& reset) {
    for (auto& [conversation, talk] : m_talks) {
        if (!line.conversation.empty() && conversation != line.conversation) continue;
        talk.beforeReset = std::exchange(talk.caches, {});
        talk.memory.clear();
        talk.dump.clear();
    }
    m_resetPending = reset.how == "reload";
    m_runAtReset = m_lastRun;
}

}  // namespace etscope::conversation
