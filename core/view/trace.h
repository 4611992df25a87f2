// Tracing the data flow from nodes: everything that a result depends on, or that depends on it. O(nodes + arguments).
#pragma once

#include <span>
#include <vector>

#include "modules/graph_index.h"

namespace etscope::graph {

enum class TraceDirection : std::uint8_t { Up, Down };

/// As far as there is something.
inline constexpr std::uint32_t kAllHops = 0xFFFF'FFFF;

/// The nodes reached from `from` (included) against or along the data flow in at most `hops` steps, in id order. A node with nested
/// graphs stands for all of them: reaching it reaches what is inside, and from the inside the way goes on at the node that holds
/// the graph; neither is a step.
std::vector<NodeId> trace(const GraphIndex& index, std::span<const NodeId> from, TraceDirection direction,
                          std::uint32_t hops = kAllHops);

/// Nodes between two ends: downstream of `from` and upstream of `to`.
std::vector<NodeId> traceBetween(const GraphIndex& index, NodeId from, NodeId to);

/// Nodes that take the value, in node order.
std::vector<NodeId> consumersOf(const GraphIndex& index, ValueId value);

}  // namespace etscope::graph
