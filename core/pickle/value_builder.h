// ValueBuilder: fills a Values arena while a stream is read, and keeps account of its memory. Containers grow as chains of
// segments and are laid out side by side by `finish`. One thread.
#pragma once

#include <bit>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text_hash.h"
#include "pickle/values.h"

namespace etscope::pickle {

class ValueBuilder {
public:
    /// `budget`: bytes that the arena may take. Beyond it values are None and `exhausted` is true.
    ValueBuilder(std::span<const std::byte> stream, std::uint64_t budget) : m_left(budget) {
        m_values.m_stream = stream;
        m_values.m_nodes.resize(3);
        m_values.m_nodes[1].kind = m_values.m_nodes[2].kind = Kind::Bool;
        m_values.m_nodes[2].payload = 1;
    }

    bool exhausted() const noexcept { return m_exhausted; }
    /// Takes `bytes` from the budget, for what the reader keeps beside the arena.
    bool charge(std::uint64_t bytes) noexcept {
        if (bytes > m_left) m_exhausted = true;
        if (m_exhausted) return false;
        m_left -= bytes;
        return true;
    }

    ValueId none() const noexcept { return ValueId(std::uint32_t{0}); }
    ValueId boolean(bool value) const noexcept { return ValueId(std::uint32_t{value ? 2U : 1U}); }
    ValueId integer(std::int64_t value) {
        if (value >= -Values::kInlineBias && value < Values::kInlineBias - 1)
            return ValueId(static_cast<std::uint32_t>(value + Values::kInlineBias) | Values::kInlineBit);
        return add({std::bit_cast<std::uint64_t>(value), 0, Kind::Int, 0});
    }
    ValueId number(double value) { return add({std::bit_cast<std::uint64_t>(value), 0, Kind::Double, 0}); }
    /// Text at [offset, offset + length) of the stream; length below 4 GiB.
    ValueId text(Kind kind, std::uint64_t offset, std::uint32_t length) { return add({offset, length, kind, 0}); }
    ValueId bigInt(std::uint64_t offset, std::uint32_t length, bool decimal) {
        return add({offset, length, Kind::BigInt, decimal ? static_cast<std::uint8_t>(Values::kDecimal) : std::uint8_t{0}});
    }

    /// Bytes whose latin-1 spelling is the String; invalid when it has characters above U+00FF or is not UTF-8.
    ValueId latin1Bytes(ValueId string) {
        if (const auto known = m_encoded.find(string.index()); known != m_encoded.end()) return known->second;
        const std::string_view utf8 = textOf(string);
        const std::size_t start = m_values.m_derived.size();
        if (!charge(utf8.size() + kMapEntry)) return none();
        std::string bytes;
        bytes.reserve(utf8.size());
        for (std::size_t i = 0; i < utf8.size(); ++i) {
            const auto lead = static_cast<unsigned char>(utf8[i]);
            if (lead < 0x80) {
                bytes += static_cast<char>(lead);
                continue;
            }
            // U+0080 to U+00FF are two bytes: C2 or C3, then a continuation.
            const unsigned char next = i + 1 < utf8.size() ? static_cast<unsigned char>(utf8[i + 1]) : 0;
            if ((lead != 0xC2 && lead != 0xC3) || (next & 0xC0U) != 0x80U) return ValueId();
            bytes += static_cast<char>(((lead & 3U) << 6U) | (next & 0x3FU));
            ++i;
        }
        m_values.m_derived += bytes;
        const ValueId id = add({start, static_cast<std::uint32_t>(bytes.size()), Kind::Bytes, Values::kDerived});
        m_encoded.emplace(string.index(), id);
        return id;
    }

    ValueId container(Kind kind) { return add({0, 0, kind, 0}); }
    ValueId dict(std::uint32_t classSymbol) { return add({0, classSymbol + 1, Kind::Dict, 0}); }
    ValueId frozenSet() { return add({0, 0, Kind::Set, Values::kFrozen}); }
    ValueId object(ValueId callable, ValueId arguments) {
        if (kind(callable) == Kind::Symbol) ++m_values.m_symbols[symbolIndex(callable)].calls;
        const ValueId id = add({0, callable.index(), Kind::Object, 0});
        if (!m_exhausted) append(id, {&arguments, 1});
        return id;
    }
    ValueId persistent(ValueId reference) {
        const ValueId id = add({0, 0, Kind::Persistent, 0});
        if (!m_exhausted) append(id, {&reference, 1});
        return id;
    }

    /// The symbol's node, always the same one for equal names.
    ValueId symbol(std::string_view module, std::string_view name) {
        std::string key;
        key.reserve(module.size() + name.size() + 1);
        key.append(module).append(1, '\n').append(name);
        if (const auto known = m_symbolIds.find(key); known != m_symbolIds.end()) return known->second;
        if (!charge(2 * kMapEntry + sizeof(Symbol) + 2 * key.size())) return none();
        const ValueId id = add({0, static_cast<std::uint32_t>(m_values.m_symbols.size()), Kind::Symbol, 0});
        if (m_exhausted) return id;
        m_values.m_symbols.push_back({std::string(uniformModule(module)), std::string(name), 0});
        m_symbolIds.emplace(std::move(key), id);
        return id;
    }

