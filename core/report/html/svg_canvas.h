// A picture of a report as SVG inside HTML: shapes that have their colours from the page's style, by class, so that they follow
// light and dark. All texts are escaped here. One thread per object.
#pragma once

#include <string>
#include <string_view>

#include "layout/geometry.h"

namespace etscope::report::html {

enum class Anchor : std::uint8_t { Start, Middle, End };

class SvgCanvas {
public:
    /// In units of the view box; the page scales it to its width at most.
    SvgCanvas(double width, double height, std::string_view kind = "chart");

    /// `tip`: what a pointer that rests on it reads; may be empty.
    void rect(const layout::Rect& rect, std::string_view kind, std::string_view tip = {}, double radius = 0);
    void line(layout::Point from, layout::Point to, std::string_view kind);
    /// Of SVG's path data, made of numbers.
    void path(std::string_view data, std::string_view kind, std::string_view tip = {});
    void circle(layout::Point centre, double radius, std::string_view kind, std::string_view tip = {});
    void text(layout::Point place, std::string_view text, std::string_view kind, Anchor anchor = Anchor::Start);
    /// A part of a picture that is safe already.
    void raw(std::string_view svg) { m_svg += svg; }

    std::size_t size() const noexcept { return m_svg.size(); }
    /// `name`: what the picture is, for those who do not see it; empty: it says what stands beside it.
    std::string html(std::string_view name) &&;

private:
    std::string m_svg, m_kind;
    double m_width, m_height;
};

/// How wide a text of the pictures is, about, and the text shortened to a width; empty where fewer than five characters would stay.
double widthOf(std::string_view text);
std::string fitting(std::string_view text, double width);

}  // namespace etscope::report::html
