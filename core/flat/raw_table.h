// RawTable: steps through a FlatBuffers region that has not been verified, each step checked. Serves to find the parts that can
// still be verified on their own, and to tell schemas apart. Views the region; does not own it. Format: the FlatBuffers
// internals page (tables start with a signed offset back to their vtable; offsets are relative to where they stand).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/byte_cursor.h"
#include "base/checked_math.h"

namespace etscope::flat {

/// A number at `position`; nothing when it does not lie inside.
template <class T>
std::optional<T> loadAt(std::span<const std::byte> bytes, std::size_t position) noexcept {
    if (!rangeFits(position, sizeof(T), bytes.size())) return std::nullopt;
    return loadLittle<T>(bytes.data() + position);
}

/// Follows the offset that stands at `position`.
inline std::optional<std::size_t> followOffset(std::span<const std::byte> bytes, std::size_t position) noexcept {
    const auto offset = loadAt<std::uint32_t>(bytes, position);
    if (!offset || *offset == 0 || *offset > bytes.size() - position) return std::nullopt;
    return position + *offset;
}

/// Elements of a vector, inside the region.
struct RawVector {
    std::size_t first = 0;  ///< position of element 0
    std::uint32_t count = 0;
};

class RawTable {
public:
    /// The root table; nothing when its offset or its vtable does not lie inside the region.
    static std::optional<RawTable> root(std::span<const std::byte> bytes) noexcept;
    static std::optional<RawTable> at(std::span<const std::byte> bytes, std::size_t position) noexcept;

    std::size_t position() const noexcept { return m_position; }
    std::size_t vtablePosition() const noexcept { return m_vtable; }
    std::uint16_t vtableSize() const noexcept { return m_vtableSize; }
    /// Bytes of the table itself, as its vtable says; 0 when they do not lie inside the region.
    std::size_t size() const noexcept;

    /// Whether the vtable names the field.
    bool has(unsigned slot) const noexcept { return fieldPosition(slot).has_value(); }
    /// A number of the table itself; nothing when it is absent or outside.
    template <class T>
    std::optional<T> number(unsigned slot) const noexcept {
        const auto position = fieldPosition(slot);
        if (!position || !rangeFits(*position, sizeof(T), m_bytes.size())) return std::nullopt;
        return loadLittle<T>(m_bytes.data() + *position);
    }
    std::optional<std::uint32_t> u32(unsigned slot) const noexcept { return number<std::uint32_t>(slot); }
    /// What the field's offset leads to; nothing when it is absent or leads outside.
    std::optional<std::size_t> target(unsigned slot) const noexcept {
        const auto position = fieldPosition(slot);
        return position ? followOffset(m_bytes, *position) : std::nullopt;
    }
    /// A vector whose elements have `itemSize` bytes; nothing when it is absent or does not fit.
    std::optional<RawVector> vector(unsigned slot, std::size_t itemSize) const noexcept;
    /// The same where the region may be cut: as many elements as are there, and whether that is less than the count says.
    struct CutVector : RawVector {
        bool cut = false;
    };
    std::optional<CutVector> vectorPrefix(unsigned slot, std::size_t itemSize) const noexcept;

private:
    RawTable(std::span<const std::byte> bytes, std::size_t position) noexcept : m_bytes(bytes), m_position(position) {}
    /// The vtable lies inside the region: at() looked.
    std::optional<std::size_t> fieldPosition(unsigned slot) const noexcept {
        const std::size_t entry = 4 + 2 * static_cast<std::size_t>(slot);
        if (entry + 2 > m_vtableSize) return std::nullopt;
        const auto offset = loadLittle<std::uint16_t>(m_bytes.data() + m_vtable + entry);
        return offset != 0 ? std::optional(m_position + offset) : std::nullopt;
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
    std::size_t m_vtable = 0;
    std::uint16_t m_vtableSize = 0;
};

}  // namespace etscope::flat
