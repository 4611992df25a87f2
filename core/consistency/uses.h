// How a graph uses its values, through operators that only move them. Internal to core/consistency; pure functions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/data_flow.h"
#include "graph/graph_model.h"

namespace etscope::consistency {

/// "add" of "torch.ops.aten.add_.Tensor", "slice" of "aten.slice_copy.Tensor": without library, overload, marks of writing and
/// copying.
std::string operatorStem(const graph::GraphModel& model, graph::NodeId node);
/// Whether its results are the operand's elements, moved or converted.
bool isMove(std::string_view stem) noexcept;

struct Use {
    graph::NodeId node;
    std::string stem;
    std::size_t argument = 0;  ///< its place
    int element = -1;          ///< in a list
};

/// Where the value goes, moves left out; at most some hundreds of places.
std::vector<Use> usesOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::ValueId value);
/// Where a value is from, moves left out: the first operator's result that is no move of another, or an input of the graph.
graph::ValueId sourceOf(const graph::GraphModel& model, graph::ValueId value);
/// The value of the argument in that place; invalid: it is none.
graph::ValueId valueArgument(const graph::GraphModel& model, graph::NodeId node, std::size_t place);
/// The graph's input of that value; nullptr: it is a node's.
const graph::GraphInput* inputOf(const graph::GraphModel& model, graph::ValueId value);
std::span<const graph::Dim> sizesOf(const graph::GraphModel& model, graph::ValueId value);
std::optional<ScalarType> typeOf(const graph::GraphModel& model, graph::ValueId value);

}  // namespace etscope::consistency
