// Tracing the data flow from nodes: everything that a result depends on, or that depends on it. O(nodes + arguments).
#pragma once

#include <span>
#include <vector>

#include "modules/graph_index.h"

namespace etscope::view {

enum class TraceDirection : std::uint8_t { Up, Down };

/// As far as there is something.
inline constexpr std::uint32_t kAllHops = 0xFFFF'FFFF;

/// The nodes reached from `from` (included) against or along the data flow in at most `hops` steps, in id order. A node with nested
/// graphs stands for all of them: reaching it reaches what is inside, and from the inside the way goes on at the node that holds
/// the graph; neither is a step.
std::vector<graph::NodeId> trace(const modules::GraphIndex& index, std::span<const graph::NodeId> from, TraceDirection direction,
                                 std::uint32_t hops = kAllHops);

/// Nodes between two ends: downstream of `from` and upstream of `to`.
std::vector<graph::NodeId> traceBetween(const modules::GraphIndex& index, graph::NodeId from, graph::NodeId to);

/// Nodes that take the value, in node order.
std::vector<graph::NodeId> consumersOf(const modules::GraphIndex& index, graph::ValueId value);

}  // namespace etscope::view
