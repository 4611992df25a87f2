#include "replay/kept_states.h"

#include <memory>

#include "base/limits.h"
#include "evaluate/reading.h"

namespace etscope::replay {
namespace {

std::uint64_t bytesOf(const evaluate::Array& array) { return static_cast<std::uint64_t>(array.count()) * array.item(); }

/// With a block of memory of its own: what lies in a file is read by one thread at a time, and a view keeps all that it is of.
bool ownsItsBytes(const evaluate::Array& array) {
    return array.storage != nullptr && array.storage->owned() && array.storage->size() == bytesOf(array);
}

bool makeOwned(Buffers& buffers) {
    const JobContext job;
    const evaluate::Context context{std::make_shared<evaluate::Memory>(limits::settable().evaluatedBytes), job};
    for (auto& [target, array] : buffers) {
        if (ownsItsBytes(array)) continue;
        const auto own = evaluate::readOwned(context, evaluate::Value(array));
        if (!own || own->array() == nullptr) return false;
        array = *own->array();
    }
    return true;
}

}  // namespace

std::optional<Buffers> KeptStates::find(std::string_view key) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_byKey.find(key);
    if (found == m_byKey.end()) return std::nullopt;
    m_states.splice(m_states.begin(), m_states, found->second);
    return found->second->buffers;
}

void KeptStates::keep(std::string key, Buffers buffers) const {
    if (!makeOwned(buffers)) return;
    State state{std::move(key), std::move(buffers), 0};
    for (const auto& [target, array] : state.buffers) state.bytes += bytesOf(array);
    const std::lock_guard lock(m_mutex);
    if (const auto old = m_byKey.find(state.key); old != m_byKey.end()) forget(old->second);
    m_bytes += state.bytes;
    m_states.push_front(std::move(state));
    m_byKey.emplace(m_states.front().key, m_states.begin());
    while (m_states.size() > 1 && (m_bytes > m_mostBytes || m_states.size() > m_mostStates)) forget(std::prev(m_states.end()));
}

void KeptStates::forget(std::list<State>::iterator state) const {
    m_bytes -= state->bytes;
    m_byKey.erase(state->key);
    m_states.erase(state);
}

}  // namespace etscope::replay
