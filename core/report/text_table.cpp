#include "report/text_table.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace etscope::report {
namespace {

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string TextTable::text(std::size_t indent) const {
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns) widths.push_back(codePoints(column.title));
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], codePoints(row[i]));
    std::string out;
    const auto line = [&](auto&& cellOf) {
        std::string text(indent, ' ');
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string cell(cellOf(i));
            const std::string padding(widths[i] - codePoints(cell), ' ');
            if (i > 0) text += "  ";
            text += m_columns[i].align == Align::Right ? padding + cell : cell + padding;
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    line([this](std::size_t i) { return m_columns[i].title; });
    for (const auto& row : m_rows) line([&row](std::size_t i) { return row[i]; });
    return out;
}

std::string bytesText(std::uint64_t bytes) {
    static constexpr std::array<const char*, 5> kUnits{"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (bytes < 1024) return std::to_string(bytes) + " B";
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f %s", value, kUnits[unit]);
    return text.data();
}

}  // namespace etscope::report
