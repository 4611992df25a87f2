#include "base/name_text.h"

#include "base/hex.h"
#include "base/utf8.h"

namespace etscope {
namespace {

constexpr std::string_view kMark = "\\x";

/// Length of the character at the start; 0 when there is none.
std::size_t characterLength(std::string_view text) noexcept {
    constexpr std::size_t kLongest = 4;
    for (std::size_t length = 1; length <= kLongest && length <= text.size(); ++length)
        if (isValidUtf8(text.substr(0, length))) return length;
    return 0;
}

int digit(char c) noexcept { return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

}  // namespace

std::string nameText(std::string_view bytes) {
    if (bytes.find(kMark) == std::string_view::npos && isValidUtf8(bytes)) return std::string(bytes);
    std::string text;
    while (!bytes.empty()) {
        const std::size_t length = characterLength(bytes);
        if (length == 0) {
            text += kMark;
            appendHex(text, static_cast<std::byte>(bytes[0]), HexCase::Upper);
        } else {
            text += bytes.substr(0, length);
            if (bytes[0] == '\\') text += '\\';
        }
        bytes.remove_prefix(length == 0 ? 1 : length);
    }
    return text;
}

std::string nameBytes(std::string_view text) {
    if (text.find(kMark) == std::string_view::npos) return std::string(text);
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("\\\\")) {
            ++i;
        } else if (rest.starts_with(kMark) && rest.size() >= 4 && digit(rest[2]) >= 0 && digit(rest[3]) >= 0) {
            bytes += static_cast<char>(16 * digit(rest[2]) + digit(rest[3]));
            i += 3;
            continue;
        }
        bytes += text[i];
    }
    return bytes;
}

std::string validName(std::string_view text) { return isValidUtf8(text) ? std::string(text) : nameText(text); }

}  // namespace etscope
