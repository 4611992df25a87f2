// The "graph" document piece by piece, of any stage, whatever reader made it: a large graph's document is many times its file, so
// it is written as it goes.
#pragma once

#include <functional>

#include "graph/graph_model.h"
#include "report/documents.h"

namespace etscope::report {

/// Receives the graphs one after the other: head (method, stage, inputs, outputs) and number of nodes; nodes, with nested graphs
/// inside them; edges, where they are asked for (they cost most: each is classified); ranges.
struct GraphPieces {
    std::function<void(const Json& head, std::size_t nodeCount)> begin;
    std::function<void(const Json& node)> node;
    std::function<void(const Json& edge)> edge;
    std::function<void(const Json& ranges)> end;
};

/// The stages that a selection names; a delegate's graph needs its method.
Result<std::vector<StageRef>> graphStages(const session::Session& session, const Selection& selection);
/// A stage that cannot be read is an error when it is the only one, else a diagnostic of the session.
Result<void> visitGraphs(const session::Session& session, const std::vector<StageRef>& stages, const GraphPieces& pieces,
                         const JobContext& job);

/// Sizes or strides: integers, and expressions as text.
Json dimsJson(const graph::GraphModel& model, graph::Slice slice);

}  // namespace etscope::report
