// Outlines: items of a view that run as one, gathered so that each outline can be drawn as one box: nothing leads out of it and
// back in. O(items + edges).
#pragma once

#include <cstdint>
#include <vector>

#include "view/view_graph.h"

namespace etscope::view {

struct Outline {
    std::uint32_t bundle = 0;   ///< in ViewOptions::bundles
    ItemId parent;              ///< the group around; invalid: the root group
    std::vector<ItemId> items;  ///< children of that group, in their order
};

/// Of each group what lies in it whole. Where one box cannot hold a bundle there are several, of what hangs together or of single
/// items.
std::vector<Outline> outlinesOf(const ViewGraph& view);

}  // namespace etscope::view
