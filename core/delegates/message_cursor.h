// MessageCursor: the fields of a protocol buffers message, each step checked. Views bytes that the caller owns. Wire format:
// protobuf.dev "Encoding".
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/byte_cursor.h"

namespace etscope::delegates {

struct MessageField {
    std::uint32_t number = 0;
    std::uint64_t integer = 0;         ///< varint and fixed fields
    std::span<const std::byte> bytes;  ///< strings, messages, packed lists
    bool isBytes = false;

    std::string_view text() const noexcept { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
};

class MessageCursor {
public:
    explicit MessageCursor(std::span<const std::byte> bytes) noexcept : m_cursor(bytes) {}

    std::optional<std::uint64_t> varint() noexcept {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = m_cursor.take<std::uint8_t>();
            if (!byte) return std::nullopt;
            value |= static_cast<std::uint64_t>(*byte & 0x7FU) << shift;
            if ((*byte & 0x80U) == 0) return value;
        }
        return std::nullopt;
    }

    /// The next field; nothing at the end, and where the bytes are no message any more (then `damaged()`).
    std::optional<MessageField> next() noexcept {
        if (m_cursor.remaining() == 0) return std::nullopt;
        const auto key = varint();
        if (!key) return stop();
        MessageField field;
        field.number = static_cast<std::uint32_t>(*key >> 3U);
        switch (*key & 7U) {
            case 0: return number(field, varint());
            case 1: return number(field, m_cursor.take<std::uint64_t>());
            case 5: return number(field, m_cursor.take<std::uint32_t>());
            case 2: {
                const auto size = varint();
                const auto bytes = size ? m_cursor.takeBytes(*size) : std::nullopt;
                if (!bytes) return stop();
                field.bytes = *bytes;
                field.isBytes = true;
                return field;
            }
            default: return stop();
        }
    }
    bool damaged() const noexcept { return m_damaged; }
    std::size_t remaining() const noexcept { return m_cursor.remaining(); }

private:
    std::optional<MessageField> stop() noexcept {
        m_damaged = true;
        return std::nullopt;
    }
    template <class T>
    std::optional<MessageField> number(MessageField field, std::optional<T> value) noexcept {
        if (!value) return stop();
        field.integer = *value;
        return field;
    }

    ByteCursor m_cursor;
    bool m_damaged = false;
};

}  // namespace etscope::delegates
