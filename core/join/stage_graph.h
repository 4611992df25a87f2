// The graph of a stage with what joined files tell of its nodes. Any thread.
#pragma once

#include <memory>
#include <string_view>

#include "modules/graph_index.h"
#include "session/session.h"

namespace etscope::join {

/// Session::graph(); of a program, the nodes with the module that all edge nodes (else exported nodes) of their instruction lie in,
/// where the record tells it. Same NodeIds and ValueIds. Kept after the first call. Errors: `cancelled`, those of Session::graph.
Result<std::shared_ptr<const graph::GraphModel>> stageGraph(const session::MethodView& method, const graph::StageId& stage,
                                                            const JobContext& job);

// The index of a stage's graph, once for all who ask: drawings, outline, findings. Any thread.

/// The parser of module stacks that modules::GraphIndex::build takes.
std::vector<modules::ModuleStep> moduleSteps(std::string_view text);

/// Kept after the first call. Errors: `cancelled`, those of Session::graph.
Result<std::shared_ptr<const modules::GraphIndex>> graphIndex(const session::MethodView& method, const graph::StageId& stage,
                                                              const JobContext& job);

}  // namespace etscope::join
