// Placement: in which module each node stands. Most stand where their stack says. Others are guests:
//
// - nodes without a module of their own (what passes put in: quantise pairs, views, copies of states) join the innermost module
//   around all that use them, else around all that makes what they take; quantise first looks at what it quantises;
// - nodes that only prepare an input (positions, masks: no floating-point numbers) and whose users all lie in one numbered block
//   further inside (layers.7) stand in that block, not in a row above the model;
// - delegate calls that do work of several modules stand in the numbered block that makes all they take.
//
// Neither makes a circle among modules: all users, or all makers, of a guest are where it goes. Made in O((nodes + arguments) ×
// depth), used while a Hierarchy is built.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/sentence.h"
#include "graph/data_flow.h"
#include "graph/graph_model.h"

namespace etscope::modules {

/// One item of an nn_module_stack, outermost first: path "layers.0.attention" (root: ""), type "models.Attention".
struct ModuleStep {
    std::string path;
    std::string type;
};
/// Parses the raw text of Node::moduleStack. Called once per distinct text.
using ModuleStackParser = std::function<std::vector<ModuleStep>(std::string_view)>;

/// Why a node stands in a module that is not its own.
struct Guest {
    graph::NodeId because;     ///< its first user, or the first maker of what it takes
    bool byMaker = false;      ///< `because` makes what the guest takes
    bool prepares = false;     ///< it prepares an input: blocks that differ in such guests alone are equal
    std::uint32_t others = 0;  ///< more users or makers beside `because`
};

class Placement {
public:
    Placement(const graph::GraphModel& model, const graph::DataFlow& flow, const ModuleStackParser& parser);

    /// The step of the module that the node stands in, `depth` levels below the top of its stack; null: none, it stands there.
    const ModuleStep* step(graph::NodeId node, std::size_t depth) const noexcept {
        const Where& where = m_where[node.index()];
        return where.steps != nullptr && depth < where.depth ? &(*where.steps)[depth] : nullptr;
    }
    const std::unordered_map<graph::NodeId, Guest>& guests() const& noexcept { return m_guests; }
    /// The nodes of a graph in an order of execution in which guests stand right before their first user.
    std::vector<graph::NodeId> order(graph::GraphId graph) const;

private:
    /// A stack without steps that repeat the one before them.
    struct Stack {
        std::vector<ModuleStep> steps;
        bool saysModule = false;  ///< false: nothing, or only the module that an exporter wraps around the model
    };
    struct Where {
        const std::vector<ModuleStep>* steps = nullptr;  ///< of a Stack
        std::size_t depth = 0;
        bool known = false;
    };
    /// A guest's place while it is looked for: the innermost module around all nodes added.
    struct Search {
        Where where;
        Guest guest;
        std::size_t nodes = 0;
    };

    const Stack& stack(graph::StringId text, const ModuleStackParser& parser);
    void readStacks(const ModuleStackParser& parser);
    bool isFloating(graph::ValueId value) const;
    void findPreparing();
    bool quantises(graph::NodeId node) const;
    void addTo(Search& search, graph::NodeId node) const;
    bool usersOf(graph::NodeId node, Search& search) const;
    bool makersOf(graph::NodeId node, Search& search) const;
    void place(graph::NodeId node, const Search& search);
    void placeByUsers(graph::NodeId node, bool quantising);
    void placeByMakers(graph::NodeId node);
    bool inBlockBelow(const Where& own, const Where& found) const;

    const graph::GraphModel& m_model;
    const graph::DataFlow& m_flow;
    std::unordered_map<graph::StringId, Stack> m_stacks;
    std::vector<Where> m_where;    ///< per node
    std::vector<bool> m_prepares;  ///< per node: takes inputs of calls, and what such nodes make, alone
    std::unordered_map<graph::NodeId, Guest> m_guests;
};

/// "placed here because only aten_add_tensor_14 uses it"
Sentence guestText(const graph::GraphModel& model, const Guest& guest);

}  // namespace etscope::modules
