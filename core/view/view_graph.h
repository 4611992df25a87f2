// ViewGraph: what is visible of a stage for one set of expanded modules: items (nodes, folded patterns, collapsed modules,
// expanded groups, inputs, outputs), the edges between them, and stubs for values that are not drawn as edges:
// constants, what very many read, and what stands beside the trunk (SideValues) where it is read from afar.
// Made in O(nodes + arguments); immutable; keeps the GraphIndex alive.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "modules/graph_index.h"
#include "modules/work_title.h"

namespace etscope::view {

using ItemId = StrongId<struct ItemTag>;

struct ViewOptions {
    bool modules = true;  ///< false: one flat graph, only nested graphs group
    bool foldPatterns = true;
    bool foldRepeats = false;              ///< of equal blocks that follow each other only the first is shown, the rest as one item
    bool hideNoOps = false;                ///< what only passes a value on (getitem, alias) or checks it is not shown
    bool stubs = true;                     ///< false: what would be a stub is not shown at all
    bool gatherStubs = false;              ///< many weights or states of a collapsed module are one stub
    std::set<modules::ModuleId> expanded;  ///< shown as groups if their parents are; the root always is
    std::set<modules::PatternId> expandedPatterns;  ///< shown as groups
    std::set<modules::ModuleId> expandedRuns;       ///< leaders of repeated blocks whose rest is shown
    std::set<graph::ValueId> drawnAsEdges;          ///< values that would be stubs and shall be edges
    std::set<graph::ValueId> drawnAsStubs;          ///< values that would be edges and shall be stubs
    /// What values are called whose graph has but numbers for them; null: nothing is known.
    std::shared_ptr<const std::map<graph::ValueId, std::string>> names;
    /// What nodes are called in place of their operator: delegate calls. Null: nothing is known.
    std::shared_ptr<const std::map<graph::NodeId, std::string>> titles;
    /// Nodes that run as one: outlines stand around them. Null: nothing is known.
    std::shared_ptr<const modules::Bundles> bundles;
    std::uint32_t fanOutLimit = 8;  ///< more consuming items than that: stub
    std::uint32_t groupLimit = 3;   ///< consumers in more different groups than that: stub
};

/// Every module and body of the stage.
std::set<modules::ModuleId> allModules(const modules::Hierarchy& hierarchy);
/// Modules less than `depth` levels below the root: 0 shows only the root's own children.
std::set<modules::ModuleId> modulesToDepth(const modules::Hierarchy& hierarchy, std::uint32_t depth);
/// A first view: opens modules, outermost first, while the view keeps at most `items` items (repeats: only the first opens, and
/// the rest counts as one).
std::set<modules::ModuleId> modulesToFit(const modules::GraphIndex& index, std::size_t items);
/// Opens the modules around the node, and the runs of repeated blocks that hide it.
void openAround(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options);
/// The same for a module: it becomes visible, open or not.
void openAround(const modules::GraphIndex& index, modules::ModuleId module, ViewOptions& options);

enum class ItemKind : std::uint8_t {
    Node,
    Pattern,  ///< folded
    Module,   ///< collapsed
    Group,    ///< expanded module, body, branch or pattern; holds the items whose parent it is
    Input,
    Output,
};

/// A sentence that few items have: without one it takes the room of a pointer.
class Note {
public:
    Note() = default;
    Note(Sentence sentence)
        : m_sentence(sentence.empty() ? nullptr : std::make_shared<const Sentence>(std::move(sentence))) {}
    operator const Sentence&() const {
        static const Sentence kNone;
        return m_sentence != nullptr ? *m_sentence : kNone;
    }
    bool empty() const noexcept { return m_sentence == nullptr; }
    std::string text() const { return static_cast<const Sentence&>(*this).text(); }

private:
    std::shared_ptr<const Sentence> m_sentence;
};

struct Item {
    ItemKind kind = ItemKind::Node;
    modules::OperatorFamily family = modules::OperatorFamily::Other;
    bool oneLine = false;
    bool expandable = false;     ///< collapsed modules, patterns, nodes with nested graphs
    bool constant = false;       ///< inputs: parameter, buffer or constant
    ItemId parent;               ///< the group around; invalid: the root group. Parents have smaller ids
    std::uint32_t depth = 0;     ///< of groups around it; root 0
    graph::NodeId node;          ///< Node; the owner for bodies
    modules::ModuleId module;    ///< Module, Group; Node: its body, if it has one
    modules::PatternId pattern;  ///< Pattern and its Group
    graph::ValueId value;        ///< Input, Output
    std::uint32_t index = 0;     ///< Input, Output: number in its graph
    std::uint32_t nodeCount = 1;
    std::uint32_t blocks = 1;  ///< Module: equal modules that it stands for, `module` being the first
    std::string title;         ///< operator or what a delegate call computes, module, pattern, input
    std::string detail;        ///< node, as modules::ShownNodes has it; class name; value text for inputs and outputs
    Note note;  ///< nodes and patterns: "placed here because …"; groups and collapsed modules: "like layers 1 … 10", "×11,
                    ///< like layers 1 … 10", "runs before the rest of layers.0", "almost like layers.0: +1 aten.cat"
};

enum class EdgeClass : std::uint8_t { Value, StateWrite, Control };

/// One value going from one item to another (several uses of it by one item are one edge).
struct ViewEdge {
    ItemId from;
    ItemId to;  ///< leaf items, or the Group of a body whose node makes or takes the value
    graph::ValueId value;
    EdgeClass kind = EdgeClass::Value;
    bool typeChanges = false;    ///< the value differs in type or shape from all that edges bring to `from`
    bool crossesBorder = false;  ///< the two lie in different groups
};

enum class StubClass : std::uint8_t { Constant, State, FanOut };

struct Stub {
    ItemId item;
    graph::ValueId value;
    StubClass kind = StubClass::FanOut;
    bool atProducer = false;  ///< "mask → 30", or "→ k_cache" for a state write; else a flag at the consumer
    std::uint32_t uses = 0;   ///< consuming items that have flags
    std::string text;
    std::uint32_t values = 1;  ///< that it stands for, `value` being the first: many weights or states of a collapsed module
};

class ViewGraph {
public:
    ViewGraph(std::shared_ptr<const modules::GraphIndex> index, ViewOptions options);

