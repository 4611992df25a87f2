#include "report/html/section.h"

#include <algorithm>
#include <cmath>

#include "base/bytes_text.h"
#include "base/number_text.h"
#include "report/html/html_text.h"
#include "report/html/svg_canvas.h"
#include "report/text_table.h"

namespace etscope::report::html {
namespace {

/// Of a section: its own tags, and the sentence about what did not fit.
constexpr std::size_t kAround = 700;
/// Of a table: what closes it, and the sentence about the rows that are left out.
constexpr std::size_t kBelowTable = 600;
constexpr double kShareBar = 56;

std::string cellHtml(const Cell& cell, Align align) {
    std::string tag = align == Align::Right ? "<td class=\"n\"" : "<td";
    if (cell.missing || !cell.order.empty()) tag += " data-o=\"" + cell.order + "\"";
    return tag + ">" + cell.html + "</td>";
}

std::string headHtml(const TableForm& form) {
    std::string html = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + escape(form.caption) +
                       "\"><table><caption>" + escape(form.caption) + "</caption><thead><tr>";
    for (const Column& column : form.columns) {
        html += column.align == Align::Right ? "<th scope=\"col\" class=\"n\"" : "<th scope=\"col\"";
        if (!column.about.empty()) html += " title=\"" + escape(column.about) + "\"";
        html += "><button type=\"button\">" + escape(column.title) + "</button></th>";
    }
    return html + "</tr></thead><tbody>\n";
}

std::string rowHtml(const TableForm& form, const std::vector<Cell>& cells) {
    std::string html = "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) html += cellHtml(cells[i], form.columns[i].align);
    return html + "</tr>\n";
}

}  // namespace

Cell noCell() { return {"<span class=\"none\">–</span>", {}, true}; }
Cell textCell(std::string_view text) { return text.empty() ? noCell() : Cell{escape(text, kMostCell), {}}; }
Cell codeCell(std::string_view text) { return text.empty() ? noCell() : Cell{code(text), {}}; }
Cell countCell(std::uint64_t count) { return {countText(count), std::to_string(count)}; }
Cell bytesCell(std::uint64_t bytes) {
    return {"<span title=\"" + countText(bytes) + " bytes\">" + escape(bytesText(bytes)) + "</span>", std::to_string(bytes)};
}
Cell numberCell(double value) {
    // NaN is worse than any number.
    return {floatText(value), std::isfinite(value) ? shortest(value) : value < 0 ? "-1e999" : "1e999"};
}
Cell shareCell(double share) {
    SvgCanvas bar(kShareBar, 8, "bar");
    bar.rect({0, 0, kShareBar, 8}, "track");
    bar.rect({0, 0, std::clamp(share, 0.0, 1.0) * kShareBar, 8}, "fill");
    return {"<span class=\"share\">" + std::move(bar).html({}) + percentText(share) + "</span>", shortest(share)};
}
Cell stateCell(std::string_view state) {
    static constexpr Mark kWorstFirst[] = {Mark::Error,   Mark::Differ,    Mark::Incomparable, Mark::Unreadable,
                                           Mark::Warning, Mark::Ambiguous, Mark::Missing,      Mark::Note};
    const auto place = std::ranges::find(kWorstFirst, markOf(state)) - std::begin(kWorstFirst);
    return {stateHtml(state), std::to_string(place)};
}

Section::Section(std::string id, std::string title, std::size_t room)
    : m_id(std::move(id)), m_title(std::move(title)), m_room(room - kAround), m_until(m_room) {}

std::size_t Section::room() const noexcept { return m_html.size() < m_until ? m_until - m_html.size() : 0; }

void Section::lend(std::size_t bytes) noexcept { m_until = std::min(m_room, m_html.size() + bytes); }

void Section::add(std::string_view html) {
    if (html.size() > room())
        ++m_leftOut;
    else
        m_html += html;
}

void Section::heading(std::string_view title) { add("<h3>" + escape(title, kMostCell) + "</h3>\n"); }
void Section::paragraph(std::string_view text) { add("<p>" + escape(text) + "</p>\n"); }
void Section::quiet(std::string_view text) { add("<p class=\"quiet\">" + escape(text) + "</p>\n"); }

void Section::table(const TableForm& form, std::size_t count, const RowOf& rowOf) {
    if (count == 0) return;
    const std::string head = headHtml(form);
    m_rows += count;
    if (head.size() + kBelowTable > room()) {
        ++m_leftOut;
        return;
    }
    m_html += head;
    std::size_t shown = 0;
    for (; shown < std::min(count, form.most); ++shown) {
        const std::string row = rowHtml(form, rowOf(shown));
        if (row.size() + kBelowTable > room()) break;
        m_html += row;
    }
    m_rowsShown += shown;
    m_html += "</tbody></table></div>\n";
    if (shown < count) m_html += "<p class=\"quiet more\">and " + countText(count - shown) + " more" + escape(form.rest) + "</p>\n";
}

bool Section::figure(std::string_view picture, std::string_view captionHtml) {
    const std::string html =
        "<figure>" + std::string(picture) + "<figcaption>" + std::string(captionHtml) + "</figcaption></figure>\n";
    if (html.size() > room()) return false;
    m_html += html;
    ++m_pictures;
    return true;
}

std::string Section::html() const {
    std::string html = "<section id=\"" + m_id + "\" aria-labelledby=\"" + m_id + "-title\"><h2 id=\"" + m_id + "-title\">" +
                       markHtml(m_mark) + escape(m_title) + "</h2>\n";
    if (!m_why.empty())
        return html + "<p class=\"unknown\">" + markHtml(Mark::Missing) + escape(m_why, kMostCell) + "</p></section>\n";
    html += m_html;
    if (m_leftOut > 0)
        html += "<p class=\"quiet more\">" + counted(m_leftOut, "more part does", "more parts do") +
                " not fit into the report; the command line and the window show all.</p>\n";
    return html + "</section>\n";
}

}  // namespace etscope::report::html
