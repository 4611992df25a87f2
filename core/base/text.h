// Texts in the formats that are written.
#pragma once

#include <string>
#include <string_view>

namespace etscope {

/// Text and attribute values of XML, visible() first; U+FFFE and U+FFFF, which XML does not have, are left out.
std::string xmlText(std::string_view text);

/// One field of a line of CSV (RFC 4180): between quotes where it has to be.
std::string csvField(std::string_view text);

/// A cell of a table for spreadsheets: what they would run as a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage
/// return, and is no number) has `'` in front, which makes it a text.
std::string spreadsheetText(std::string_view cell);

/// A string of Python, with its quotes, that is the text: nothing of it ends the string, and what escaped() replaces is escaped.
std::string pythonText(std::string_view text);

/// What stands inside a docstring between three `"`: nothing of it ends or escapes; lines stay, `"` is `'`.
std::string docstringText(std::string_view text);

}  // namespace etscope
