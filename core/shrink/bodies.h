// Bodies: what a sketch's control flow holds inside; and nodes that can be left out there and elsewhere, since a value that they read
// can take the place of what they give. Internal to core/shrink; any thread.
#pragma once

#include <optional>
#include <vector>

#include "graph/data_flow.h"
#include "shrink/sketch.h"

namespace etscope::shrink {

/// Nodes of the bodies that the sketch's nodes hold, bodies of bodies too, in their order, without those that are left out.
std::vector<graph::NodeId> nodesOfBodies(const Sketch& sketch);

/// The tensor that the node reads and that is of the form of what it gives; nothing: there is none.
std::optional<graph::ValueId> standInOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node);

/// Whether a body gives a value that it was given, which no export takes.
bool givesWhatItReads(const Sketch& sketch);

/// Feeds that nothing reads any more go; one that a caller gives stays.
void dropUnread(Sketch& sketch, const graph::DataFlow& flow);

/// Values that a body of `cond` begins with, and what the call gives it for them.
struct Operand {
    graph::ValueId inside, outside;
};
std::vector<Operand> operandsOf(const graph::GraphModel& model, const graph::DataFlow& flow, graph::NodeId node);

}  // namespace etscope::shrink
