// Stages as a graph collection of Model Explorer: its JSON form of graphs with nodes, namespaces, edges and attributes.
#pragma once

#include "report/documents.h"

namespace etscope::report {

/// One graph for each stage of the selection, and one for each nested graph, which the node that holds it leads to. Errors: those
/// of selectStages and Session::graph.
Result<Json> modelExplorerDocument(const session::Session& session, const Selection& selection, const JobContext& job);

}  // namespace etscope::report
