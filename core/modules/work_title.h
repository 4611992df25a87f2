// What nodes are called for people: an operator, a node of a graph, and the work of several nodes that run as one. Pure; any
// thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modules/graph_index.h"

namespace etscope::modules {

/// Without the libraries that every name of a graph begins with and the default overload: "linear" of "aten.linear.default",
/// "copy_" of "aten::copy_", "add.Scalar" of "aten.add.Scalar"; "llama.update_cache" as it is.
std::string shownOperator(std::string_view title);

/// A node's name without library and default overload: "linear_83" of "aten_linear_default_83", "add_tensor_4" of
/// "aten_add_tensor_4". Of a path, its last part; the others stay.
std::string shownNode(std::string_view name);

/// The same for all nodes of a graph, each once: names that would be equal stay as the graph has them.
class ShownNodes {
public:
    explicit ShownNodes(const graph::GraphModel& model);
    const std::string& of(graph::NodeId node) const& noexcept { return m_names[node.index()]; }

private:
    std::vector<std::string> m_names;
};

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
