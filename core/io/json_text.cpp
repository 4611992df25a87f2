#include "io/json_text.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace etscope {
namespace {

int hexDigit(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::optional<std::uint32_t> hexUnit(std::string_view raw, std::size_t at) noexcept {
    if (raw.size() < at + 4) return std::nullopt;
    std::uint32_t unit = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const int digit = hexDigit(raw[i]);
        if (digit < 0) return std::nullopt;
        unit = unit * 16 + static_cast<std::uint32_t>(digit);
    }
    return unit;
}

/// Writes a code point as UTF-8; returns the end.
char* putUtf8(std::uint32_t code, char* into) {
    const auto put = [&](std::uint32_t byte) { *into++ = static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6));
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3F));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    }
    return into;
}

/// The code point of the \u escape whose first hex digit is at `at`; moves `at` behind it (and behind its second half).
std::optional<std::uint32_t> decodeUnicode(std::string_view raw, std::size_t& at) {
    const auto unit = hexUnit(raw, at);
    if (!unit) return std::nullopt;
    at += 4;
    std::uint32_t code = *unit;
    if (code >= 0xD800 && code < 0xDC00 && raw.substr(at, 2) == "\\u") {
        const auto low = hexUnit(raw, at + 2);
        if (low && *low >= 0xDC00 && *low < 0xE000) {
            code = 0x10000 + ((code - 0xD800) << 10U) + (*low - 0xDC00);
            at += 6;
        }
    }
    return code >= 0xD800 && code < 0xE000 ? 0xFFFD : code;
}

}  // namespace

std::size_t decodeJsonText(char* text, std::size_t size, bool& good) {
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
    const std::string_view raw(text, size);
    char* into = text;
    std::size_t at = 0;
    while (at < size) {
        const std::size_t stop = std::min(raw.find('\\', at), size);
        if (into != text + at) std::memmove(into, text + at, stop - at);
        into += stop - at;
        at = stop;
        if (at == size) break;
        const char name = at + 1 < size ? raw[at + 1] : '\0';
        std::size_t behind = at + 2;
        const std::size_t known = name == '\0' ? std::string_view::npos : kNames.find(name);
        const auto code = name == 'u' ? decodeUnicode(raw, behind) : std::nullopt;
        if (known != std::string_view::npos) {
            *into++ = kValues[known];
        } else if (code) {
            into = putUtf8(*code, into);
        } else {
            *into++ = '\\';
            behind = at + 1;
            good = false;
        }
        at = behind;
    }
    return static_cast<std::size_t>(into - text);
}

bool decodeJsonText(std::string_view raw, std::string& into) {
    const std::size_t before = into.size();
    into.append(raw);
    bool good = true;
    into.resize(before + decodeJsonText(into.data() + before, raw.size(), good));
    return good;
}

}  // namespace etscope
