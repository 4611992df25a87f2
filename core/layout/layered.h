// One group of a layout as a layered drawing: ranks, order, coordinates, orthogonal pieces. Used by layout.cpp alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "layout/geometry.h"
#include "layout/layout.h"

namespace etscope::layout {

/// A thing of the group. Ports are of no size; `first` and `last` ones lie in the first and last rank.
struct LayeredVertex {
    Size size;
    Rect core;  ///< inside `size`; ends of edges without a port offset
    bool first = false, last = false;
};

/// `fromOffset` and `toOffset`: where the edge leaves and enters, from the left of the vertex; negative: the core's middle.
struct LayeredEdge {
    std::uint32_t from = 0, to = 0;
    std::uint32_t value = 0;  ///< edges of one `from` with the same value share chain and track
    double fromOffset = -1, toOffset = -1;
    bool labelled = false;
    std::uint32_t argument = 0;  ///< order among the edges of one target
};

struct LayeredResult {
    std::vector<Point> places;              ///< top left of each vertex
    std::vector<Point> points;              ///< of the routes, one after the other
    std::vector<std::uint32_t> routeStart;  ///< per edge, and the end
    std::vector<bool> reversed;
    Size size;
    std::uint64_t dummies = 0, crossings = 0, lanes = 0;

    /// From source to target; empty: not drawn.
    std::span<const Point> route(std::uint32_t edge) const& noexcept {
        return std::span(points).subspan(routeStart[edge], routeStart[edge + 1] - routeStart[edge]);
    }
};

/// Errors: `cancelled`.
Result<LayeredResult> layered(const std::vector<LayeredVertex>& vertices, const std::vector<LayeredEdge>& edges,
                              const LayoutSpacing& spacing, const JobContext& job);

}  // namespace etscope::layout
