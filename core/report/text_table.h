// Plain-text tables for terminals: columns sized to their content, numbers right aligned. Lengths are code points.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace etscope::report {

class TextTable {
public:
    enum class Align : bool { Left, Right };
    struct Column {
        std::string_view title;
        Align align = Align::Left;
    };

    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    /// One cell per column.
    void add(const std::vector<std::string>& cells);
    bool empty() const noexcept { return m_ends.empty(); }
    /// Two blanks between columns, `indent` blanks before each line, no trailing blanks.
    std::string text(std::size_t indent = 0) const;

private:
    std::string_view cell(std::size_t index) const;

    std::vector<Column> m_columns;
    std::string m_cells;              // of all rows, one behind the other: a string each would cost five times their letters
    std::vector<std::size_t> m_ends;  // of each cell in m_cells
};

}  // namespace etscope::report
