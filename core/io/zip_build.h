// What the writers of zip archives share: records under construction, and the end of an archive. Internal to core/io; APPNOTE 4.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/zip_records.h"

namespace etscope::zip {

inline constexpr std::uint16_t kPlainVersion = 20, kZip64Version = 45;  ///< of the format that a reader needs
inline constexpr std::uint16_t kUtf8Names = 1U << 11U;                  ///< flag of a member
inline constexpr std::uint16_t kFirstDay = 0x0021;                      ///< 1980-01-01
inline constexpr std::uint16_t kZip64Field = 1;                         ///< id of the extra field
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
inline std::uint16_t lengthOf(std::string_view name) noexcept { return static_cast<std::uint16_t>(name.size()); }

/// The flag that says that the name is UTF-8, where it is not ASCII.
std::uint16_t flagsOf(std::string_view name) noexcept;

/// The records behind the directory, which stands at [directory, end).
Record endRecord(std::uint64_t members, std::uint64_t directory, std::uint64_t end);

}  // namespace etscope::zip
