// Operators inside delegates against the record's nodes that carry their debug handles. Nothing is run. Any thread. Rules:
// docs/FORMATS.md "Causes".
#pragma once

#include <vector>

#include "join/links.h"
#include "program/program.h"
#include "replay/program_differences.h"

namespace etscope::replay {

/// Adds those of the plan's delegates that are none of their nodes' operators, at the first call of each delegate.
void addPayloadOperators(const program::ExecutionPlan& plan, const graph::GraphModel& edge, const join::MethodLinks& links,
                         std::vector<ProgramDifference>& found);

}  // namespace etscope::replay
