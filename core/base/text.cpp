#include "base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace etscope {
namespace {

/// Length of the valid UTF-8 sequence at the start of `text`; 0 when it is invalid (overlong, surrogate, above U+10FFFF, cut).
std::size_t sequenceLength(std::string_view text) noexcept {
    const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 && lead <= 0xF4 ? 4 : lead >= 0xE0 ? (lead < 0xF0 ? 3 : 0) : lead >= 0xC2 ? 2 : 0;
    if (length == 0 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    const unsigned char second = byte(1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) || (lead == 0xF0 && second < 0x90) ||
        (lead == 0xF4 && second > 0x8F))
        return 0;
    return length;
}

/// The code point of a valid sequence.
char32_t decoded(std::string_view sequence) noexcept {
    const auto byte = [sequence](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    if (sequence.size() == 1) return byte(0);
    char32_t point = byte(0) & (0x7FU >> sequence.size());
    for (std::size_t i = 1; i < sequence.size(); ++i) point = (point << 6U) | (byte(i) & 0x3FU);
    return point;
}

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
        const std::size_t length = sequenceLength(text);
        if (length == 0) {
            out += ofByte(static_cast<unsigned char>(text[0]));
            text.remove_prefix(1);
            continue;
        }
        const char32_t point = decoded(text.substr(0, length));
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

std::string repairedUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0) {
            out += "\xEF\xBF\xBD";
            text.remove_prefix(1);
            continue;
        }
        out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

namespace {

/// Bytes at the start that are ASCII, in steps of eight: nearly all of what is looked at.
std::size_t asciiLength(std::string_view text) noexcept {
    constexpr std::uint64_t kHighBits = 0x8080'8080'8080'8080;
    std::size_t at = 0;
    for (std::uint64_t eight = 0; at + sizeof(eight) <= text.size(); at += sizeof(eight)) {
        std::memcpy(&eight, text.data() + at, sizeof(eight));
        if ((eight & kHighBits) != 0) break;
    }
    while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
    return at;
}

}  // namespace

bool isValidUtf8(std::string_view text) noexcept {
    for (text.remove_prefix(asciiLength(text)); !text.empty(); text.remove_prefix(asciiLength(text))) {
        const std::size_t length = sequenceLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string xmlText(std::string_view given) {
    const std::string safe = visible(given);
    const std::string_view text = safe;
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const std::string_view three = text.substr(i, 3);
        if (three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF")
            i += 2;
        else if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += c;
        out += c;
    }
    return out + "\"";
}

std::string spreadsheetText(std::string_view cell) {
    const std::string_view digits = cell.starts_with('+') ? cell.substr(1) : cell;
    double number = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool isNumber = read.ec != std::errc::invalid_argument && read.ptr == digits.data() + digits.size();
    const bool runs = !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
    return (runs && !isNumber ? "'" : "") + std::string(cell);
}

void appendHex(std::string& out, std::byte value, HexCase digits) {
    const std::string_view all = digits == HexCase::Lower ? "0123456789abcdef" : "0123456789ABCDEF";
    out += all[std::to_integer<std::size_t>(value >> 4)];
    out += all[std::to_integer<std::size_t>(value & std::byte{15})];
}

std::string hexText(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) appendHex(text, byte, HexCase::Lower);
    return text;
}

std::string hexOffset(std::uint64_t offset) {
    std::array<char, 17> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), offset, 16).ptr;
    std::string text(digits.data(), end);
    for (char& c : text)
        if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    if (text.size() < 8) text.insert(0, 8 - text.size(), '0');
    return "0x" + text;
}

std::string shortest(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

std::optional<std::int64_t> parseInt(std::string_view text) noexcept {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string_view baseName(std::string_view path) noexcept {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace etscope
