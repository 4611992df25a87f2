// What the work of several nodes that run as one is called for people. Pure; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modules/graph_index.h"
#include "modules/shown_names.h"

namespace etscope::modules {

/// What several nodes that run as one compute, and where.
struct WorkTitle {
    std::string what;    ///< folded patterns and operators: "RMSNorm + wq wk wv"; empty: there are no nodes
    std::string module;  ///< the modules around what is named: "layers.0"; empty: none is known
    std::string place;   ///< the innermost module that holds most of it: "layers.0.attention"; empty: none is known

    /// "RMSNorm + wq wk wv · layers.0"
    std::string text() const;
    /// Where there is little room: "attention", "layers.0"; without a module what it computes.
    std::string brief() const;
};

/// Nodes of a graph that run as one, and what that is called.
struct Bundles {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
    std::vector<std::uint32_t> ofNodes;  ///< by node: a number in `names`; kNone: it runs alone, or that is not known
    std::vector<std::string> names;

    /// Of nodes that joined the graph later: kNone.
    std::uint32_t of(graph::NodeId node) const noexcept { return node.index() < ofNodes.size() ? ofNodes[node.index()] : kNone; }
};

/// Patterns of which half or more is there count, single element-wise operators only where there is nothing else. Operators that
/// are alike have the names of their modules; more than a title holds are counted.
WorkTitle titleOfWork(const GraphIndex& index, std::span<const graph::NodeId> nodes);

}  // namespace etscope::modules
