// Graphs of delegates in the place of their calls. Any thread.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "session/session.h"

namespace etscope::join {

/// The stage inside a delegate call: of the program the payload that it calls, of the edge graph its lowered module. Nothing for
/// other nodes and stages.
std::optional<graph::StageId> delegateStage(const session::MethodView& method, const graph::StageId& stage,
                                            const graph::GraphModel& model, graph::NodeId node);

/// The stage's graph with the decoded graphs of these calls as their bodies: paths of nodes inside are
/// "<call>/<stage inside>/<node>". Calls whose delegate has no graph stay as they are, with a diagnostic. Errors: those of
/// Session::graph.
Result<std::shared_ptr<const graph::GraphModel>> graphWithDelegates(const session::MethodView& method, const graph::StageId& stage,
                                                                    const std::set<graph::NodeId>& open, const JobContext& job);

/// Where a node of such a graph is at home.
struct NodeHome {
    graph::StageId stage;
    std::string node;
};
/// "0/3/delegate:2/5" of stage "program" → node "5" of stage "delegate:2"; other nodes are at home where they are.
NodeHome homeOf(const graph::StageId& stage, std::string_view node);
/// The path of the call around a node that is shown in place ("0/3"); nothing for others.
std::optional<std::string> callAround(const graph::StageId& stage, std::string_view node);
/// The node with that path in a stage or, shown in place, in a call of it. Errors: `no-such-node`, those of Session::graph.
Result<graph::NodeRef> nodeAt(const session::MethodView& method, const graph::StageId& stage, std::string_view node,
                              const JobContext& job);

}  // namespace etscope::join
