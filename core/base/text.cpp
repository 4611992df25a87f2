#include "base/text.h"

#include <array>
#include <charconv>
#include <cmath>

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

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        const auto lead = static_cast<unsigned char>(text[0]);
        if (length == 0 || lead < 0x20 || lead == 0x7F) {
            out += "\\x";
            appendHex(out, std::byte{lead}, HexCase::Upper);
            text.remove_prefix(1);
            continue;
        }
        if (lead == '\\') out += '\\';
        out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
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

bool isValidUtf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t length = sequenceLength(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string xmlText(std::string_view text) {
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
        else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n')
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
