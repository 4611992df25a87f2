// A section of the HTML report: paragraphs, tables and pictures, within the bytes that it may take. What does not fit is counted
// and said, never dropped in silence. One thread per object.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/html/limits.h"
#include "report/html/mark.h"

namespace etscope::report::html {

/// Safe HTML, and what its column is sorted by.
struct Cell {
    std::string html;
    std::string order;  ///< a number in decimals; empty: its text, or, with `missing`, the last in either direction
    bool missing = false;
};
/// Nothing is known, or nothing applies.
Cell noCell();
Cell textCell(std::string_view text);  ///< of a file or a document; noCell() where empty
Cell codeCell(std::string_view text);
Cell countCell(std::uint64_t count);
Cell bytesCell(std::uint64_t bytes);
Cell numberCell(double value);
Cell shareCell(double share);  ///< with a bar
/// Worst first when sorted up.
Cell stateCell(std::string_view state);

enum class Align : bool { Left, Right };

struct Column {
    std::string_view title;
    Align align = Align::Left;
    std::string_view about = {};  ///< a formula, or what the name on the command line is
};

// Lists of both.
inline Column left(std::string_view title, std::string_view about = {}) { return {title, Align::Left, about}; }
inline Column right(std::string_view title, std::string_view about = {}) { return {title, Align::Right, about}; }
template <std::same_as<Column>... Columns>
std::vector<Column> columns(const Columns&... all) {
    return {all...};
}
template <std::same_as<Cell>... Cells>
std::vector<Cell> cells(Cells... all) {
    return {std::move(all)...};
}

struct TableForm {
    std::string_view caption;
    std::vector<Column> columns;
    std::string_view rest = {};  ///< what of the rows that are left out is said, behind "and 2 104 more": ", none of them larger"
    std::size_t most = kMostRows;
};
using RowOf = std::function<std::vector<Cell>(std::size_t row)>;

class Section {
public:
    Section(std::string id, std::string title, std::size_t room);

    /// Where it fits; else it is counted.
    void add(std::string_view html);
    void heading(std::string_view title);   ///< of the level below the section's own
    void paragraph(std::string_view text);  ///< of the documents: is escaped
    void quiet(std::string_view text);      ///< the same, in the second colour
    /// `count` rows, worst first, as far as they fit. Without rows nothing is written.
    void table(const TableForm& form, std::size_t count, const RowOf& rowOf);
    /// A picture with what it shows. False: there is no room, and nothing is written; that is not counted.
    bool figure(std::string_view picture, std::string_view captionHtml);

    /// Nothing is known of what the section is about; instead of content.
    void unknown(std::string why) { m_why = std::move(why); }
    void setMark(Mark mark) { m_mark = mark; }
    /// Bytes that are left.
    std::size_t room() const noexcept;
    /// From now on no more than that, until the next call: parts of a section share its room.
    void lend(std::size_t bytes) noexcept;

    /// The whole section.
    std::string html() const;
    const std::string& id() const& noexcept { return m_id; }
    const std::string& title() const& noexcept { return m_title; }
    const std::string& why() const& noexcept { return m_why; }
    Mark mark() const noexcept { return m_mark; }
    std::size_t rows() const noexcept { return m_rows; }
    std::size_t rowsShown() const noexcept { return m_rowsShown; }
    std::size_t pictures() const noexcept { return m_pictures; }
    std::size_t leftOut() const noexcept { return m_leftOut; }

private:
    std::string m_id, m_title, m_html, m_why;
    std::size_t m_room, m_until;
    Mark m_mark = Mark::None;
    std::size_t m_rows = 0, m_rowsShown = 0, m_pictures = 0, m_leftOut = 0;
};

}  // namespace etscope::report::html
