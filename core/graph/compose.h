// A graph with other graphs as bodies of its nodes: what shows a delegate's graph in place of its call. The result is a model of
// its own. Pure function; any thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "graph/graph_model.h"

namespace etscope::graph {

struct Body {
    NodeId owner;                             ///< a node of the base, at any depth
    std::shared_ptr<const GraphModel> graph;  ///< its top graph becomes the body; graphs nested in it follow
    std::string name;                         ///< of the body: the step between the owner's path and those of the nodes inside
};

/// The base, node by node with the same NodeIds and ValueIds, then the bodies. Text slices (stack traces, provenance) of nodes
/// inside the bodies are left out: they point into other documents.
std::shared_ptr<const GraphModel> withBodies(const GraphModel& base, std::span<const Body> bodies);

/// The base with these module stacks at its nodes, same NodeIds and ValueIds. What a node has already stays.
std::shared_ptr<const GraphModel> withModuleStacks(const GraphModel& base, const std::map<NodeId, std::string>& stacks);

}  // namespace etscope::graph
