// JSON string content: from its escaped form to text. Stateless; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace etscope::exported {

/// Decodes raw string content where it stands (the decoded form is never longer); returns its new size. Lone surrogates become
/// U+FFFD. `good` becomes false when an escape is none of JSON's or is cut off: it is kept as it stands.
std::size_t decodeJsonText(char* text, std::size_t size, bool& good);
/// Appends the decoded form; false as above.
bool decodeJsonText(std::string_view raw, std::string& into);

}  // namespace etscope::exported
