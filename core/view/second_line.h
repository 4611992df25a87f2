// What stands below the title of a box. Pure; any thread.
#pragma once

#include <string>

#include "view/view_graph.h"

namespace etscope::view {

/// A node's name; where that says no more than the title, what it gives: "f32[1,16,8]". Of an input or output its value. Empty:
/// the box has one line.
std::string secondLine(const ViewGraph& view, const Item& item);

}  // namespace etscope::view
