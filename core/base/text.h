// Text made safe and readable: escaping of names that come from files, exact decimal forms, UTF-8 repair.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace etscope {

/// `text` with control characters, invalid UTF-8 and backslashes written as `\xNN` / `\\`, so that an entry name can be
/// printed without moving the cursor of a terminal or ending a line.
std::string escaped(std::string_view text);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD. Lone surrogates (CESU) count as invalid.
std::string repairedUtf8(std::string_view text);
bool isValidUtf8(std::string_view text) noexcept;

/// "0x00A2D000": at least 8 hexadecimal digits, upper case.
std::string hexOffset(std::uint64_t offset);

/// Shortest decimal that reads back as the same double; "NaN", "Infinity", "-Infinity" otherwise.
std::string shortest(double value);

/// Decimal integer of the whole text, or nothing.
std::optional<std::int64_t> parseInt(std::string_view text) noexcept;

/// The part behind the last `/`; all of it when there is none.
std::string_view baseName(std::string_view path) noexcept;

}  // namespace etscope
