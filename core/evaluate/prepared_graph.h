// What every run of a model needs and none changes, made once for several runs. Keeps a reference to the model. Immutable; any
// thread.
#pragma once

#include "evaluate/interpreter.h"
#include "graph/data_flow.h"

namespace etscope::evaluate {

struct PreparedGraph {
    explicit PreparedGraph(const graph::GraphModel& model);

    const graph::GraphModel& model;
    graph::DataFlow flow;
    bool functional = false;  ///< no operator writes into a tensor that it is given
    bool symbolic = false;    ///< arguments or outputs are expressions
};

/// run() of a model that is run several times.
Result<RunResult> run(const PreparedGraph& prepared, Values inputs, const std::map<std::string, Array>& buffers,
                      const Surroundings& surroundings, const Context& context, Probe& probe);

}  // namespace etscope::evaluate
