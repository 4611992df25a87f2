// Treemaps: a rectangle parted by areas, squarified (Bruls, Huizing, van Wijk 2000) or in a given order. Pure functions; any
// thread.
#pragma once

#include <cstddef>
#include <vector>

#include "layout/geometry.h"

namespace etscope::layout {

/// Rectangles of the given areas (descending), filling `area` in near squares. Those under `least` square units are left out:
/// `rest` is theirs.
std::vector<Rect> squarified(const std::vector<double>& sizes, Rect area, double least = 0, Rect* rest = nullptr);

/// The same in the order that is given: strips from above, each from left to right. Neighbours that are too small to be told apart
/// share one rectangle: `counts` of each.
std::vector<Rect> inStrips(const std::vector<double>& sizes, const Rect& area, double least, std::vector<std::size_t>& counts);

}  // namespace etscope::layout
