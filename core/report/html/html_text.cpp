#include "report/html/html_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/escaped.h"
#include "base/text.h"

namespace etscope::report::html {
namespace {

constexpr std::string_view kThinSpace = "\u202F", kMinus = "\u2212";

bool isContinuation(char c) noexcept { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

std::size_t lengthOf(std::string_view text) noexcept {
    std::size_t length = 0;
    for (const char c : text) length += isContinuation(c) ? 0U : 1U;
    return length;
}

/// The byte at which the character of that number begins.
std::size_t placeOf(std::string_view text, std::size_t character) noexcept {
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if (!isContinuation(text[at]) && character-- == 0) break;
    return at;
}

/// The end often is a number: it stays.
std::string elided(std::string_view text, std::size_t most) {
    const std::size_t length = text.size() <= most ? text.size() : lengthOf(text);
    if (length <= most) return std::string(text);
    const std::size_t head = most * 2 / 3, tail = most - head - 1;
    return std::string(text.substr(0, placeOf(text, head))) + "…" + std::string(text.substr(placeOf(text, length - tail)));
}

std::string digits(double value, std::chars_format format, int precision) {
    std::array<char, 512> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, format, precision);
    return error == std::errc() ? std::string(text.data(), end) : std::string("?");
}

}  // namespace

std::string escape(std::string_view text, std::size_t most) {
    // What is written out is longer: bytes first, so that no more than that is looked at.
    std::size_t end = std::min(text.size(), 8 * most);
    while (end > 0 && end < text.size() && isContinuation(text[end])) --end;
    const std::string_view looked = text.substr(0, end);
    std::string safe = elided(visible(looked), most);
    if (looked.size() < text.size()) safe += "…";
    return xmlText(safe);
}

std::string code(std::string_view text, std::size_t most) {
    constexpr std::size_t kInOneLine = 44;
    return (text.size() > kInOneLine ? "<code class=\"long\">" : "<code>") + escape(text, most) + "</code>";
}

std::string breakableCode(std::string_view text, std::size_t most) {
    std::string html = "<code>";
    for (const char c : escape(text, most)) {
        html += c;
        if (c == '_' || c == '.') html += "<wbr>";
    }
    return html + "</code>";
}

std::string words(std::string_view name) {
    std::string text(name);
    for (char& c : text)
        if (c == '_') c = ' ';
    return text;
}

namespace {

std::string ended(std::string whole) {
    const bool hasEnd = whole.ends_with('.') || whole.ends_with(':') || whole.ends_with('?') || whole.ends_with("…");
    return hasEnd ? whole : whole + ".";
}

}  // namespace

std::string sentenceOf(const Sentence& said) {
    const std::string text = said.text();
    return said.beginsWithWords() ? sentence(std::string_view(text)) : ended(text);
}

std::string sentence(std::string_view text) {
    if (text.empty()) return {};
    std::string whole(text);
    // Not where it begins with an identifier.
    const std::size_t end = whole.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (end == std::string::npos || whole[end] == ' ' || whole[end] == ',') whole[0] = static_cast<char>(std::toupper(whole[0]));
    return ended(std::move(whole));
}

std::string countText(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, kThinSpace);
    return text;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
    return countText(count) + " " + std::string(count == 1 ? one : many);
}

std::string floatText(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? std::string(kMinus) + "∞" : "∞";
    if (value == 0) return "0";
    const double size = std::abs(value);
    const bool power = size < 1e-3 || size >= 1e5;
    std::string text = digits(value, power ? std::chars_format::scientific : std::chars_format::general, power ? 3 : 4);
    if (const std::size_t e = text.find('e'); power && e != std::string::npos) {
        const std::size_t last = text.find_last_not_of('0', e - 1);  // "1.000e-05" is 1e-05
        const std::size_t end = text[last] == '.' ? last : last + 1;
        text.erase(end, e - end);
    }
    for (std::size_t at = text.find('-'); at != std::string::npos; at = text.find('-', at + kMinus.size()))
        text.replace(at, 1, kMinus);
    return text;
}

std::string percentText(double share) { return digits(share * 100, std::chars_format::fixed, 1) + kThinSpace.data() + "%"; }

std::string fixed(double value, int precision) {
    if (!std::isfinite(value)) return "0";
    std::string text = digits(value, std::chars_format::fixed, precision);
    if (text.find('.') != std::string::npos) {
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

}  // namespace etscope::report::html
