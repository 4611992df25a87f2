#include "base/escaped.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/hex.h"
#include "base/utf8.h"

namespace etscope {
namespace {

/// What moves a terminal's cursor, ends a line or turns the direction of the text behind it: control characters (C0, DEL, C1),
/// line and paragraph separators, marks, embeddings and isolates of direction (Unicode's Bidi_Control).
bool actsOnTerminal(char32_t point) noexcept {
    struct Interval {
        char32_t first, last;
    };
    static constexpr std::array<Interval, 6> kActing{
        {{0, 0x1F}, {0x7F, 0x9F}, {0x61C, 0x61C}, {0x200E, 0x200F}, {0x2028, 0x202E}, {0x2066, 0x2069}}};
    return std::ranges::any_of(kActing, [point](const Interval& some) { return some.first <= point && point <= some.last; });
}

/// The text with what acts on a terminal and bytes that are not UTF-8 replaced by what the two functions make of them.
template <class OfPoint, class OfByte>
std::string rewritten(std::string_view text, const OfPoint& ofPoint, const OfByte& ofByte) {
    std::string out;
    out.reserve(text.size());
    const auto plain = [](char c) { return c >= 0x20 && c < 0x7F; };
    while (!text.empty()) {
        const auto end = std::ranges::find_if_not(text, plain);
        out.append(text.begin(), end);
        text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
        if (text.empty()) break;
        const std::size_t length = utf8Length(text);
        if (length == 0) {
            out += ofByte(static_cast<unsigned char>(text[0]));
            text.remove_prefix(1);
            continue;
        }
        const char32_t point = utf8Point(text.substr(0, length));
        if (actsOnTerminal(point))
            out += ofPoint(point);
        else
            out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

std::string hexByte(unsigned char byte) {
    std::string text = "\\x";
    appendHex(text, std::byte{byte}, HexCase::Upper);
    return text;
}

std::string hexPoint(char32_t point) {
    std::string text = "\\u";
    for (const char32_t byte : {point >> 8U, point & 0xFFU}) appendHex(text, static_cast<std::byte>(byte), HexCase::Upper);
    return text;
}

}  // namespace

std::string visible(std::string_view text) {
    return rewritten(
        text, [](char32_t point) { return point < 0x80 ? hexByte(static_cast<unsigned char>(point)) : hexPoint(point); }, hexByte);
}

std::string escaped(std::string_view text) {
    if (text.find('\\') == std::string_view::npos) return visible(text);
    std::string doubled;
    for (const char c : text) doubled += c == '\\' ? "\\\\" : std::string(1, c);
    return visible(doubled);
}

std::string terminalJson(std::string_view json) {
    return rewritten(
        json, [](char32_t point) { return point < 0x20 ? std::string(1, static_cast<char>(point)) : hexPoint(point); },
        [](unsigned char byte) { return std::string(1, static_cast<char>(byte)); });
}

}  // namespace etscope
