// WindowedBytes: small checked reads at any place of a range, a block at a time, so that tables that lie apart can be followed
// without reading what is between them. One thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
#include "base/limits.h"
#include "io/source.h"

namespace etscope::bundle {

class WindowedBytes {
public:
    /// At most `memory` bytes are kept; then nothing more is read.
    WindowedBytes(ByteRange range, std::uint64_t memory) : m_range(std::move(range)), m_blocksLeft(memory / kBlock + 1) {}

    std::uint64_t size() const noexcept { return m_range.size; }

    /// A little-endian number; nothing outside the range.
    template <class T>
    std::optional<T> number(std::uint64_t at) {
        std::array<std::byte, sizeof(T)> bytes{};
        return copy(at, bytes) ? std::optional(loadLittle<T>(bytes.data())) : std::nullopt;
    }
    bool copy(std::uint64_t at, std::span<std::byte> into) {
        if (!rangeFits(at, into.size(), m_range.size)) return false;
        for (std::size_t done = 0; done < into.size();) {
            const std::uint64_t place = at + done;
            const auto* content = block(place / kBlock);
            if (content == nullptr) return false;
            const auto skip = static_cast<std::size_t>(place % kBlock);
            const std::size_t part = std::min(into.size() - done, content->size() - skip);
            std::copy_n(content->begin() + static_cast<std::ptrdiff_t>(skip), part,
                        into.begin() + static_cast<std::ptrdiff_t>(done));
            done += part;
        }
        return true;
    }

private:
    static constexpr std::uint64_t kBlock = 4096;
    const std::vector<std::byte>* block(std::uint64_t index) {
        if (const auto known = m_blocks.find(index); known != m_blocks.end()) return &known->second;
        if (m_blocksLeft == 0) return nullptr;
        --m_blocksLeft;
        const std::uint64_t start = index * kBlock;
        std::vector<std::byte> content(static_cast<std::size_t>(std::min(kBlock, m_range.size - start)));
        if (!m_range.read(start, content)) return nullptr;
        return &m_blocks.emplace(index, std::move(content)).first->second;
    }

    ByteRange m_range;
    std::uint64_t m_blocksLeft;
    std::map<std::uint64_t, std::vector<std::byte>> m_blocks;
};

/// Follows the offset that stands at `position`.
inline std::optional<std::uint64_t> followOffset(WindowedBytes& bytes, std::uint64_t position) {
    const auto offset = bytes.number<std::uint32_t>(position);
    if (!offset || *offset == 0 || *offset >= bytes.size() - position) return std::nullopt;
    return position + *offset;
}

/// A FlatBuffers table somewhere in such bytes, each step checked (docs/FORMATS.md "Bundled program"; FlatBuffers internals: a
/// signed offset leads back to the vtable, other offsets lead forward from where they stand).
class WindowedTable {
public:
    static std::optional<WindowedTable> at(WindowedBytes& bytes, std::uint64_t position) {
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
    static std::optional<WindowedTable> root(WindowedBytes& bytes) {
        const auto position = followOffset(bytes, 0);
        return position ? at(bytes, *position) : std::nullopt;
    }

    std::uint64_t position() const noexcept { return m_position; }
    bool has(unsigned slot) const { return field(slot).has_value(); }
    template <class T>
    std::optional<T> number(unsigned slot) const {
        const auto place = field(slot);
        return place ? m_bytes->number<T>(*place) : std::nullopt;
    }
    /// What the field's offset leads to.
    std::optional<std::uint64_t> target(unsigned slot) const {
        const auto place = field(slot);
        return place ? followOffset(*m_bytes, *place) : std::nullopt;
    }
    struct Vector {
        std::uint64_t first = 0;
        std::uint32_t count = 0;
        bool cut = false;  ///< it claims more elements than the file has room for
    };
    std::optional<Vector> vector(unsigned slot, std::uint64_t itemSize) const {
        const auto start = target(slot);
        const auto count = start ? m_bytes->number<std::uint32_t>(*start) : std::nullopt;
        if (!count) return std::nullopt;
        const std::uint64_t first = *start + sizeof(std::uint32_t), room = (m_bytes->size() - first) / itemSize;
        return Vector{first, static_cast<std::uint32_t>(std::min<std::uint64_t>(room, *count)), room < *count};
    }
    std::optional<std::string> text(unsigned slot) const {
        const auto bytes = vector(slot, 1);
        if (!bytes || bytes->cut || bytes->count > limits::kMaxMethodName) return std::nullopt;
        std::string text(bytes->count, '\0');
        return m_bytes->copy(bytes->first, std::as_writable_bytes(std::span(text))) ? std::optional(std::move(text)) : std::nullopt;
    }

private:
    WindowedTable(WindowedBytes& bytes, std::uint64_t position) : m_bytes(&bytes), m_position(position) {}
    std::optional<std::uint64_t> field(unsigned slot) const {
        const std::uint64_t entry = 4 + 2 * std::uint64_t{slot};
        if (entry + 2 > m_vtableSize) return std::nullopt;
        const auto offset = m_bytes->number<std::uint16_t>(m_vtable + entry);
        if (!offset || *offset == 0) return std::nullopt;
        return m_position + *offset;
    }

    WindowedBytes* m_bytes;
    std::uint64_t m_position, m_vtable = 0;
    std::uint16_t m_vtableSize = 0;
};

}  // namespace etscope::bundle
