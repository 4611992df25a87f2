// Which of several nodes that run as one they are named after: the linear layer of a linear layer and its views. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "modules/operator_family.h"

namespace etscope::modules {

/// Of a node by its name in a graph, with or without the path of the graph: Compute of "cond/true_graph/aten_linear_default_83".
OperatorFamily familyOfNode(std::string_view node);

/// The node that says most of what is computed, by family: compute operators before norms, activations, element-wise operators, and
/// shapes last; of several of one family the last. An index into `nodes`, which are not empty.
std::size_t namedNode(std::span<const std::string> nodes);

}  // namespace etscope::modules
