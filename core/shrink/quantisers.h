// Quantisers: the nodes that round numbers to integers and take them back, between which a quantised operator stands. Backends take
// such a group whole, so it is one operator. Internal to core/shrink; any thread.
#pragma once

#include <vector>

#include "graph/data_flow.h"

namespace etscope::shrink {

/// Whether the node rounds to integers, takes integers back to numbers, or chooses how.
bool isQuantiser(const graph::GraphModel& model, graph::NodeId node);

/// The node with the quantisers that it reads, those that choose how among them, and that read it.
std::vector<graph::NodeId> withQuantisers(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node);

}  // namespace etscope::shrink
