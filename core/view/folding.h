// What clicks and commands open, close and fold in a view: changes of its options. Any thread.
#pragma once

#include "view/view_graph.h"

namespace etscope::view {

/// Opens a closed item, closes an open one; false when there is nothing inside.
bool toggle(const modules::GraphIndex& index, const Item& item, ViewOptions& options);
/// All modules inside one and, `itself`, that one; with the rest of repeated blocks.
void setAllOpen(const modules::GraphIndex& index, modules::ModuleId top, bool itself, bool open, ViewOptions& options);
/// Shows or folds the blocks like the one around the module. Returns the first of them; invalid: there are none.
modules::ModuleId foldLike(const modules::GraphIndex& index, modules::ModuleId module, ViewOptions& options);
/// The next module like this one, else like one around it; invalid: there is none.
modules::ModuleId nextLike(const modules::GraphIndex& index, modules::ModuleId module);
/// Opens the pattern that the node is folded in; false when it is in none.
bool unfold(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options);
/// Folds the pattern that the node, which may be invalid, is shown in; false when it is in none that is open.
bool fold(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options);
/// Opens its pattern and the repeated blocks that it is in; false when they are open.
bool unfoldAll(const modules::GraphIndex& index, graph::NodeId node, ViewOptions& options);
/// Stubs of an item become edges and back. Without stubs the results of `node`, which it shows, become stubs, and back.
void toggleStubs(const ViewGraph& view, ItemId item, graph::NodeId node, ViewOptions& options);
/// For the same graph with the body of one more node, which may be invalid: bodies come last, so that theirs are other ids.
void carryBodies(const modules::Hierarchy& before, const modules::Hierarchy& now, graph::NodeId more,
                 std::set<modules::ModuleId>& expanded);

}  // namespace etscope::view
