// Points and rectangles of drawings, in base units (pixels at 100 %), y downwards. Plain values.
#pragma once

#include <algorithm>

namespace etscope::layout {

struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(Point, Point) = default;
};

struct Size {
    double width = 0;
    double height = 0;
};

struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    double right() const noexcept { return x + width; }
    double bottom() const noexcept { return y + height; }
    Point centre() const noexcept { return {x + width / 2, y + height / 2}; }
    bool contains(Point p) const noexcept { return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom(); }
    /// Whether the insides overlap; rectangles that only touch do not.
    bool intersects(const Rect& o) const noexcept { return x < o.right() && o.x < right() && y < o.bottom() && o.y < bottom(); }
    Rect moved(double dx, double dy) const noexcept { return {x + dx, y + dy, width, height}; }
    Rect grown(double by) const noexcept { return {x - by, y - by, width + 2 * by, height + 2 * by}; }
    Rect united(const Rect& o) const noexcept {
        const double left = std::min(x, o.x);
        const double top = std::min(y, o.y);
        return {left, top, std::max(right(), o.right()) - left, std::max(bottom(), o.bottom()) - top};
    }
    friend bool operator==(const Rect&, const Rect&) = default;
};

}  // namespace etscope::layout
