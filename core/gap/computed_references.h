// Reference values that are computed: the method's recorded graph on the inputs that fed a run. Any thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gap/computed_graph.h"
#include "gap/reference_values.h"

namespace etscope::gap {

struct ComputedChoice {
    std::optional<InputChoice> inputs;  ///< nothing: the case that the run is paired with, else the example inputs
    std::optional<std::size_t> run;     ///< SessionRun::index; nothing: the first run of the method
    bool wide = false;
};

/// Errors: those of graphInputs() and computeGraph().
Result<std::shared_ptr<const ReferenceValues>> computedReferences(const session::Session& session, const std::string& method,
                                                                  const graph::StageId& stage, const ComputedChoice& choice,
                                                                  const JobContext& job);

}  // namespace etscope::gap
