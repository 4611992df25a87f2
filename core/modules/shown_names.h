// What operators and nodes of a graph are called for people: without what every name of a graph says. Pure; any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_model.h"

namespace etscope::modules {

/// Digits alone.
bool isIndex(std::string_view text);
/// "update_cache" of "_update_cache".
std::string_view withoutUnderscores(std::string_view text);

/// Without the libraries that every name of a graph begins with and the default overload: "linear" of "aten.linear.default",
/// "copy_" of "aten::copy_", "add.Scalar" of "aten.add.Scalar"; "llama.update_cache" as it is.
std::string shownOperator(std::string_view title);

/// A node's name without library and default overload: "linear_83" of "aten_linear_default_83", "add_tensor_4" of
/// "aten_add_tensor_4". Of a path, its last part; the others stay.
std::string shownNode(std::string_view name);

/// The same for all nodes of a graph, each once: names that would be equal stay as the graph has them. The model must live as long.
class ShownNodes {
public:
    explicit ShownNodes(const graph::GraphModel& model);
    std::string of(graph::NodeId node) const;

private:
    const graph::GraphModel* m_model;
    std::vector<bool> m_ambiguous;  ///< per node
};

}  // namespace etscope::modules
