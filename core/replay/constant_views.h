// Constants of a recorded graph behind nodes that only put axes in another order: passes merge these into the constants of a
// program. Any thread.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "graph/graph_model.h"

namespace etscope::replay {

/// A constant as a value of the graph has it.
struct ConstantView {
    std::string_view target;                       ///< parameter, buffer, constant, by its name in the record
    std::optional<std::vector<std::size_t>> axes;  ///< axis i is axis axes[i] of the constant; nothing: as it is
};

/// Of the outermost graph, which must live.
class ConstantViews {
public:
    explicit ConstantViews(const graph::GraphModel& model);
    /// Nothing for values that are inputs of the method, or computed.
    std::optional<ConstantView> of(graph::ValueId value) const;

private:
    /// Axes of a node's result in what it takes; nothing: it does more than that.
    std::optional<std::vector<std::size_t>> axesOf(graph::NodeId node) const;

    const graph::GraphModel& m_model;
    std::map<graph::ValueId, std::string_view> m_targets;
};

}  // namespace etscope::replay
