// A view as text for Mermaid: groups are subgraphs. For small parts: renderers refuse some hundred edges.
#pragma once

#include <string>

#include "view/view_graph.h"

namespace etscope::draw {

std::string mermaidText(const view::ViewGraph& view);

}  // namespace etscope::draw
