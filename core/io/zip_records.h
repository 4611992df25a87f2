// Numbers of the zip format that its readers share. APPNOTE 4.3 and 4.5; internal to core/io.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

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

}  // namespace etscope::zip
