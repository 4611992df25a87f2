// Graphs made of graphs: with others as bodies of its nodes, which shows a delegate's graph in place of its call; a part of one,
// which is what a delegate was made from. The results are models of their own. Pure functions; any thread.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

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

/// The base with other operators at these nodes, same NodeIds and ValueIds.
std::shared_ptr<const GraphModel> withTargets(const GraphModel& base, const std::map<NodeId, std::string>& targets);

/// What a part of a top graph takes and gives.
struct Part {
    std::vector<NodeId> nodes;     ///< of the top graph, in its order
    std::vector<ValueId> inputs;   ///< of nodes outside, or inputs of the graph: its user inputs, in this order
    std::vector<ValueId> outputs;  ///< of these nodes: its user outputs
};
/// That part alone, as a model with ids of its own. Parameters, buffers and constants that it takes stay inputs; nested graphs
/// stay.
std::shared_ptr<const GraphModel> partOf(const GraphModel& base, const Part& part);

}  // namespace etscope::graph
