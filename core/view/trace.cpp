#include "view/trace.h"

#include <algorithm>

namespace etscope::view {

std::vector<graph::NodeId> trace(const modules::GraphIndex& index, std::span<const graph::NodeId> from, TraceDirection direction,
                                 std::uint32_t hops) {
    const graph::GraphModel& model = index.model();
    std::vector<bool> reached(model.nodeCount(), false);
    std::vector<graph::NodeId> level, next;
    const auto reach = [&reached](graph::NodeId node, std::vector<graph::NodeId>& list) {
        if (!node.valid() || reached[node.index()]) return;
        reached[node.index()] = true;
        list.push_back(node);
    };
    for (const graph::NodeId node : from) reach(node, level);
    for (std::uint32_t hop = 0; !level.empty(); ++hop, level.swap(next), next.clear())
        for (std::size_t i = 0; i < level.size(); ++i) {  // grows: what holds a node, and what it holds
            const graph::NodeId node = level[i];
            reach(model.graph(model.node(node).graph).owner, level);
            for (const graph::GraphId graph : index.flow().graphs(node))
                for (const graph::NodeId inner : model.graph(graph).nodes) reach(inner, level);
            if (hop == hops) continue;
            if (direction == TraceDirection::Up) {
                for (const graph::ValueId value : index.flow().inputs(node)) reach(model.value(value).producer, next);
            } else {
                for (const graph::ValueId value : index.flow().results(node))
                    for (const graph::NodeId user : index.flow().consumers(value)) reach(user, next);
            }
        }
    std::vector<graph::NodeId> nodes;
    for (std::uint32_t i = 0; i < reached.size(); ++i)
        if (reached[i]) nodes.emplace_back(i);
    return nodes;
}

std::vector<graph::NodeId> traceBetween(const modules::GraphIndex& index, graph::NodeId from, graph::NodeId to) {
    const auto down = trace(index, std::span(&from, 1), TraceDirection::Down),
               up = trace(index, std::span(&to, 1), TraceDirection::Up);
    std::vector<graph::NodeId> both;
    std::set_intersection(down.begin(), down.end(), up.begin(), up.end(), std::back_inserter(both));
    return both;
}

std::vector<graph::NodeId> consumersOf(const modules::GraphIndex& index, graph::ValueId value) {
    const auto users = index.flow().consumers(value);
    return {users.begin(), users.end()};
}

}  // namespace etscope::view
