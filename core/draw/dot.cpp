#include "draw/dot.h"

#include <map>

#include "base/escaped.h"

namespace etscope::draw {
namespace {

/// The content of a quoted label; the format knows no other way to write a quote.
std::string labelText(std::string_view text) {
    std::string out;
    for (const char c : escaped(text)) {
        if (c == '"') out += '\\';
        out += c;
    }
    return out;
}

std::string inQuotes(std::string_view text) { return "\"" + labelText(text) + "\""; }
std::string inQuotes(std::string_view first, std::string_view second) {
    return second.empty() ? inQuotes(first) : "\"" + labelText(first) + "\\n" + labelText(second) + "\"";
}

}  // namespace

std::string dotText(const view::ViewGraph& view) {
    std::string text = "digraph etscope {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
    const auto& items = view.items();
    // Items follow their groups, so that one stack of open clusters is enough.
    std::vector<view::ItemId> open;
    const auto indent = [&] { return std::string(2 + 2 * open.size(), ' '); };
    std::vector<std::vector<std::uint32_t>> children(items.size());
    for (std::uint32_t i = 1; i < items.size(); ++i) children[items[i].parent.valid() ? items[i].parent.index() : 0].push_back(i);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
    while (!stack.empty()) {
        auto& [group, next] = stack.back();
        if (next == children[group].size()) {
            stack.pop_back();
            if (!open.empty()) {
                open.pop_back();
                text += indent() + "}\n";
            }
            continue;
        }
        const std::uint32_t i = children[group][next++];
        const view::Item& item = items[i];
        if (item.kind == view::ItemKind::Group) {
            text += indent() + "subgraph cluster_" + std::to_string(i) + " {\n";
            open.push_back(view::ItemId(i));
            text += indent() + "label=" + inQuotes(item.title + (item.detail.empty() ? "" : " " + item.detail)) + ";\n";
            // Edges end at nodes only: a body that they end at gets an unseen one.
            if (item.node.valid()) text += indent() + "i" + std::to_string(i) + " [label=\"\", shape=point, style=invis];\n";
            stack.emplace_back(i, 0);
            continue;
        }
        const std::string count = item.nodeCount > 1 ? " (" + std::to_string(item.nodeCount) + ")" : "";
        text += indent() + "i" + std::to_string(i) + " [label=" + inQuotes(item.title + count, item.oneLine ? "" : item.detail) +
                "];\n";
    }
    for (const view::ViewEdge& edge : view.edges())
        text += "  i" + std::to_string(edge.from.index()) + " -> i" + std::to_string(edge.to.index()) +
                " [label=" + inQuotes(modules::valueText(view.index().model(), edge.value)) + "];\n";
    // One statement a node: a second xlabel would take the place of the first.
    std::map<std::uint32_t, std::string> flags;
    for (const view::Stub& stub : view.stubs()) {
        if (stub.atProducer) continue;
        std::string& flag = flags[stub.item.index()];
        flag += (flag.empty() ? "" : "\\n") + labelText(stub.text);
    }
    for (const auto& [item, flag] : flags) text += "  i" + std::to_string(item) + " [xlabel=\"" + flag + "\"];\n";
    return text + "}\n";
}

}  // namespace etscope::draw
