// Which tensors of the session the inputs and constants of a stage's graph are. Any thread.
#pragma once

#include <cstddef>
#include <map>

#include "compare/tensor_list.h"
#include "graph/graph_model.h"

namespace etscope::compare {

/// Values of a stage's graph, by row of tensorList().
using ValueTensors = std::map<graph::ValueId, std::size_t>;
/// Of the record's stages by name, of the program by the bytes that they are; kept after the first call. Errors: `cancelled`, those
/// of Session::graph.
Result<std::shared_ptr<const ValueTensors>> valueTensors(const session::MethodView& method, const graph::StageId& stage,
                                                         const JobContext& job);

}  // namespace etscope::compare
