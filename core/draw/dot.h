// A view as text for Graphviz: groups are clusters, labels are escaped.
#pragma once

#include <string>

#include "view/view_graph.h"

namespace etscope::graph {

std::string dotText(const ViewGraph& view);

}  // namespace etscope::graph
