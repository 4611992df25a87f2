#include "report/html/svg_canvas.h"

#include "base/escaped.h"
#include "report/html/html_text.h"
#include "view/text_measure.h"

namespace etscope::report::html {
namespace {

std::string attribute(const char* name, double value) { return std::string(" ") + name + "=\"" + fixed(value) + "\""; }

std::string classOf(std::string_view kind) { return kind.empty() ? "" : " class=\"" + std::string(kind) + "\""; }

std::string end(const char* element, std::string_view tip) {
    return tip.empty() ? "/>" : "><title>" + escape(tip, kMostCell) + "</title></" + element + ">";
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height, std::string_view kind) : m_kind(kind), m_width(width), m_height(height) {}

void SvgCanvas::rect(const layout::Rect& rect, std::string_view kind, std::string_view tip, double radius) {
    m_svg += "<rect" + classOf(kind) + attribute("x", rect.x) + attribute("y", rect.y) + attribute("width", rect.width) +
             attribute("height", rect.height) + (radius > 0 ? attribute("rx", radius) : "") + end("rect", tip);
}

void SvgCanvas::line(layout::Point from, layout::Point to, std::string_view kind) {
    m_svg += "<line" + classOf(kind) + attribute("x1", from.x) + attribute("y1", from.y) + attribute("x2", to.x) +
             attribute("y2", to.y) + "/>";
}

void SvgCanvas::path(std::string_view data, std::string_view kind, std::string_view tip) {
    m_svg += "<path" + classOf(kind) + " d=\"" + std::string(data) + "\"" + end("path", tip);
}

void SvgCanvas::circle(layout::Point centre, double radius, std::string_view kind, std::string_view tip) {
    m_svg += "<circle" + classOf(kind) + attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius) +
             end("circle", tip);
}

void SvgCanvas::text(layout::Point place, std::string_view text, std::string_view kind, Anchor anchor) {
    if (text.empty()) return;
    const char* where = anchor == Anchor::Middle ? " text-anchor=\"middle\"" : anchor == Anchor::End ? " text-anchor=\"end\"" : "";
    m_svg += "<text" + classOf(kind) + attribute("x", place.x) + attribute("y", place.y) + where + ">" + escape(text, kMostCell) +
             "</text>";
}

std::string SvgCanvas::html(std::string_view name) && {
    const std::string said = name.empty() ? " aria-hidden=\"true\"" : " role=\"img\" aria-label=\"" + escape(name) + "\"";
    return "<svg class=\"" + m_kind + "\" viewBox=\"0 0 " + fixed(m_width) + " " + fixed(m_height) + "\"" +
           attribute("width", m_width) + attribute("height", m_height) + said + ">" + std::move(m_svg) + "</svg>";
}

double widthOf(std::string_view text) { return view::TableTextMeasure().width(text, view::TextRole::Small); }

std::string fitting(std::string_view given, double width) {
    const std::string shown = visible(given);
    const std::string text = view::elidedMiddle(shown, width, view::TextRole::Small, view::TableTextMeasure());
    const bool whole = text == shown;
    return whole || text.size() >= 8 ? text : std::string();
}

}  // namespace etscope::report::html
