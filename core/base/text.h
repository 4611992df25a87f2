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

/// A name as it is printed: control characters (C0, DEL) and bytes that are not UTF-8 are written as `\xNN`, C1 controls, line
/// separators and controls of direction as `\uNNNN`, backslashes doubled. It cannot move the cursor of a terminal, end a line or
/// turn the direction of what follows, and no two names look the same.
std::string escaped(std::string_view text);
/// The same with backslashes as they are: for sentences, which may hold names that are escaped already.
std::string visible(std::string_view text);
/// A JSON text with the same characters as `\uNNNN`: the document is the same, a terminal is safe from it.
std::string terminalJson(std::string_view json);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD. Lone surrogates (CESU) count as invalid.
std::string repairedUtf8(std::string_view text);
bool isValidUtf8(std::string_view text) noexcept;

/// Text and attribute values of XML, visible() first; U+FFFE and U+FFFF, which XML does not have, are left out.
std::string xmlText(std::string_view text);

/// One field of a line of CSV (RFC 4180): between quotes where it has to be.
std::string csvField(std::string_view text);

/// A cell of a table for spreadsheets: what they would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return, and is no number) has `'` in front, which makes it a text.
std::string spreadsheetText(std::string_view cell);

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
