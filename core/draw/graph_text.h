// A view as text for programs that draw graphs. Labels are escaped.
#pragma once

#include <string>

#include "view/view_graph.h"

namespace etscope::draw {

/// For Graphviz: groups are clusters.
std::string dotText(const view::ViewGraph& view);
/// For Mermaid: groups are subgraphs. For small parts: renderers refuse some hundred edges.
std::string mermaidText(const view::ViewGraph& view);

}  // namespace etscope::draw
