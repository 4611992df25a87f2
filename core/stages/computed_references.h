// Reference values that are computed: the method's recorded graph on the inputs that fed a run. Any thread.
#pragma once

#include <memory>
#include <optional>

#include "gap/reference_values.h"
#include "stages/computed_graph.h"

namespace etscope::stages {

struct ComputedChoice {
    std::optional<replay::InputChoice> inputs;  ///< nothing: the case that the run is paired with, else the example inputs
    std::optional<std::size_t> run;             ///< SessionRun::index; nothing: the first run of the method
    bool wide = false;
};

/// Buffers that the graph writes are what the runtime had in them: the program's initial values or zeros, carried through the runs
/// of the method before this one in its dump (unless `inputs` are told); ComputedSource::evidence says which.
/// Costs one evaluation of the graph, and of graphs that write buffers one for each run since the last one whose state the session
/// keeps: asked for in their order, all runs of a method cost one evaluation each. What tells the inputs of the runs is worked out
/// once for all of them. Nothing is kept but that and the states: whoever wants the values again keeps them.
/// Errors: those of graphInputs(), programState() and computeGraph().
Result<std::shared_ptr<const gap::ReferenceValues>> computedReferences(const session::MethodView& method,
                                                                       const graph::StageId& stage, const ComputedChoice& choice,
                                                                       const JobContext& job);

}  // namespace etscope::stages
