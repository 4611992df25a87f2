// What a drawing is judged by: straight lines between the centres of the nodes, counted pair by pair in O(edges²).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "layout/geometry.h"
#include "layout/layout.h"

namespace etscope::test {

struct DrawingQuality {
    std::uint64_t crossings = 0;  ///< pairs of edges without a common node whose lines cross inside both
    std::uint64_t upward = 0;     ///< edges whose target's centre is not below the source's
    std::uint64_t overlaps = 0;   ///< pairs of nodes whose insides overlap by more than half a unit in both directions
    double width = 0, height = 0;
};

/// All counts but the crossings, for graphs too big for those.
DrawingQuality boxQuality(const std::vector<layout::Rect>& nodes,
                          const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges);
DrawingQuality drawingQuality(const std::vector<layout::Rect>& nodes,
                              const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges);

/// The rectangles of the nodes in a layout.
std::vector<layout::Rect> rectsOf(const layout::LayoutInput& input, const layout::LayoutResult& result);
/// The edges between nodes; those of groups are left out.
std::vector<std::pair<std::uint32_t, std::uint32_t>> nodeEdges(const layout::LayoutInput& input);

}  // namespace etscope::test
