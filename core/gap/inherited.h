// What the inputs of each call bring with them. Internal to core/gap.
#pragma once

#include <vector>

#include "gap/gap.h"
#include "graph/graph_model.h"
#include "join/handles.h"

namespace etscope::gap {

/// Sets `inherited` of all rows: along the edges of the stage, through nodes and calls that were not compared.
/// `nodes`: of that stage.
void addInherited(const graph::StageId& stage, const graph::GraphModel& model, const join::NodesByHandle& nodes,
                  std::vector<GapRow>& rows);

}  // namespace etscope::gap
