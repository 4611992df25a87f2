// Places in a graph that more than one room asks for: which input of a caller stands where, which buffers calls leave something in.
// Any thread.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "graph/graph_model.h"

namespace etscope::graph {

/// The user inputs by their places among the `count` inputs of a call, a plan or a case: they are in one order everywhere. None
/// where the graph has another number of them: which is which is not told.
inline std::vector<const GraphInput*> userInputsOf(const GraphModel& model, std::size_t count) {
    auto inputs = model.userInputs();
    if (inputs.size() != count) inputs.clear();
    return inputs;
}

/// Names of the buffers that a call leaves something in, as the graph states them.
inline std::set<std::string_view> writtenBuffers(const GraphModel& model) {
    std::set<std::string_view> names;
    for (const GraphOutput* output : model.bufferMutations()) names.insert(model.text(output->target));
    return names;
}

}  // namespace etscope::graph
