#include "layout/quality.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace etscope::test {
namespace {

using layout::Point;
using layout::Rect;
using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// 1, 0, −1: c lies left of, on or right of the line from a to b.
int side(Point a, Point b, Point c) {
    constexpr double kFlat = 1e-9;
    const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return area > kFlat ? 1 : area < -kFlat ? -1 : 0;
}

bool cross(Point a, Point b, Point c, Point d) {
    if (std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y)) return false;
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

std::uint64_t countCrossings(const std::vector<Rect>& nodes, const Edges& edges) {
    std::vector<Point> centres;
    for (const Rect& node : nodes) centres.push_back(node.centre());
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto [a, b] = edges[i];
        for (std::size_t k = i + 1; k < edges.size(); ++k) {
            const auto [c, d] = edges[k];
            if (a == c || a == d || b == c || b == d) continue;
            if (cross(centres[a], centres[b], centres[c], centres[d])) ++count;
        }
    }
    return count;
}

/// Sweeps down over the top edges, so that only nodes at the same height are compared.
std::uint64_t countOverlaps(const std::vector<Rect>& nodes) {
    constexpr double kTouch = 0.5;
    std::vector<std::uint32_t> order(nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return nodes[a].y < nodes[b].y; });
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Rect& upper = nodes[order[i]];
        for (std::size_t k = i + 1; k < order.size() && nodes[order[k]].y < upper.bottom() - kTouch; ++k) {
            const Rect& lower = nodes[order[k]];
            const double shared = std::min(upper.right(), lower.right()) - std::max(upper.x, lower.x);
            if (shared > kTouch) ++count;
        }
    }
    return count;
}

}  // namespace

DrawingQuality boxQuality(const std::vector<Rect>& nodes, const Edges& edges) {
    DrawingQuality quality;
    for (const auto& [from, to] : edges)
        if (nodes[from].centre().y >= nodes[to].centre().y) ++quality.upward;
    quality.overlaps = countOverlaps(nodes);
    if (nodes.empty()) return quality;
    Rect bounds = nodes.front();
    for (const Rect& node : nodes) bounds = bounds.united(node);
    quality.width = bounds.width;
    quality.height = bounds.height;
    return quality;
}

DrawingQuality drawingQuality(const std::vector<Rect>& nodes, const Edges& edges) {
    DrawingQuality quality = boxQuality(nodes, edges);
    quality.crossings = countCrossings(nodes, edges);
    return quality;
}

std::vector<Rect> rectsOf(const layout::LayoutInput& input, const layout::LayoutResult& result) {
    std::vector<Rect> rects;
    for (std::size_t i = 0; i < input.nodes.size(); ++i)
        rects.push_back({result.nodes[i].x, result.nodes[i].y, input.nodes[i].size.width, input.nodes[i].size.height});
    return rects;
}

Edges nodeEdges(const layout::LayoutInput& input) {
    Edges edges;
    for (const layout::LayoutEdge& edge : input.edges)
        if (!edge.from.isGroup && !edge.to.isGroup) edges.emplace_back(edge.from.index, edge.to.index);
    return edges;
}

}  // namespace etscope::test
