#include "view/view_text.h"

#include <algorithm>
#include <array>

namespace etscope::test {

using namespace graph;
using namespace modules;
using namespace view;

std::string itemText(const Item& item) {
    constexpr std::array<const char*, 6> kKinds{"node", "pattern", "module", "group", "input", "output"};
    std::string text = std::string(kKinds[static_cast<std::size_t>(item.kind)]) + " " + item.title;
    if (!item.detail.empty()) text += " " + item.detail;
    if (item.kind == ItemKind::Pattern || item.kind == ItemKind::Module) text += " ×" + std::to_string(item.nodeCount);
    if (!item.note.empty()) text += " (" + item.note.text() + ")";
    return text;
}

std::string viewText(const ViewGraph& view) {
    const auto name = [&](ItemId id) {
        const Item& item = view.item(id);
        return item.kind == ItemKind::Node && !item.detail.empty() ? item.detail : item.title;
    };
    const GraphModel& model = view.index().model();
    // Children follow their group, in the order of their ids.
    std::string text;
    std::vector<ItemId> open;
    const auto push = [&](ItemId group) {
        for (std::size_t i = view.items().size(); i-- > 1;)
            if (view.items()[i].parent == group) open.emplace_back(i);
    };
    push({});
    while (!open.empty()) {
        const ItemId id = open.back();
        open.pop_back();
        text += std::string(std::size_t{2} * (view.item(id).depth - 1), ' ') + itemText(view.item(id)) + "\n";
        push(id);
    }
    for (const ViewEdge& edge : view.edges())
        text += name(edge.from) + " -> " + name(edge.to) + " (" + std::string(model.text(model.value(edge.value).id)) + ")" +
                (edge.crossesBorder ? " border" : "") + (edge.typeChanges ? " type" : "") + "\n";
    for (const Stub& stub : view.stubs()) {
        const char* kind = stub.atProducer                    ? "producer"
                           : stub.kind == StubClass::Constant ? "stub"
                           : stub.kind == StubClass::State    ? "state"
                                                              : "fan";
        text += std::string(kind) + " at " + name(stub.item) + ": " + stub.text + "\n";
    }
    return text;
}

std::string viewProblem(const ViewGraph& view) {
    const auto& items = view.items();
    if (items.empty() || items.front().kind != ItemKind::Group || items.front().depth != 0) return "no root group";
    for (std::size_t i = 1; i < items.size(); ++i) {
        const ItemId parent = items[i].parent;
        if (parent.valid() && parent.index() >= i) return itemText(items[i]) + " comes before its group";
        if (parent.valid() && view.item(parent).kind != ItemKind::Group) return itemText(items[i]) + " lies in no group";
        if (items[i].depth != (parent.valid() ? view.item(parent).depth : 0) + 1)
            return itemText(items[i]) + " has the wrong depth";
        if (items[i].kind != ItemKind::Input && items[i].kind != ItemKind::Output && items[i].title.empty())
            return "an item has no title";
    }
    const GraphModel& model = view.index().model();
    for (std::uint32_t n = 0; n < model.nodeCount(); ++n) {
        const ItemId item = view.itemOf(NodeId(n));
        if (!view.index().hierarchy().moduleOf(NodeId(n)).valid()) continue;
        if (!item.valid() || item.index() >= items.size()) return "a node has no item";
        const auto nodes = view.nodesOf(item);
        const Item& shown = view.item(item);
        const bool within = std::ranges::find(nodes, NodeId(n)) != nodes.end();
        if (!within && shown.node.valid() && !shown.module.valid()) return "a node is not among those of its item";
    }
    for (const ViewEdge& edge : view.edges()) {
        if (!edge.from.valid() || !edge.to.valid() || edge.from == edge.to) return "an edge has a wrong end";
        if (view.item(edge.from).kind == ItemKind::Output || view.item(edge.to).kind == ItemKind::Input)
            return "an edge runs backwards";
        if (edge.crossesBorder != (view.item(edge.from).parent != view.item(edge.to).parent)) return "crossesBorder is wrong";
    }
    for (const Stub& stub : view.stubs())
        if (!stub.item.valid() || stub.text.empty() || stub.uses == 0) return "a stub says nothing";
    return {};
}

std::shared_ptr<const ViewGraph> makeView(std::shared_ptr<const GraphIndex> index, ViewOptions options) {
    return std::make_shared<const ViewGraph>(std::move(index), std::move(options));
}

ViewOptions everythingOpen(const GraphIndex& index) {
    ViewOptions options;
    options.expanded = allModules(index.hierarchy());
    options.foldPatterns = false;
    return options;
}

}  // namespace etscope::test
