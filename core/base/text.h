// Text made safe and readable: escaping of names that come from files, quoting of the formats we write, hexadecimal and exact
// decimal forms, UTF-8 repair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace etscope {

/// `text` with control characters, invalid UTF-8 and backslashes written as `\xNN` / `\\`, so that an entry name can be
/// printed without moving the cursor of a terminal or ending a line.
std::string escaped(std::string_view text);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD. Lone surrogates (CESU) count as invalid.
std::string repairedUtf8(std::string_view text);
bool isValidUtf8(std::string_view text) noexcept;

/// Text and attribute values of XML; characters that XML does not have (most control characters, U+FFFE, U+FFFF) are left out.
std::string xmlText(std::string_view text);

/// One field of a line of CSV (RFC 4180): between quotes where it has to be.
std::string csvField(std::string_view text);

/// Two hexadecimal digits.
enum class HexCase : std::uint8_t { Lower, Upper };
void appendHex(std::string& out, std::byte value, HexCase digits);
/// "00a1ff".
std::string hexText(std::span<const std::byte> bytes);

/// "0x00A2D000": at least 8 hexadecimal digits, upper case.
std::string hexOffset(std::uint64_t offset);

/// Shortest decimal that reads back as the same double; "NaN", "Infinity", "-Infinity" otherwise.
std::string shortest(double value);

/// Decimal integer of the whole text, or nothing.
std::optional<std::int64_t> parseInt(std::string_view text) noexcept;

/// The part behind the last `/`; all of it when there is none.
std::string_view baseName(std::string_view path) noexcept;

}  // namespace etscope