    void append(ValueId container, std::span<const ValueId> items) {
        if (items.empty()) return;
        Node& node = m_values.m_nodes[container.index()];
        const std::uint32_t tail = tailOf(node);
        const bool extends = tail != 0 && tail - 1 + kSegmentHead + m_pool[tail - 1] == m_pool.size();
        // An item is in the pool, and later also in the final layout.
        if (m_pool.size() + items.size() > kPoolEnd || !charge(items.size() * 8 + (extends ? 0 : kSegmentHead * 4))) {
            m_exhausted = true;
            return;
        }
        if (extends) {
            m_pool[tail - 1] += static_cast<std::uint32_t>(items.size());
        } else {
            const auto segment = static_cast<std::uint32_t>(m_pool.size() + 1);
            m_pool.push_back(static_cast<std::uint32_t>(items.size()));
            m_pool.push_back(0);
            if (tail != 0) m_pool[tail] = segment;
            const std::uint32_t head = tail != 0 ? headOf(node) : segment;
            node.payload = (std::uint64_t{segment} << 32U) | head;
        }
        for (const ValueId item : items) m_pool.push_back(item.index());
        m_itemCount += items.size();
    }

    /// The List or Dict (`wanted`) that holds the elements appended to an object; made at the first call.
    ValueId attachedContainer(ValueId object, Kind wanted) {
        ValueId last;
        const std::uint32_t tail = tailOf(m_values.m_nodes[object.index()]);
        if (tail != 0) last = ValueId(m_pool[tail - 1 + kSegmentHead + m_pool[tail - 1] - 1]);
        if (last.valid() && kind(last) == wanted && m_values.attached(last)) return last;
        const ValueId made = add({0, 0, wanted, Values::kAttached});
        if (!m_exhausted) append(object, {&made, 1});
        return made;
    }

    Kind kind(ValueId id) const noexcept { return m_values.kind(id); }
    const Symbol& symbolOf(ValueId id) const noexcept { return m_values.symbol(id); }
    std::uint32_t symbolIndex(ValueId id) const noexcept { return static_cast<std::uint32_t>(m_values.symbolIndex(id)); }
    std::string_view textOf(ValueId id) const noexcept { return m_values.text(id); }
    std::int64_t integerOf(ValueId id) const noexcept { return m_values.integer(id); }
    /// Calls `visit` for each item so far, in order, until it returns false.
    template <class Visit>
    void forEachItem(ValueId container, Visit&& visit) const {
        for (std::uint32_t segment = headOf(m_values.m_nodes[container.index()]); segment != 0;) {
            const std::uint32_t count = m_pool[segment - 1];
            for (std::uint32_t i = 0; i < count; ++i)
                if (!visit(ValueId(m_pool[segment - 1 + kSegmentHead + i]))) return;
            segment = m_pool[segment];
        }
    }

    Values finish(ValueId root, int protocol, std::uint64_t consumed) && {
        std::vector<ValueId>& items = m_values.m_items;
        items.reserve(static_cast<std::size_t>(m_itemCount));
        for (std::size_t i = 0; i < m_values.m_nodes.size(); ++i) {
            Node& node = m_values.m_nodes[i];
            if (node.kind < Kind::Tuple || node.kind == Kind::Symbol) continue;
            const std::size_t first = items.size();
            forEachItem(ValueId(i), [&items](ValueId item) {
                items.push_back(item);
                return true;
            });
            node.payload = (std::uint64_t{items.size() - first} << 32U) | first;
        }
        m_values.m_root = root;
        m_values.m_protocol = protocol;
        m_values.m_consumed = consumed;
        return std::move(m_values);
    }

private:
    using Node = Values::Node;
    /// A segment in the pool: number of items, position of the next segment + 1, items.
    static constexpr std::uint32_t kSegmentHead = 2;
    static constexpr std::uint32_t kPoolEnd = 0xFFFF'FF00;
    /// What a map entry costs beside its key: node, bucket, allocation.
    static constexpr std::uint64_t kMapEntry = 64;

    /// Python 2 spellings, and a module that PyTorch renamed.
    static std::string_view uniformModule(std::string_view module) {
        constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
            {"__builtin__", "builtins"}, {"copy_reg", "copyreg"}, {"torch.tensor", "torch._tensor"}};
        for (const auto& [from, to] : kRenamed)
            if (from == module) return to;
        return module;
    }

    ValueId add(Node node) {
        if (m_values.m_nodes.size() >= Values::kInlineBit) m_exhausted = true;
        if (!charge(sizeof(Node))) return none();
        m_values.m_nodes.push_back(node);
        return ValueId(m_values.m_nodes.size() - 1);
    }
    std::uint32_t headOf(const Node& node) const noexcept { return static_cast<std::uint32_t>(node.payload); }
    std::uint32_t tailOf(const Node& node) const noexcept { return static_cast<std::uint32_t>(node.payload >> 32U); }

    Values m_values;
    std::uint64_t m_left;
    bool m_exhausted = false;
    std::deque<std::uint32_t> m_pool;
    std::uint64_t m_itemCount = 0;
    TextMap<ValueId> m_symbolIds;                          ///< "module\nname" as in the stream
    std::unordered_map<std::uint32_t, ValueId> m_encoded;  ///< String → Bytes
};

}  // namespace etscope::pickle
