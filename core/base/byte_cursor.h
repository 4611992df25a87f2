// ByteCursor: reads little-endian numbers from untrusted bytes, each read checked against what remains. Does not own the bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace etscope {

/// Unaligned load of a little-endian number. `bytes` must hold at least sizeof(T).
template <class T>
    requires std::is_arithmetic_v<T>
[[nodiscard]] inline T loadLittle(const std::byte* bytes) noexcept {
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    static_assert(std::endian::native == std::endian::little, "etscope is built for little-endian hosts");
    return value;
}

class ByteCursor {
public:
    explicit ByteCursor(std::span<const std::byte> bytes) noexcept : m_bytes(bytes) {}

    std::size_t position() const noexcept { return m_position; }
    std::size_t remaining() const noexcept { return m_bytes.size() - m_position; }

    /// The next little-endian T, or nothing (and no move) when fewer bytes remain.
    template <class T>
    [[nodiscard]] std::optional<T> take() noexcept {
        if (remaining() < sizeof(T)) return std::nullopt;
        const T value = loadLittle<T>(m_bytes.data() + m_position);
        m_position += sizeof(T);
        return value;
    }

    /// The next `size` bytes, or nothing (and no move).
    [[nodiscard]] std::optional<std::span<const std::byte>> takeBytes(std::uint64_t size) noexcept {
        if (size > remaining()) return std::nullopt;
        const auto bytes = m_bytes.subspan(m_position, static_cast<std::size_t>(size));
        m_position += static_cast<std::size_t>(size);
        return bytes;
    }

    /// Bytes up to the next `stop`, which is skipped; nothing when it does not occur.
    [[nodiscard]] std::optional<std::string_view> takeLine(char stop = '\n') noexcept {
        const char* begin = reinterpret_cast<const char*>(m_bytes.data()) + m_position;
        const void* hit = remaining() == 0 ? nullptr : std::memchr(begin, stop, remaining());
        if (hit == nullptr) return std::nullopt;
        const auto length = static_cast<std::size_t>(static_cast<const char*>(hit) - begin);
        m_position += length + 1;
        return std::string_view(begin, length);
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

}  // namespace etscope
