// What a backend's ids of its own graph are in the record. Backends hand the exporter the debug handles of the nodes that each id
// was made of; one numbers its own nodes instead, and then structure tells. Any thread. Rules: docs/FORMATS.md "Steps inside
// delegates".
#pragma once

#include <vector>

#include "join/handles.h"

namespace etscope::join {

/// Of a delegate call of the method: HandleRow::delegateHandles with handles of the edge graph; an id of which nothing is told has
/// none. `edge`: nodes that carry handles, of these graphs.
std::vector<DelegateHandleRow> delegateSteps(const session::MethodView& method, const HandleRow& row, const NodesByHandle& edge,
                                             const StageGraphs& graphs, const JobContext& job);

}  // namespace etscope::join
