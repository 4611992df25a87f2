#include "base/text.h"

#include <algorithm>
#include <system_error>

#include "base/escaped.h"
#include "base/real_text.h"

namespace etscope {

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
    const auto read = readReal(digits.data(), digits.data() + digits.size(), number);
    const bool isNumber = read.ec != std::errc::invalid_argument && read.ptr == digits.data() + digits.size();
    const bool runs = !cell.empty() && std::string_view("=+-@\t\r").find(cell.front()) != std::string_view::npos;
    std::string text(runs && !isNumber ? 1 : 0, '\'');
    return text.append(cell);
}

std::string pythonText(std::string_view text) {
    std::string out = "\"";
    for (const char c : escaped(text)) {
        if (c == '"') out += '\\';
        out += c;
    }
    return out + "\"";
}

std::string docstringText(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        out += escaped(text.substr(0, end));
        if (end < text.size()) out += '\n';
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    std::ranges::replace(out, '"', '\'');
    return out;
}

}  // namespace etscope
