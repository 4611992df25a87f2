// ValueBuilder: fills a Values arena while a stream is read, and keeps account of its memory. Containers grow as chains of
// segments and are laid out side by side by `finish`. One thread.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <unordered_map>

#include "base/text_hash.h"
#include "pickle/values.h"

namespace etscope::pickle {

class ValueBuilder {
public:
    /// `budget`: bytes that the arena may take. Beyond it values are None and `exhausted` is true.
    ValueBuilder(std::span<const std::byte> stream, std::uint64_t budget);

    bool exhausted() const noexcept { return m_exhausted; }
    /// Takes `bytes` from the budget, for what the reader keeps beside the arena.
    bool charge(std::uint64_t bytes) noexcept;

    ValueId none() const noexcept { return ValueId(std::uint32_t{0}); }
    ValueId boolean(bool value) const noexcept { return ValueId(std::uint32_t{value ? 2U : 1U}); }
    ValueId integer(std::int64_t value);
    ValueId number(double value);
    /// Text at [offset, offset + length) of the stream; length below 4 GiB.
    ValueId text(Kind kind, std::uint64_t offset, std::uint32_t length) { return add({offset, length, kind, 0}); }
    ValueId bigInt(std::uint64_t offset, std::uint32_t length, bool decimal);
    /// Bytes whose latin-1 spelling is the String; invalid when it has characters above U+00FF or is not UTF-8.
    ValueId latin1Bytes(ValueId string);
    ValueId container(Kind kind) { return add({0, 0, kind, 0}); }
    ValueId dict(std::uint32_t classSymbol) { return add({0, classSymbol + 1, Kind::Dict, 0}); }
    ValueId frozenSet() { return add({0, 0, Kind::Set, Values::kFrozen}); }
    ValueId object(ValueId callable, ValueId arguments);
    ValueId persistent(ValueId id);
    /// The symbol's node, always the same one for equal names.
    ValueId symbol(std::string_view module, std::string_view name);

    void append(ValueId container, std::span<const ValueId> items);
    /// The List or Dict (`kind`) that holds the elements appended to an object; made at the first call.
    ValueId attachedContainer(ValueId object, Kind kind);

    Kind kind(ValueId id) const noexcept { return m_values.kind(id); }
    const Symbol& symbolOf(ValueId id) const noexcept { return m_values.symbol(id); }
    std::uint32_t symbolIndex(ValueId id) const noexcept { return static_cast<std::uint32_t>(m_values.symbolIndex(id)); }
    std::string_view textOf(ValueId id) const noexcept { return m_values.text(id); }
    std::int64_t integerOf(ValueId id) const noexcept { return m_values.integer(id); }
    /// Calls `visit` for each item so far, in order, until it returns false.
    template <class Visit>
    void forEachItem(ValueId container, Visit&& visit) const;

    Values finish(ValueId root, int protocol, std::uint64_t consumed) &&;

private:
    using Node = Values::Node;
    /// A segment in the pool: number of items, position of the next segment + 1, items.
    static constexpr std::uint32_t kSegmentHead = 2;

    ValueId add(Node node);
    std::uint32_t headOf(const Node& node) const noexcept { return static_cast<std::uint32_t>(node.payload); }
    std::uint32_t tailOf(const Node& node) const noexcept { return static_cast<std::uint32_t>(node.payload >> 32U); }

    Values m_values;
    std::uint64_t m_left;
    bool m_exhausted = false;
    std::deque<std::uint32_t> m_pool;
    std::uint64_t m_itemCount = 0;
    TextMap<ValueId> m_symbolIds;  ///< "module\nname" as in the stream
    std::unordered_map<std::uint32_t, ValueId> m_encoded;  ///< String → Bytes
};

template <class Visit>
void ValueBuilder::forEachItem(ValueId container, Visit&& visit) const {
    for (std::uint32_t segment = headOf(m_values.m_nodes[container.index()]); segment != 0;) {
        const std::uint32_t count = m_pool[segment - 1];
        for (std::uint32_t i = 0; i < count; ++i)
            if (!visit(ValueId(m_pool[segment - 1 + kSegmentHead + i]))) return;
        segment = m_pool[segment];
    }
}

}  // namespace etscope::pickle
