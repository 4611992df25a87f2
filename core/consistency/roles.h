// What inputs of a graph are, from how the graph uses them, their types, shapes and names: a table of evidence. Internal to
// core/consistency; pure functions.
#pragma once

#include "consistency/subject.h"

namespace etscope::consistency {

/// Fills role, reason, `used` and `most` of each input that was not told.
void inferRoles(const graph::GraphModel& model, const graph::DataFlow& flow, std::vector<InputRole>& inputs);

/// An operator that puts something into a tensor that is there before the call.
struct Write {
    graph::NodeId node;
    graph::ValueId into;  ///< the graph's input under the views of it
    graph::ValueId what;  ///< the value that is put there; of in-place arithmetic its result
};
/// Those of the top graph, in-place ones and those whose results leave as a buffer, in order.
std::vector<Write> writesOf(const graph::GraphModel& model, const graph::DataFlow& flow);

}  // namespace etscope::consistency
