// WordTable: the words of a format (member names, union tags) → an enum value, by one hash and one comparison. Built at compile
// time; immutable.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace etscope::exported {

template <class E, std::size_t count>
class WordTable {
public:
    /// `none` is what `find` returns for other words.
    consteval WordTable(const std::pair<std::string_view, E> (&words)[count], E none) : m_none(none) {
        for (const auto& [word, value] : words) {
            std::size_t slot = hash(word);
            while (!m_slots[slot].word.empty()) slot = (slot + 1) % kSlots;
            m_slots[slot] = {word, value};
        }
    }
    constexpr E find(std::string_view word) const noexcept {
        if (word.empty()) return m_none;
        for (std::size_t slot = hash(word); !m_slots[slot].word.empty(); slot = (slot + 1) % kSlots)
            if (m_slots[slot].word == word) return m_slots[slot].value;
        return m_none;
    }

private:
    struct Slot {
        std::string_view word;
        E value{};
    };
    static constexpr std::size_t kSlots = count < 8 ? 16 : count < 32 ? 64 : 128;

    static constexpr std::size_t hash(std::string_view word) noexcept {
        const auto at = [word](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(word[i])); };
        const std::size_t last = word.size() - 1;
        return (word.size() * 7 + at(0) + at(last) * 31 + at(last / 2) * 5 + at(last - last / 4) * 3) % kSlots;
    }

    std::array<Slot, kSlots> m_slots{};
    E m_none;
};

}  // namespace etscope::exported
