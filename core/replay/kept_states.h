// States of buffers between calls, kept for whoever asks for the state behind the next one. Bounded: the least recently used go
// first. Kept in a session's store. Any thread.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "evaluate/array.h"

namespace etscope::replay {

/// By target of the graph's inputs.
using Buffers = std::map<std::string, evaluate::Array>;

class KeptStates {
public:
    /// Holds at most so many bytes and states; the newest one whatever its size.
    KeptStates(std::uint64_t bytes, std::size_t states) : m_mostBytes(bytes), m_mostStates(states) {}
    std::optional<Buffers> find(std::string_view key) const;
    /// Arrays that lie in files, or in blocks that hold more than them, are copied; what cannot be read is not kept.
    void keep(std::string key, Buffers buffers) const;

private:
    struct State {
        std::string key;
        Buffers buffers;
        std::uint64_t bytes = 0;
    };
    void forget(std::list<State>::iterator state) const;

    std::uint64_t m_mostBytes;
    std::size_t m_mostStates;
    mutable std::mutex m_mutex;
    mutable std::list<State> m_states;  ///< most recently used first
    mutable std::map<std::string_view, std::list<State>::iterator> m_byKey;
    mutable std::uint64_t m_bytes = 0;
};

}  // namespace etscope::replay
