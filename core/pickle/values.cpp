#include "pickle/values.h"

#include <bit>

#include "base/hex.h"

namespace etscope::pickle {
namespace {

/// Magnitude of a little-endian two's complement number as hexadecimal digits.
std::string hexNumber(std::string_view littleEndian) {
    const bool negative = (static_cast<unsigned char>(littleEndian.back()) & 0x80U) != 0;
    std::string magnitude(littleEndian);
    unsigned carry = 1;
    if (negative)
        for (char& c : magnitude) {
            const unsigned inverted = (~static_cast<unsigned>(static_cast<unsigned char>(c)) & 0xFFU) + carry;
            carry = inverted >> 8U;
            c = static_cast<char>(inverted & 0xFFU);
        }
    std::string digits;
    digits.reserve(magnitude.size() * 2 + 3);
    for (auto it = magnitude.rbegin(); it != magnitude.rend(); ++it)
        appendHex(digits, std::byte{static_cast<unsigned char>(*it)}, HexCase::Upper);
    const auto first = digits.find_first_not_of('0');
    digits.erase(0, first == std::string::npos ? digits.size() - 1 : first);
    return (negative ? "-0x" : "0x") + digits;
}

}  // namespace

std::int64_t Values::integer(ValueId id) const noexcept {
    if (isInline(id)) return static_cast<std::int64_t>(id.index() & ~kInlineBit) - kInlineBias;
    return std::bit_cast<std::int64_t>(node(id, Kind::Int).payload);
}

double Values::number(ValueId id) const noexcept { return std::bit_cast<double>(node(id, Kind::Double).payload); }

std::string_view Values::text(ValueId id) const& noexcept {
    const Node& n = m_nodes[id.index()];
    if ((n.flags & kDerived) != 0) return std::string_view(m_derived).substr(static_cast<std::size_t>(n.payload), n.extra);
    return {reinterpret_cast<const char*>(m_stream.data()) + n.payload, n.extra};
}

std::optional<std::uint64_t> Values::streamOffset(ValueId id) const noexcept {
    const Node& n = m_nodes[id.index()];
    if ((n.flags & kDerived) != 0) return std::nullopt;
    return n.payload;
}

std::string Values::bigInt(ValueId id) const {
    const Node& n = node(id, Kind::BigInt);
    return (n.flags & kDecimal) != 0 ? std::string(text(id)) : hexNumber(text(id));
}

std::span<const ValueId> Values::items(ValueId id) const& noexcept {
    if (isInline(id)) return {};
    const Node& n = m_nodes[id.index()];
    switch (n.kind) {
        case Kind::Tuple:
        case Kind::List:
        case Kind::Dict:
        case Kind::Set:
        case Kind::Object:
        case Kind::Persistent:
            return std::span(m_items).subspan(static_cast<std::uint32_t>(n.payload), static_cast<std::uint32_t>(n.payload >> 32U));
        default: return {};
    }
}

const Symbol* Values::containerClass(ValueId dict) const& noexcept {
    const Node& n = node(dict, Kind::Dict);
    return n.extra == 0 ? nullptr : &m_symbols[n.extra - 1];
}

std::size_t Values::memoryUsed() const noexcept {
    return m_nodes.size() * sizeof(Node) + m_items.capacity() * sizeof(ValueId) + m_symbols.size() * (sizeof(Symbol) + 64) +
           m_derived.capacity();
}

}  // namespace etscope::pickle
