// Which tensors of the session the inputs and constants of a stage's graph are. Any thread.
#pragma once

#include <cstddef>
#include <map>
#include <string_view>

#include "compare/tensor_list.h"
#include "graph/graph_model.h"

namespace etscope::compare {

/// Values of `model`, which is that stage's graph, by row of tensorList(): of the record's stages by name, of the program by the
/// bytes that they are. Empty when the tensors cannot be listed.
std::map<graph::ValueId, std::size_t> valueTensors(const session::Session& session, const graph::GraphModel& model,
                                                   std::string_view method, const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::compare
