// Judges the rectangles and routes of a layout against its contract (core/layout/layout.h). No Qt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "layout/layout.h"

namespace etscope::test {

/// Where the end's edges meet it: a node's core or a group's rectangle.
layout::Rect endRect(const layout::LayoutInput& input, const layout::LayoutResult& result, layout::LayoutEnd end);

/// What is wrong with the route of an edge; empty: nothing. It consists of horizontal and vertical pieces, begins and ends at
/// the borders of its ends, and runs through no node, and through no group but those around its ends.
std::string routeProblem(const layout::LayoutInput& input, const layout::LayoutResult& result, std::size_t edge);
/// The first problem of all drawn edges, with the edge's number in front.
std::string routeProblem(const layout::LayoutInput& input, const layout::LayoutResult& result);

/// Nodes lie inside their groups below the header, groups inside their parents, and siblings do not overlap; empty: all hold.
std::string nestingProblem(const layout::LayoutInput& input, const layout::LayoutResult& result);

/// Pairs of horizontal pieces that run on each other although they belong to different values.
std::uint64_t sharedTracks(const layout::LayoutInput& input, const layout::LayoutResult& result);

}  // namespace etscope::test
