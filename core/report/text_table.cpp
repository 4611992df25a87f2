#include "report/text_table.h"

#include <algorithm>
#include <array>

#include "base/number_text.h"

namespace etscope::report {
namespace {

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

void TextTable::add(const std::vector<std::string>& cells) {
    for (const std::string& one : cells) {
        m_cells += one;
        m_ends.push_back(m_cells.size());
    }
}

std::string_view TextTable::cell(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : m_ends[index - 1];
    return std::string_view(m_cells).substr(begin, m_ends[index] - begin);
}

std::string TextTable::text(std::size_t indent) const {
    const std::size_t count = m_columns.size();
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns) widths.push_back(codePoints(column.title));
    for (std::size_t i = 0; i < m_ends.size(); ++i) widths[i % count] = std::max(widths[i % count], codePoints(cell(i)));
    std::string out;
    const auto line = [&](auto&& cellOf) {
        out.append(indent, ' ');
        for (std::size_t i = 0; i < count; ++i) {
            const std::string_view text = cellOf(i);
            const std::size_t padding = widths[i] - codePoints(text);
            if (i > 0) out += "  ";
            if (m_columns[i].align == Align::Right) out.append(padding, ' ');
            out += text;
            if (m_columns[i].align != Align::Right) out.append(padding, ' ');
        }
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    };
    line([this](std::size_t i) { return m_columns[i].title; });
    for (std::size_t row = 0; row < m_ends.size(); row += count) line([&](std::size_t i) { return cell(row + i); });
    return out;
}

}  // namespace etscope::report
