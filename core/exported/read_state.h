// ReadState: what the parts of the program reader share while one program is read. Internal to core/exported; one thread.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/diagnostics.h"
#include "base/limits.h"
#include "graph/graph_model.h"
#include "io/json_reader.h"

namespace etscope::exported {

// WordTable: the words of a format (member names, union tags) → an enum value, by one hash and one comparison. Built at compile
// time; immutable.

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

/// What may be made of a text: limits.h tells why.
inline std::uint64_t memoryFor(const ByteRange& text) {
    const bool deflated = text.storedSize() < text.size;
    return limits::kProgramMemoryFloor +
           (deflated ? limits::kDeflatedProgramMemoryFactor : limits::kProgramMemoryFactor) * text.storedSize();
}

struct ReadState {
    ReadState(JsonReader& reader, graph::GraphBuilder& model, Diagnostics& findings, const ByteRange& text)
        : json(reader), builder(model), diagnostics(findings), document(text), memoryLimit(memoryFor(text)) {}

    JsonReader& json;
    graph::GraphBuilder& builder;
    Diagnostics& diagnostics;
    const ByteRange& document;
    const std::uint64_t memoryLimit;

    std::string here() const { return document.where(json.offset()); }
    std::uint64_t told = 0;     ///< findings, told or beyond what is told
    std::uint64_t damaged = 0;  ///< those that are no notes
    std::uint64_t memory = 0;   ///< of the model so far

    /// Whether another finding is told: beyond some their number says nothing more.
    bool tells() { return !json.failed() && ++told <= limits::kMaxProgramFindings; }
    /// Silent once the text is broken: what follows from that is no news. Damage throughout ends the reading.
    void report(Severity severity, std::string_view code, const std::string& message) {
        if (tells()) diagnostics.add(severity, code, here(), message);
        if (severity != Severity::Note && ++damaged >= limits::kMaxProgramFindings)
            json.stop("program-damaged-throughout", "more than " + std::to_string(limits::kMaxProgramFindings) +
                                                        " parts of it are damaged; what follows is left out");
    }
    /// Takes memory for a part of the model: a text of two bytes a part must not become a hundred times its size.
    void spend(std::uint64_t bytes) {
        memory += bytes;
        if (memory > memoryLimit)
            json.stop("limit-exceeded", "its graph needs far more memory than its " + std::to_string(document.storedSize()) +
                                            " bytes in the file are worth; what follows is left out");
    }
    void warn(std::string_view code, const std::string& message) { report(Severity::Warning, code, message); }

    graph::StringId intern(std::string_view text) {
        const std::size_t known = builder.model().strings().size();
        const graph::StringId id = builder.intern(text);
        if (builder.model().strings().size() != known) spend(text.size() + kTextCost);
        return id;
    }
    /// Interned text of the next value; an invalid id (and the value skipped) when it is no string.
    graph::StringId internString() {
        const auto text = json.string();
        return text ? intern(*text) : graph::StringId{};
    }
    /// Marks `member` of an object as seen; warns when it was before.
    template <class E>
    void mark(std::uint32_t& seen, E member, std::string_view key) {
        const std::uint32_t bit = 1U << static_cast<unsigned>(member);
        if ((seen & bit) != 0)
            warn("json-duplicate-key", "'" + std::string(key) + "' occurs twice in one object; the last one counts");
        seen |= bit;
    }

private:
    /// Of an interned text beside its bytes: a view, and half-empty slots.
    static constexpr std::uint64_t kTextCost = 48;
};

}  // namespace etscope::exported