    const modules::GraphIndex& index() const& noexcept { return *m_index; }
    const ViewOptions& options() const& noexcept { return m_options; }
    /// items()[0] is the root group.
    const std::vector<Item>& items() const& noexcept { return m_items; }
    const std::vector<Item>& items() const&& = delete;
    const Item& item(ItemId id) const& noexcept { return m_items[id.index()]; }
    const std::vector<ViewEdge>& edges() const& noexcept { return m_edges; }
    const std::vector<ViewEdge>& edges() const&& = delete;
    const std::vector<Stub>& stubs() const& noexcept { return m_stubs; }
    const std::vector<Stub>& stubs() const&& = delete;

    /// The deepest visible item that shows the node: itself, or the pattern, module or body around it. Here and below: invalid
    /// for what joined the stage after this view was made.
    ItemId itemOf(graph::NodeId node) const noexcept { return at(m_itemOf, node); }
    /// The item of the module, or of the deepest visible module around it; in a flat view the root.
    ItemId itemOf(modules::ModuleId module) const noexcept { return at(m_itemOfModule, module); }
    /// The input item that shows the value, or the item of the node that makes it; invalid when only stubs show it.
    ItemId itemOf(graph::ValueId value) const noexcept { return at(m_itemOfValue, value); }
    /// All nodes that the item stands for.
    std::span<const graph::NodeId> nodesOf(ItemId id) const& noexcept;

private:
    friend class ViewBuilder;

    template <class Id>
    static ItemId at(const std::vector<ItemId>& items, Id id) noexcept {
        return id.index() < items.size() ? items[id.index()] : ItemId();
    }

    std::shared_ptr<const modules::GraphIndex> m_index;
    ViewOptions m_options;
    std::vector<Item> m_items;
    std::vector<ViewEdge> m_edges;
    std::vector<Stub> m_stubs;
    std::vector<ItemId> m_itemOf;
    std::vector<ItemId> m_itemOfModule;
    std::vector<ItemId> m_itemOfValue;
};

}  // namespace etscope::view
