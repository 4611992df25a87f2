// Layered layout of a nested graph, with orthogonal edges. Pure function of its input: deterministic, any thread, no recursion.
//
// Every group is laid out alone, innermost first, as a small layered drawing whose vertices are its nodes, its inner groups
// (with ports where edges cross their border) and its own ports (inputs in the first rank, outputs in the last); equal groups
// are laid out once. One group: cycle guard, longest path and tightening, one chain of dummy vertices per long-travelling
// source, barycentre and median sweeps with exchanges, Brandes–Köpf coordinates around a straight backbone (the longest ways), and
// routing with one horizontal track per value between two ranks.
// Edges that bypass everything (residuals) run in lanes at the left edge and take no dummy vertices; so do the longest chains
// when the dummy budget is spent, which bounds the work to O((V + E) log V).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "layout/geometry.h"

namespace etscope::layout {

enum class Direction : std::uint8_t { TopDown, LeftRight };

struct LayoutNode {
    Size size;  ///< the room it takes, with what hangs on it (stubs)
    Rect core;  ///< where the edges end, inside `size`; an empty one means all of it
    std::uint32_t group = 0;
};

/// groups[0] is the outermost one; a parent comes before its children.
struct LayoutGroup {
    std::uint32_t parent = 0;
    double minimumWidth = 0;  ///< what its header needs
    double header = 25;
    double padding = 10;
    double footer = 0;  ///< room below
};

/// An endpoint is a node (its index) or a whole group (`group(i)`).
struct LayoutEnd {
    std::uint32_t index = 0;
    bool isGroup = false;
    static LayoutEnd node(std::uint32_t index) { return {index, false}; }
    static LayoutEnd group(std::uint32_t index) { return {index, true}; }
    friend bool operator==(LayoutEnd, LayoutEnd) = default;
};

struct LayoutEdge {
    LayoutEnd from;
    LayoutEnd to;
    std::uint32_t value = 0;     ///< edges of one `from` with the same value share their way
    bool labelled = false;       ///< widens the gap in which it ends to `labelGap`
    std::uint32_t argument = 0;  ///< place among the arguments of `to`: where edges end at one node, they keep this order
};

struct LayoutSpacing {
    double rankGap = 18;
    double labelGap = 26;
    double nodeGap = 24;
    double trackGap = 8;
    double laneGap = 10;
    double frameGap = 10;  ///< of a gap beside ports: what the padding of their group leaves room for
};

struct LayoutInput {
    std::vector<LayoutNode> nodes;
    std::vector<LayoutGroup> groups;  ///< empty: one group without header and padding
    std::vector<LayoutEdge> edges;
    Direction direction = Direction::TopDown;
    LayoutSpacing spacing;
};

struct LayoutPath {
    std::uint32_t first = 0;  ///< in LayoutResult::points
    std::uint32_t count = 0;  ///< 0: not drawn (an edge from a thing to itself or into its own group)
    bool reversed = false;    ///< against the direction: closes a cycle; its points still run from `from` to `to`
};

struct LayoutCounters {
    std::uint64_t dummies = 0;
    std::uint64_t crossings = 0;  ///< of the layered drawings, counted by rank
    std::uint64_t lanes = 0;      ///< edges in lanes
    std::uint64_t laidOut = 0;    ///< groups laid out, equal ones once
    std::uint64_t reversed = 0;
};

struct LayoutResult {
    std::vector<Point> nodes;  ///< top left of each node's `size`
    std::vector<Rect> groups;
    std::vector<LayoutPath> paths;  ///< one per edge; corners are sharp, horizontal and vertical pieces only
    std::vector<Point> points;
    Rect bounds;
    LayoutCounters counters;

    std::span<const Point> path(std::size_t edge) const& noexcept {
        return std::span<const Point>(points).subspan(paths[edge].first, paths[edge].count);
    }
};

/// Errors: `cancelled`; `layout-input-invalid` when an index is out of range or a group does not follow its parent.
Result<LayoutResult> layout(const LayoutInput& input, const JobContext& job = {});

}  // namespace etscope::layout
