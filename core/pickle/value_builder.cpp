#include "pickle/value_builder.h"

#include <array>
#include <bit>

namespace etscope::pickle {
namespace {

// What a map entry costs beside its key: node, bucket, allocation.
constexpr std::uint64_t kMapEntry = 64;
constexpr std::uint32_t kPoolEnd = 0xFFFF'FF00;

struct Renaming {
    std::string_view from;
    std::string_view to;
};
// Python 2 spellings, and a module that PyTorch renamed.
constexpr std::array kRenamed{
    Renaming{"__builtin__", "builtins"},
    Renaming{"copy_reg", "copyreg"},
    Renaming{"torch.tensor", "torch._tensor"},
};

std::string_view uniformModule(std::string_view module) {
    for (const Renaming& r : kRenamed)
        if (r.from == module) return r.to;
    return module;
}

}  // namespace

ValueBuilder::ValueBuilder(std::span<const std::byte> stream, std::uint64_t budget) : m_left(budget) {
    m_values.m_stream = stream;
    m_values.m_nodes.resize(3);
    m_values.m_nodes[1].kind = m_values.m_nodes[2].kind = Kind::Bool;
    m_values.m_nodes[2].payload = 1;
}

bool ValueBuilder::charge(std::uint64_t bytes) noexcept {
    if (bytes > m_left) m_exhausted = true;
    if (m_exhausted) return false;
    m_left -= bytes;
    return true;
}

ValueId ValueBuilder::add(Node node) {
    if (m_values.m_nodes.size() >= Values::kInlineBit) m_exhausted = true;
    if (!charge(sizeof(Node))) return none();
    m_values.m_nodes.push_back(node);
    return ValueId(m_values.m_nodes.size() - 1);
}

ValueId ValueBuilder::integer(std::int64_t value) {
    if (value >= -Values::kInlineBias && value < Values::kInlineBias - 1)
        return ValueId(static_cast<std::uint32_t>(value + Values::kInlineBias) | Values::kInlineBit);
    return add({std::bit_cast<std::uint64_t>(value), 0, Kind::Int, 0});
}

ValueId ValueBuilder::number(double value) { return add({std::bit_cast<std::uint64_t>(value), 0, Kind::Double, 0}); }

ValueId ValueBuilder::bigInt(std::uint64_t offset, std::uint32_t length, bool decimal) {
    return add({offset, length, Kind::BigInt, decimal ? static_cast<std::uint8_t>(Values::kDecimal) : std::uint8_t{0}});
}

ValueId ValueBuilder::latin1Bytes(ValueId string) {
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

ValueId ValueBuilder::object(ValueId callable, ValueId arguments) {
    if (kind(callable) == Kind::Symbol) ++m_values.m_symbols[symbolIndex(callable)].calls;
    const ValueId id = add({0, callable.index(), Kind::Object, 0});
    if (!m_exhausted) append(id, {&arguments, 1});
    return id;
}

ValueId ValueBuilder::persistent(ValueId reference) {
    const ValueId id = add({0, 0, Kind::Persistent, 0});
    if (!m_exhausted) append(id, {&reference, 1});
    return id;
}

ValueId ValueBuilder::symbol(std::string_view module, std::string_view name) {
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

void ValueBuilder::append(ValueId container, std::span<const ValueId> items) {
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

ValueId ValueBuilder::attachedContainer(ValueId object, Kind wanted) {
    ValueId last;
    const std::uint32_t tail = tailOf(m_values.m_nodes[object.index()]);
    if (tail != 0) last = ValueId(m_pool[tail - 1 + kSegmentHead + m_pool[tail - 1] - 1]);
    if (last.valid() && kind(last) == wanted && m_values.attached(last)) return last;
    const ValueId made = add({0, 0, wanted, Values::kAttached});
    if (!m_exhausted) append(object, {&made, 1});
    return made;
}

Values ValueBuilder::finish(ValueId root, int protocol, std::uint64_t consumed) && {
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

}  // namespace etscope::pickle
