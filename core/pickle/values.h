// Values: the inert result of reading a pickle stream. An arena of nodes addressed by 32-bit ids; containers may refer to
// themselves. Strings and bytes stay in the stream, which the caller keeps alive. Immutable once built; any thread.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/strong_id.h"

namespace etscope::pickle {

/// A value of a pickle. Integers of 31 bits live in the id itself, everything else is a node of the arena.
using ValueId = StrongId<struct PickleValueTag>;

enum class Kind : std::uint8_t {
    None,
    Bool,
    Int,         ///< fits 64 bits
    BigInt,      ///< does not
    Double,
    String,      ///< text as stored: UTF-8, perhaps with surrogates
    Bytes,
    Tuple,
    List,
    Dict,        ///< also OrderedDict, Counter, defaultdict: `containerClass`
    Set,         ///< also frozenset
    Symbol,      ///< a global: the name of a Python class or function, never resolved
    Object,      ///< what a call of a symbol would have made: the callable, its arguments, attached state
    Persistent,  ///< a reference that the archive around the pickle resolves (torch: storages)
};

/// A global of the stream, with the module's spelling made uniform (`__builtin__` → `builtins`, …).
struct Symbol {
    std::string module;
    std::string name;
    std::uint64_t calls = 0;  ///< objects made with it

    std::string qualified() const { return module + "." + name; }
};

class Values {
public:
    /// The value below STOP.
    ValueId root() const noexcept { return m_root; }
    /// The highest protocol that the stream declares; 0 when it declares none (protocols 0 and 1).
    int protocol() const noexcept { return m_protocol; }
    /// Bytes from the start of the stream up to and with STOP.
    std::uint64_t consumed() const noexcept { return m_consumed; }
    /// Upper bound of node indices; ids of inline integers lie above.
    std::size_t nodeCount() const noexcept { return m_nodes.size(); }

    Kind kind(ValueId id) const noexcept { return isInline(id) ? Kind::Int : m_nodes[id.index()].kind; }
    bool is(ValueId id, Kind wanted) const noexcept { return id.valid() && kind(id) == wanted; }

    /// The readers below take an id of their kind.
    bool boolean(ValueId id) const noexcept { return node(id, Kind::Bool).payload != 0; }
    std::int64_t integer(ValueId id) const noexcept;
    double number(ValueId id) const noexcept;
    /// String or Bytes. Valid as long as the stream and this object live.
    std::string_view text(ValueId id) const& noexcept;
    std::string_view text(ValueId id) const&& = delete;
    /// Offset of a String's or Bytes' content in the stream; nothing for bytes that were spelled as text (protocol 2).
    std::optional<std::uint64_t> streamOffset(ValueId id) const noexcept;
    /// "0x1950A8…" for binary ones (at most 64 KiB of them), decimal digits when the stream holds those.
    std::string bigInt(ValueId id) const;

    /// Elements of a Tuple, List or Set; keys and values of a Dict in turns, in the order of insertion (a repeated key is
    /// listed again, the last one counts); of an Object its arguments (usually a Tuple) and then what was attached: states
    /// given by BUILD, and a List or Dict with `attached()` for elements appended to the object; of a Persistent its id.
    std::span<const ValueId> items(ValueId id) const& noexcept;
    std::span<const ValueId> items(ValueId id) const&& = delete;
    bool attached(ValueId id) const noexcept { return !isInline(id) && (m_nodes[id.index()].flags & kAttached) != 0; }
    bool frozen(ValueId set) const noexcept { return (node(set, Kind::Set).flags & kFrozen) != 0; }

    /// What an Object calls: a Symbol, or an Object (calls of calls stay inert all the same).
    ValueId callable(ValueId object) const noexcept { return ValueId(node(object, Kind::Object).extra); }
    const Symbol& symbol(ValueId id) const& noexcept { return m_symbols[node(id, Kind::Symbol).extra]; }
    const Symbol& symbol(ValueId id) const&& = delete;
    /// Position of a Symbol in `symbols()`.
    std::size_t symbolIndex(ValueId id) const noexcept { return node(id, Kind::Symbol).extra; }
    const std::deque<Symbol>& symbols() const& noexcept { return m_symbols; }
    const std::deque<Symbol>& symbols() const&& = delete;
    /// The class of a Dict that is not a plain one ("collections.OrderedDict"), else nullptr.
    const Symbol* containerClass(ValueId dict) const& noexcept;
    const Symbol* containerClass(ValueId dict) const&& = delete;

    /// Heap bytes held, without the stream.
    std::size_t memoryUsed() const noexcept;

private:
    friend class ValueBuilder;

    /// Ids from here on are integers + kInlineBias; the last one stays free for the invalid id.
    static constexpr std::uint32_t kInlineBit = 0x8000'0000;
    static constexpr std::int64_t kInlineBias = std::int64_t{1} << 30;
    enum Flags : std::uint8_t { kAttached = 1, kFrozen = 2, kDerived = 4, kDecimal = 8 };

    struct Node {
        std::uint64_t payload = 0;  ///< number; offset of text; first (low half) and count of items
        std::uint32_t extra = 0;    ///< length of text; symbol; callable; class of a Dict + 1
        Kind kind = Kind::None;
        std::uint8_t flags = 0;
    };

    static bool isInline(ValueId id) noexcept { return (id.index() & kInlineBit) != 0; }
    const Node& node(ValueId id, [[maybe_unused]] Kind wanted) const noexcept {
        assert(kind(id) == wanted);
        return m_nodes[id.index()];
    }

    std::span<const std::byte> m_stream;
    std::deque<Node> m_nodes;
    std::vector<ValueId> m_items;
    std::deque<Symbol> m_symbols;
    std::string m_derived;  ///< bytes that the stream spells as text
    ValueId m_root;
    int m_protocol = 0;
    std::uint64_t m_consumed = 0;
};

}  // namespace etscope::pickle
