// Whether outputs that another implementation gave are within what rounding may do inside a recorded graph: where terms cancel,
// that is more than rounding each value once tells. Any thread.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "stages/stage_values.h"

namespace etscope::stages {

/// A recorded graph with the inputs and the buffers that it was computed on.
struct ReachQuestion {
    const session::MethodView& method;
    const graph::StageId& stage;
    const replay::GraphInputs& inputs;
    const std::map<std::string, evaluate::Array>& buffers;  ///< in place of the record's
};

/// Of the user outputs `asked`, those where `given` is within reach (docs/FORMATS.md "Judged results", graphs whose inside nobody
/// sees). None where the graph cannot be computed in full, or takes more operations than are allowed. Costs up to six evaluations.
/// Errors: `cancelled`.
Result<std::set<std::size_t>> withinReach(const ReachQuestion& question, const std::set<std::size_t>& asked,
                                          const std::vector<std::optional<MeasuredValue>>& given, const JobContext& job);

}  // namespace etscope::stages
