// DataFlow: who uses a value, in flat arrays, made once per GraphModel in O(nodes + arguments). Immutable; any thread.
// Keeps no pointer to the model; ids refer to the model it was made from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/graph_model.h"

namespace etscope::graph {

class DataFlow {
public:
    explicit DataFlow(const GraphModel& model);

    /// Nodes that take the value as an argument or list element, in node order, each once.
    std::span<const NodeId> consumers(ValueId value) const& noexcept { return row(m_useStart, m_uses, value.index()); }
    /// Values that the node takes, each once, in argument order; its own results are left out.
    std::span<const ValueId> inputs(NodeId node) const& noexcept { return row(m_inputStart, m_inputs, node.index()); }
    /// Values that the node makes, list elements and views of its results included.
    std::span<const ValueId> results(NodeId node) const& noexcept { return row(m_resultStart, m_results, node.index()); }
    /// Whether the value is an output of its graph.
    bool leavesGraph(ValueId value) const noexcept { return m_leaves[value.index()]; }
    /// Graphs that the node holds as arguments, each once.
    std::span<const GraphId> graphs(NodeId node) const& noexcept { return row(m_graphStart, m_graphs, node.index()); }
    /// Position of the node in the execution order of its graph.
    std::uint32_t position(NodeId node) const noexcept { return m_position[node.index()]; }

private:
    template <class T>
    static std::span<const T> row(const std::vector<std::uint32_t>& start, const std::vector<T>& items, std::uint32_t i) noexcept {
        return std::span<const T>(items).subspan(start[i], start[i + 1] - start[i]);
    }

    std::vector<std::uint32_t> m_useStart, m_inputStart, m_resultStart, m_graphStart, m_position;
    std::vector<NodeId> m_uses;
    std::vector<ValueId> m_inputs;
    std::vector<ValueId> m_results;
    std::vector<GraphId> m_graphs;
    std::vector<bool> m_leaves;
};

}  // namespace etscope::graph
