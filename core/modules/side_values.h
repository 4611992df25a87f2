// SideValues: which values stand beside the trunk of a graph: tables, masks, positions and sizes that many places read. They are
// made without any of the graph's own work (products, convolutions, delegate calls), and no way with the most of such work leads
// through them: an input that is worked on layer by layer is the trunk, the position beside it is not.
// Made in O(nodes + arguments); immutable; model and flow must live as long. Any thread.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/data_flow.h"
#include "graph/graph_model.h"

namespace etscope::modules {

class SideValues {
public:
    SideValues() = default;
    /// `works`, per node: it is the graph's own work.
    SideValues(const graph::GraphModel& model, const graph::DataFlow& flow, const std::vector<bool>& works);

    bool contains(graph::ValueId value) const noexcept { return m_beside[value.index()]; }
    /// Whether the node stands many steps below where the value is made.
    bool isFar(graph::ValueId value, graph::NodeId reader) const;
    /// The constant that the value is taken from: "rope_cos" of a few rows of `layers.rope_cos`; invalid: it is computed.
    graph::ValueId tableOf(graph::ValueId value) const;

private:
    std::uint32_t stepOf(graph::ValueId value) const;

    const graph::GraphModel* m_model = nullptr;
    const graph::DataFlow* m_flow = nullptr;
    std::vector<bool> m_beside;         ///< per value
    std::vector<std::uint32_t> m_step;  ///< per node: on the longest way from an input
};

}  // namespace etscope::modules
