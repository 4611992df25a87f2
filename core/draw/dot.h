// A view as text for Graphviz: groups are clusters, labels are escaped.
#pragma once

#include <string>

#include "view/view_graph.h"

namespace etscope::draw {

std::string dotText(const view::ViewGraph& view);

}  // namespace etscope::draw
