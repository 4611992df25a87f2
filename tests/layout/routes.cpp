#include "layout/routes.h"

#include <algorithm>
#include <cmath>

namespace etscope::test {
namespace {

using layout::LayoutEnd;
using layout::LayoutInput;
using layout::LayoutResult;
using layout::Point;
using layout::Rect;

constexpr double kNear = 0.05;
/// Lines at a border do not run through what is inside it.
constexpr double kInset = -0.5;

Rect sizeRect(const LayoutInput& input, const LayoutResult& result, std::uint32_t node) {
    return {result.nodes[node].x, result.nodes[node].y, input.nodes[node].size.width, input.nodes[node].size.height};
}

Rect nodeCore(const LayoutInput& input, const LayoutResult& result, std::uint32_t node) {
    const Rect& core = input.nodes[node].core;
    if (core.width <= 0 || core.height <= 0) return sizeRect(input, result, node);
    return core.moved(result.nodes[node].x, result.nodes[node].y);
}

std::string shown(Point p) { return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ")"; }

bool onBorder(const Rect& rect, Point p) {
    if (!rect.grown(kNear).contains(p)) return false;
    const auto near = [](double a, double b) { return std::abs(a - b) <= kNear; };
    return near(p.x, rect.x) || near(p.x, rect.right()) || near(p.y, rect.y) || near(p.y, rect.bottom());
}

bool runsThrough(const Rect& rect, Point a, Point b) {
    const Rect piece{std::min(a.x, b.x), std::min(a.y, b.y), std::abs(a.x - b.x), std::abs(a.y - b.y)};
    return rect.grown(kInset).intersects(piece);
}

/// Whether the end lies in the group, at any depth; a group does not lie in itself.
bool liesIn(const LayoutInput& input, LayoutEnd end, std::uint32_t group) {
    std::uint32_t at = end.isGroup ? input.groups[end.index].parent : input.nodes[end.index].group;
    if (end.isGroup && end.index == 0) return false;
    while (at != 0 && at != group) at = input.groups[at].parent;
    return at == group;
}

std::string pieceProblem(const LayoutInput& input, const LayoutResult& result, const layout::LayoutEdge& edge, Point a, Point b) {
    if (std::abs(a.x - b.x) > kNear && std::abs(a.y - b.y) > kNear) return "slanted piece " + shown(a) + " " + shown(b);
    for (std::uint32_t n = 0; n < input.nodes.size(); ++n) {
        const bool own = edge.from == LayoutEnd::node(n) || edge.to == LayoutEnd::node(n);
        const Rect rect = own ? nodeCore(input, result, n) : sizeRect(input, result, n);
        if (runsThrough(rect, a, b)) return "through node " + std::to_string(n) + " from " + shown(a) + " to " + shown(b);
    }
    for (std::uint32_t g = 1; g < input.groups.size(); ++g)
        if (!liesIn(input, edge.from, g) && !liesIn(input, edge.to, g) && runsThrough(result.groups[g], a, b))
            return "through group " + std::to_string(g) + " from " + shown(a) + " to " + shown(b);
    return {};
}

struct Piece {
    double y, left, right;
    LayoutEnd from;
    std::uint32_t value;
};

}  // namespace

Rect endRect(const LayoutInput& input, const LayoutResult& result, LayoutEnd end) {
    return end.isGroup ? result.groups[end.index] : nodeCore(input, result, end.index);
}

std::string routeProblem(const LayoutInput& input, const LayoutResult& result, std::size_t edge) {
    const layout::LayoutEdge& drawn = input.edges[edge];
    const auto points = result.path(edge);
    if (points.size() < 2) return "fewer than two points";
    const Rect from = endRect(input, result, drawn.from), to = endRect(input, result, drawn.to);
    if (!onBorder(from, points.front())) return "begins beside its source, at " + shown(points.front());
    if (!onBorder(to, points.back())) return "ends beside its target, at " + shown(points.back());
    if (!result.paths[edge].reversed) {
        const bool down = input.direction == layout::Direction::TopDown;
        const double start = down ? from.bottom() - points.front().y : from.right() - points.front().x;
        const double end = down ? to.y - points.back().y : to.x - points.back().x;
        if (std::abs(start) > kNear || std::abs(end) > kNear) return "does not lead from the near side to the near side";
    }
    for (std::size_t i = 1; i < points.size(); ++i)
        if (std::string problem = pieceProblem(input, result, drawn, points[i - 1], points[i]); !problem.empty()) return problem;
    return {};
}

std::string routeProblem(const LayoutInput& input, const LayoutResult& result) {
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        if (result.paths[e].count == 0) continue;
        if (const std::string problem = routeProblem(input, result, e); !problem.empty())
            return "edge " + std::to_string(e) + ": " + problem;
    }
    return {};
}

std::string nestingProblem(const LayoutInput& input, const LayoutResult& result) {
    struct Child {
        std::uint32_t parent;
        Rect rect;
        std::string name;
    };
    std::vector<Child> children;
    for (std::uint32_t n = 0; n < input.nodes.size(); ++n)
        children.push_back({input.nodes[n].group, sizeRect(input, result, n), "node " + std::to_string(n)});
    for (std::uint32_t g = 1; g < input.groups.size(); ++g)
        children.push_back({input.groups[g].parent, result.groups[g], "group " + std::to_string(g)});
    for (const Child& child : children) {
        const double header = input.groups.empty() ? 0 : input.groups[child.parent].header;
        Rect room = result.groups[child.parent];
        room.y += header;
        room.height -= header;
        const Rect& rect = child.rect;
        if (rect.x < room.x - kNear || rect.y < room.y - kNear || rect.right() > room.right() + kNear ||
            rect.bottom() > room.bottom() + kNear)
            return child.name + " leaves the room below the header of its group";
    }
    std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) { return a.rect.y < b.rect.y; });
    for (std::size_t i = 0; i < children.size(); ++i)
        for (std::size_t k = i + 1; k < children.size() && children[k].rect.y < children[i].rect.bottom(); ++k)
            if (children[i].parent == children[k].parent && children[i].rect.grown(-kNear).intersects(children[k].rect))
                return children[i].name + " overlaps " + children[k].name;
    return {};
}

std::uint64_t sharedTracks(const LayoutInput& input, const LayoutResult& result) {
    std::vector<Piece> pieces;
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        const auto points = result.path(e);
        for (std::size_t i = 1; i < points.size(); ++i)
            if (std::abs(points[i].y - points[i - 1].y) <= kNear)
                pieces.push_back({points[i].y, std::min(points[i].x, points[i - 1].x), std::max(points[i].x, points[i - 1].x),
                                  input.edges[e].from, input.edges[e].value});
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.y < b.y; });
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        for (std::size_t k = i + 1; k < pieces.size() && pieces[k].y - pieces[i].y < 1; ++k) {
            const Piece &a = pieces[i], &b = pieces[k];
            if (a.from == b.from && a.value == b.value) continue;
            if (std::min(a.right, b.right) - std::max(a.left, b.left) > 1) ++count;
        }
    return count;
}

}  // namespace etscope::test
