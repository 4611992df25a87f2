// Graphs of delegates in the place of their calls. Any thread.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "session/session.h"

namespace etscope::join {

/// The stage inside a delegate call: "delegate:<i>", i being the plan's delegate for stage "program", else the number of the call.
/// Nothing for other nodes.
std::optional<std::string> delegateStage(const session::Session& session, std::string_view method, std::string_view stage,
                                         const graph::GraphModel& model, graph::NodeId node);

/// The stage's graph with the decoded graphs of these calls as their bodies: paths of nodes inside are
/// "<call>/delegate:<i>/<node>". Calls whose delegate has no graph stay as they are, with a diagnostic. Errors: those of
/// Session::graph.
Result<std::shared_ptr<const graph::GraphModel>> graphWithDelegates(const session::Session& session, std::string_view method,
                                                                    std::string_view stage, const std::set<graph::NodeId>& open,
                                                                    const JobContext& job);

/// Where a node of such a graph is at home.
struct NodeHome {
    std::string stage, node;
};
/// "0/3/delegate:2/5" of stage "program" → node "5" of stage "delegate:2"; other nodes are at home where they are.
NodeHome homeOf(std::string_view stage, std::string_view node);

}  // namespace etscope::join
