// GraphPlace: a thing of a stage that a canvas can point at; at most one of them is valid. Survives a change of the scene. Any
// thread.
#pragma once

#include "models/address.h"
#include "view/view_graph.h"

namespace etscope::ui {

struct GraphPlace {
    graph::NodeId node;
    modules::ModuleId module;
    graph::ValueId value;  ///< a graph input
    int result = -1;       ///< a graph output: its number
    bool valid() const { return node.valid() || module.valid() || value.valid() || result >= 0; }
    friend bool operator==(const GraphPlace&, const GraphPlace&) = default;
};

/// The visible item that shows the place; invalid when none does.
view::ItemId itemOf(const view::ViewGraph& view, const GraphPlace& place);
/// What an item stands for: a folded pattern for its first node.
GraphPlace placeOf(const view::ViewGraph& view, view::ItemId item);
/// What a stage has for one of its addresses: a value that a node makes is shown by the node.
GraphPlace placeOf(const modules::GraphIndex& index, const Address& address);
Address addressOf(const modules::GraphIndex& index, const GraphPlace& place, const QString& method, const QString& stage);

}  // namespace etscope::ui
