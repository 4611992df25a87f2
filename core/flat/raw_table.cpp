#include "flat/raw_table.h"

namespace etscope::flat {
std::optional<RawTable> RawTable::root(std::span<const std::byte> bytes) noexcept {
    const auto position = followOffset(bytes, 0);
    return position ? at(bytes, *position) : std::nullopt;
}

std::optional<RawTable> RawTable::at(std::span<const std::byte> bytes, std::size_t position) noexcept {
    const auto back = loadAt<std::int32_t>(bytes, position);
    if (!back) return std::nullopt;
    const std::int64_t vtable = static_cast<std::int64_t>(position) - *back;
    if (vtable < 0) return std::nullopt;
    RawTable table(bytes, position);
    table.m_vtable = static_cast<std::size_t>(vtable);
    const auto size = loadAt<std::uint16_t>(bytes, table.m_vtable);
    if (!size || *size < 4 || *size % 2 != 0 || !rangeFits(table.m_vtable, *size, bytes.size())) return std::nullopt;
    table.m_vtableSize = *size;
    return table;
}

std::size_t RawTable::size() const noexcept {
    const std::size_t size = loadAt<std::uint16_t>(m_bytes, m_vtable + sizeof(std::uint16_t)).value_or(0);
    return rangeFits(m_position, size, m_bytes.size()) ? size : 0;
}

std::optional<RawVector> RawTable::vector(unsigned slot, std::size_t itemSize) const noexcept {
    const auto start = target(slot);
    if (!start) return std::nullopt;
    const auto count = loadAt<std::uint32_t>(m_bytes, *start);
    if (!count || *count > (m_bytes.size() - *start - sizeof(std::uint32_t)) / itemSize) return std::nullopt;
    return RawVector{*start + sizeof(std::uint32_t), *count};
}

std::optional<RawTable::CutVector> RawTable::vectorPrefix(unsigned slot, std::size_t itemSize) const noexcept {
    const auto start = target(slot);
    const auto count = start ? loadAt<std::uint32_t>(m_bytes, *start) : std::nullopt;
    if (!count) return std::nullopt;
    const std::uint64_t room = (m_bytes.size() - *start - sizeof(std::uint32_t)) / itemSize;
    CutVector vector;
    vector.first = *start + sizeof(std::uint32_t);
    vector.count = static_cast<std::uint32_t>(room < *count ? room : *count);
    vector.cut = room < *count;
    return vector;
}

}  // namespace etscope::flat
