// Numbers of the zip format, and what its readers and its writers share. APPNOTE 4.3 and 4.5; internal to core/io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/byte_cursor.h"

namespace etscope::zip {

inline constexpr std::uint32_t kLocalSignature = 0x04034B50;
inline constexpr std::uint32_t kCentralSignature = 0x02014B50;
inline constexpr std::uint32_t kDescriptorSignature = 0x08074B50;
inline constexpr std::uint32_t kEndSignature = 0x06054B50;
inline constexpr std::uint32_t kEnd64Signature = 0x06064B50;
inline constexpr std::uint32_t kLocator64Signature = 0x07064B50;
inline constexpr std::uint64_t kLocalSize = 30;
inline constexpr std::uint64_t kCentralSize = 46;
inline constexpr std::uint64_t kEndSize = 22;
inline constexpr std::uint64_t kEnd64Size = 56;
inline constexpr std::uint64_t kLocator64Size = 20;
/// What a 32-bit field holds when its value stands in the zip64 extra field.
inline constexpr std::uint32_t kAllOnes = 0xFFFF'FFFF;

/// Of an entry whose sizes stand behind its content.
inline constexpr std::uint16_t kDescribedFlag = 8;

inline std::uint32_t signatureAt(std::span<const std::byte> bytes) {
    return bytes.size() < 4 ? 0 : loadLittle<std::uint32_t>(bytes.data());
}

/// Takes 64-bit items from a zip64 extra field: only those that are all ones, in this order (APPNOTE 4.5.3).
inline void applyExtra64(std::span<const std::byte> extra, std::initializer_list<std::uint64_t*> items) {
    ByteCursor cursor(extra);
    while (cursor.remaining() >= 4) {
        const std::uint16_t id = cursor.take<std::uint16_t>().value_or(0);
        const auto field = cursor.takeBytes(cursor.take<std::uint16_t>().value_or(0));
        if (!field) return;
        if (id != 1) continue;
        ByteCursor values(*field);
        for (std::uint64_t* item : items)
            if (*item == kAllOnes) *item = values.take<std::uint64_t>().value_or(*item);
        return;
    }
}

// Archives under construction.

inline constexpr std::uint16_t kPlainVersion = 20, kZip64Version = 45;  ///< of the format that a reader needs
inline constexpr std::uint16_t kUtf8Names = 1U << 11U;                  ///< flag of a member
inline constexpr std::uint16_t kFirstDay = 0x0021;                      ///< 1980-01-01
inline constexpr std::uint16_t kZip64Field = 1;                         ///< id of the extra field
inline constexpr std::uint16_t kZip64Sizes = 16;                        ///< bytes of both sizes in it
inline constexpr std::uint64_t kFieldHead = 4;                          ///< id and length of an extra field
inline constexpr std::uint16_t kManyMembers = 0xFFFF;                   ///< their number stands in the zip64 record
inline constexpr std::size_t kLongestName = 0xFFFF;

/// Little-endian numbers one behind the other.
class Record {
public:
    template <class T>
    Record& add(T number) {
        static_assert(std::is_unsigned_v<T>);
        const auto bytes = std::as_bytes(std::span(&number, 1));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    Record& add(std::string_view text) {
        const auto bytes = std::as_bytes(std::span(text));
        m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
        return *this;
    }
    std::span<const std::byte> bytes() const noexcept { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

inline bool isLarge(std::uint64_t number) noexcept { return number >= kAllOnes; }
inline std::uint32_t shortened(std::uint64_t number) noexcept {
    return isLarge(number) ? kAllOnes : static_cast<std::uint32_t>(number);
}

/// A member that is written, with what its row of the directory says.
struct Member {
    std::string name;
    std::uint64_t headerOffset = 0, compressed = 0, size = 0;
    std::uint32_t crc = 0;
    bool described = false;  ///< checksum and sizes follow its bytes
    bool deflated = false;
    bool wide = false;  ///< sizes of 8 bytes in its header
};
/// The header before its bytes: the name, then fields of so many bytes, which follow. `sizes`: what stands for both of them.
Record localHeader(const Member& member, std::uint32_t sizes, std::uint64_t fields);
/// Its row of the directory.
Record directoryEntry(const Member& member);

/// The records behind the directory, which stands at [directory, end).
Record endRecord(std::uint64_t members, std::uint64_t directory, std::uint64_t end);

}  // namespace etscope::zip
