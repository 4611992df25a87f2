// The index of a stage's graph, once for all who ask: drawings, outline, findings. Any thread.
#pragma once

#include <memory>
#include <string_view>

#include "modules/graph_index.h"
#include "session/session.h"

namespace etscope::join {

/// The parser of module stacks that modules::GraphIndex::build takes.
std::vector<modules::ModuleStep> moduleSteps(std::string_view text);

/// Kept after the first call. Errors: `cancelled`, those of Session::graph.
Result<std::shared_ptr<const modules::GraphIndex>> graphIndex(const session::MethodView& method, const graph::StageId& stage,
                                                              const JobContext& job);

}  // namespace etscope::join
