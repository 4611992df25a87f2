#include "bundle/windowed_bytes.h"

#include <algorithm>

#include "base/limits.h"

namespace etscope::bundle {

const std::vector<std::byte>* WindowedBytes::block(std::uint64_t index) {
    if (const auto known = m_blocks.find(index); known != m_blocks.end()) return &known->second;
    if (m_blocksLeft == 0) return nullptr;
    --m_blocksLeft;
    const std::uint64_t start = index * kBlock;
    std::vector<std::byte> content(static_cast<std::size_t>(std::min(kBlock, m_range.size - start)));
    if (!m_range.read(start, content)) return nullptr;
    return &m_blocks.emplace(index, std::move(content)).first->second;
}

bool WindowedBytes::copy(std::uint64_t at, std::span<std::byte> into) {
    if (!rangeFits(at, into.size(), m_range.size)) return false;
    for (std::size_t done = 0; done < into.size();) {
        const std::uint64_t place = at + done;
        const auto* content = block(place / kBlock);
        if (content == nullptr) return false;
        const auto skip = static_cast<std::size_t>(place % kBlock);
        const std::size_t part = std::min(into.size() - done, content->size() - skip);
        std::copy_n(content->begin() + static_cast<std::ptrdiff_t>(skip), part, into.begin() + static_cast<std::ptrdiff_t>(done));
        done += part;
    }
    return true;
}

std::optional<std::uint64_t> followOffset(WindowedBytes& bytes, std::uint64_t position) {
    const auto offset = bytes.number<std::uint32_t>(position);
    if (!offset || *offset == 0 || *offset >= bytes.size() - position) return std::nullopt;
    return position + *offset;
}

std::optional<WindowedTable> WindowedTable::root(WindowedBytes& bytes) {
    const auto position = followOffset(bytes, 0);
    return position ? at(bytes, *position) : std::nullopt;
}

std::optional<WindowedTable> WindowedTable::at(WindowedBytes& bytes, std::uint64_t position) {
    const auto back = bytes.number<std::int32_t>(position);
    if (!back) return std::nullopt;
    const std::int64_t vtable = static_cast<std::int64_t>(position) - *back;
    if (vtable < 0) return std::nullopt;
    WindowedTable table(bytes, position);
    table.m_vtable = static_cast<std::uint64_t>(vtable);
    const auto size = bytes.number<std::uint16_t>(table.m_vtable);
    if (!size || *size < 4 || *size % 2 != 0 || !rangeFits(table.m_vtable, *size, bytes.size())) return std::nullopt;
    table.m_vtableSize = *size;
    return table;
}

std::optional<std::uint64_t> WindowedTable::field(unsigned slot) const {
    const std::uint64_t entry = 4 + 2 * std::uint64_t{slot};
    if (entry + 2 > m_vtableSize) return std::nullopt;
    const auto offset = m_bytes->number<std::uint16_t>(m_vtable + entry);
    if (!offset || *offset == 0) return std::nullopt;
    return m_position + *offset;
}

std::optional<std::uint64_t> WindowedTable::target(unsigned slot) const {
    const auto place = field(slot);
    return place ? followOffset(*m_bytes, *place) : std::nullopt;
}

std::optional<WindowedTable::Vector> WindowedTable::vector(unsigned slot, std::uint64_t itemSize) const {
    const auto start = target(slot);
    const auto count = start ? m_bytes->number<std::uint32_t>(*start) : std::nullopt;
    if (!count) return std::nullopt;
    const std::uint64_t first = *start + sizeof(std::uint32_t), room = (m_bytes->size() - first) / itemSize;
    return Vector{first, static_cast<std::uint32_t>(std::min<std::uint64_t>(room, *count)), room < *count};
}

std::optional<std::string> WindowedTable::text(unsigned slot) const {
    const auto bytes = vector(slot, 1);
    if (!bytes || bytes->cut || bytes->count > limits::kMaxMethodName) return std::nullopt;
    std::string text(bytes->count, '\0');
    return m_bytes->copy(bytes->first, std::as_writable_bytes(std::span(text))) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace etscope::bundle
