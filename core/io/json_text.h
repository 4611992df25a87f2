// JSON string content: from its escaped form to text. Stateless; any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace etscope {

/// Raw JSON string content (still escaped, without its quotes) inside the document: offset from the document's start.
struct TextSlice {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;  ///< 0: absent
    bool present() const noexcept { return size != 0; }
};

/// Decodes raw string content where it stands (the decoded form is never longer); returns its new size. Lone surrogates become
/// U+FFFD. `good` becomes false when an escape is none of JSON's or is cut off: it is kept as it stands.
std::size_t decodeJsonText(char* text, std::size_t size, bool& good);
/// Appends the decoded form; false as above.
bool decodeJsonText(std::string_view raw, std::string& into);

}  // namespace etscope
