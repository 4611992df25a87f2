// What the inputs, constants and states of a plan are called in the record: plans have numbers for them. By order, and by type and
// shape at the operators that the debug handles join; what several fit has no name. Any thread.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "graph/graph_model.h"
#include "graph/stage_id.h"
#include "session/session.h"

namespace etscope::join {

using ValueNames = std::map<graph::ValueId, std::string>;

/// Of the program stage's graph; empty without a record. Kept after the first call. Errors: `cancelled`, those of
/// Session::graph.
Result<std::shared_ptr<const ValueNames>> valueNames(const session::MethodView& method, const JobContext& job);

/// The same of any stage: null where values have names of their own; empty where they have numbers that nothing names.
std::shared_ptr<const ValueNames> valueNames(const session::MethodView& method, const graph::StageId& stage, const JobContext& job);

}  // namespace etscope::join
