// Hierarchy: the module tree of a GraphModel, from the nodes' nn_module_stack texts. Immutable once built; any thread.
//
// Every node lies in exactly one module (`moduleOf`): where its stack says, or as a guest where placement.h puts it; nodes of
// neither lie in the root. A node that holds nested graphs (cond, map, while, scan) owns a body: a module of kind Operator with one
// module of kind Branch per graph inside.
//
// Grouping never makes the drawing cyclic. Per module the children are contracted; where the contracted graph has a cycle
// (a module called twice, with other work between; two modules that feed each other), exactly the modules on that cycle are
// split into their runs of execution order, each a module of its own (`part` of `parts`). Runs of one order cannot form a
// cycle, and modules off the cycle stay whole. Uses of values made later in execution order (loops) are not counted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/data_flow.h"
#include "graph/graph_model.h"
#include "modules/placement.h"

namespace etscope::modules {

using ModuleId = StrongId<struct ModuleTag>;

enum class ModuleKind : std::uint8_t {
    Root,
    Module,
    Operator,  ///< the inside of `owner`, a node that holds nested graphs
    Branch,    ///< one nested graph (`graph`), child of an Operator
};

struct Module {
    ModuleKind kind = ModuleKind::Module;
    std::string path;                  ///< "layers.0.attention"; of Operator and Branch: that of the module around them
    std::string name;                  ///< relative to the parent: "attention"; the node id (Operator) or the argument (Branch)
    std::string type;                  ///< "models.Attention"; may be empty
    ModuleId parent;                   ///< invalid: root. Parents have smaller ids than their children
    std::vector<ModuleId> children;    ///< in the order of their first nodes; guests count where they are used
    std::vector<graph::NodeId> nodes;  ///< directly inside, in execution order
    graph::NodeId owner;               ///< Operator and Branch: the node that holds the graph
    graph::GraphId graph;              ///< of its nodes
    std::uint32_t part = 0;            ///< which run of a split module
    std::uint32_t parts = 1;
    std::uint32_t depth = 0;       ///< root: 0
    std::uint32_t nodeCount = 0;   ///< nodes inside, at any depth, nested graphs included
    std::uint32_t guestCount = 0;  ///< of these: guests that prepare inputs
    std::uint32_t firstBelow = 0;  ///< of nodesBelow()

    /// "Attention" of "models.Attention".
    std::string_view className() const& noexcept;
    std::string_view className() const&& = delete;
};

class Hierarchy {
public:
    Hierarchy(const graph::GraphModel& model, const graph::DataFlow& flow, const ModuleStackParser& parser);

    ModuleId root() const noexcept { return ModuleId(std::uint32_t{0}); }
    std::size_t size() const noexcept { return m_modules.size(); }
    const Module& module(ModuleId id) const& noexcept { return m_modules[id.index()]; }
    const Module& module(ModuleId id) const&& = delete;

    /// The module that holds the node directly; invalid for nodes of graphs that nothing reaches.
    ModuleId moduleOf(graph::NodeId node) const noexcept { return m_moduleOf[node.index()]; }
    /// The Operator module of a node that holds nested graphs; else invalid.
    ModuleId bodyOf(graph::NodeId node) const noexcept { return m_bodyOf[node.index()]; }
    /// Why the node stands in a module that is not its own; null for most.
    const Guest* guest(graph::NodeId node) const& noexcept;
    /// All nodes inside at any depth: own nodes, then those of the children.
    std::span<const graph::NodeId> nodesBelow(ModuleId id) const& noexcept;
    /// From the root to the module, both included.
    std::vector<ModuleId> chain(ModuleId id) const;
    /// The module with that path, the largest part of a split one; invalid: there is none.
    ModuleId findPath(std::string_view path) const;

    /// Siblings of the same structure (operators, types, shapes and wiring; guests that prepare inputs aside), in order, itself
    /// included.
    std::span<const ModuleId> repeats(ModuleId id) const& noexcept;
    /// Whether the two are repeats of each other.
    bool alike(ModuleId a, ModuleId b) const noexcept {
        const graph::Slice &mine = m_repeatClass[a.index()], &its = m_repeatClass[b.index()];
        return mine.count > 0 && its.count > 0 && mine.first == its.first;
    }
    /// "like layers 1 … 10" for layers.0 of eleven equal ones; empty when there is no other.
    Sentence repeatText(ModuleId id) const;

private:
    friend class HierarchyBuilder;
    void orderNodes();
    void findRepeats(const graph::GraphModel& model, const graph::DataFlow& flow);

    std::vector<Module> m_modules;
    std::vector<ModuleId> m_moduleOf;
    std::vector<ModuleId> m_bodyOf;
    std::unordered_map<graph::NodeId, Guest> m_guests;
    std::vector<graph::NodeId> m_below;
    std::vector<ModuleId> m_repeats;          ///< classes one after the other
    std::vector<graph::Slice> m_repeatClass;  ///< per module, in m_repeats
};

}  // namespace etscope::modules
