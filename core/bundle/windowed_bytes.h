// WindowedBytes: small checked reads at any place of a range, a block at a time, so that tables that lie apart can be followed
// without reading what is between them. One thread.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_cursor.h"
#include "base/checked_math.h"
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
    bool copy(std::uint64_t at, std::span<std::byte> into);

private:
    static constexpr std::uint64_t kBlock = 4096;
    const std::vector<std::byte>* block(std::uint64_t index);

    ByteRange m_range;
    std::uint64_t m_blocksLeft;
    std::map<std::uint64_t, std::vector<std::byte>> m_blocks;
};

/// A FlatBuffers table somewhere in such bytes, each step checked (docs/FORMATS.md "Bundled program"; FlatBuffers internals: a
/// signed offset leads back to the vtable, other offsets lead forward from where they stand).
class WindowedTable {
public:
    static std::optional<WindowedTable> at(WindowedBytes& bytes, std::uint64_t position);
    static std::optional<WindowedTable> root(WindowedBytes& bytes);

    std::uint64_t position() const noexcept { return m_position; }
    bool has(unsigned slot) const { return field(slot).has_value(); }
    template <class T>
    std::optional<T> number(unsigned slot) const {
        const auto place = field(slot);
        return place ? m_bytes->number<T>(*place) : std::nullopt;
    }
    /// What the field's offset leads to.
    std::optional<std::uint64_t> target(unsigned slot) const;
    struct Vector {
        std::uint64_t first = 0;
        std::uint32_t count = 0;
        bool cut = false;  ///< it claims more elements than the file has room for
    };
    std::optional<Vector> vector(unsigned slot, std::uint64_t itemSize) const;
    std::optional<std::string> text(unsigned slot) const;

private:
    WindowedTable(WindowedBytes& bytes, std::uint64_t position) : m_bytes(&bytes), m_position(position) {}
    std::optional<std::uint64_t> field(unsigned slot) const;

    WindowedBytes* m_bytes;
    std::uint64_t m_position, m_vtable = 0;
    std::uint16_t m_vtableSize = 0;
};

/// Follows the offset that stands at `position`.
std::optional<std::uint64_t> followOffset(WindowedBytes& bytes, std::uint64_t position);

}  // namespace etscope::bundle
