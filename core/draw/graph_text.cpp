#include "draw/graph_text.h"

#include <map>

#include "base/escaped.h"

namespace etscope::draw {
namespace {

/// What is directly in each group, in order; the root group is the first item.
std::vector<std::vector<std::uint32_t>> childrenOf(const view::ViewGraph& view) {
    const auto& items = view.items();
    std::vector<std::vector<std::uint32_t>> children(items.size());
    for (std::uint32_t i = 1; i < items.size(); ++i) children[items[i].parent.valid() ? items[i].parent.index() : 0].push_back(i);
    return children;
}

std::string groupTitle(const view::Item& item) { return item.title + (item.detail.empty() ? "" : " " + item.detail); }
std::string nodeTitle(const view::Item& item) {
    return item.title + (item.nodeCount > 1 ? " (" + std::to_string(item.nodeCount) + ")" : "");
}

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

/// Quoted text: what the format reads as markup becomes an entity.
std::string label(std::string_view text) {
    std::string out = "\"";
    for (const char c : escaped(text)) {
        if (c == '"' || c == '#' || c == '<' || c == '>' || c == '&')
            out += "#" + std::to_string(static_cast<int>(c)) + ";";
        else
            out += c;
    }
    return out + "\"";
}

class Writer {
public:
    explicit Writer(const view::ViewGraph& view) : m_view(view), m_children(childrenOf(view)) {}

    std::string text() {
        m_text = "flowchart TD\n";
        writeGroup(0, 1);
        for (const view::ViewEdge& edge : m_view.edges()) {
            const std::string value = modules::valueText(m_view.index().model(), edge.value);
            m_text +=
                "  " + name(edge.from) + " -->" + (value.empty() ? "" : "|" + label(value) + "|") + " " + name(edge.to) + "\n";
        }
        return std::move(m_text);
    }

private:
    static std::string name(view::ItemId item) { return "i" + std::to_string(item.index()); }

    // Groups are nested as deep as modules are: a stack of its own, as in dotText, would not make it clearer.
    void writeGroup(std::uint32_t group, std::size_t depth) {
        constexpr std::size_t kDeepest = 64;
        const std::string indent(2 * std::min(depth, kDeepest), ' ');
        for (const std::uint32_t i : m_children[group]) {
            const view::Item& item = m_view.items()[i];
            if (item.kind == view::ItemKind::Group && depth < kDeepest) {
                m_text += indent + "subgraph " + name(view::ItemId(i)) + " [" + label(groupTitle(item)) + "]\n";
                writeGroup(i, depth + 1);
                m_text += indent + "end\n";
                continue;
            }
            const bool port = item.kind == view::ItemKind::Input || item.kind == view::ItemKind::Output;
            m_text += indent + name(view::ItemId(i)) + (port ? "([" : "[") + label(nodeTitle(item)) + (port ? "])" : "]") + "\n";
        }
    }

    const view::ViewGraph& m_view;
    std::vector<std::vector<std::uint32_t>> m_children;
    std::string m_text;
};

}  // namespace

std::string dotText(const view::ViewGraph& view) {
    std::string text = "digraph etscope {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n";
    const auto& items = view.items();
    // Items follow their groups, so that one stack of open clusters is enough.
    std::vector<view::ItemId> open;
    const auto indent = [&] { return std::string(2 + 2 * open.size(), ' '); };
    const auto children = childrenOf(view);
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
            text += indent() + "label=" + inQuotes(groupTitle(item)) + ";\n";
            // Edges end at nodes only: a body that they end at gets an unseen one.
            if (item.node.valid()) text += indent() + "i" + std::to_string(i) + " [label=\"\", shape=point, style=invis];\n";
            stack.emplace_back(i, 0);
            continue;
        }
        text +=
            indent() + "i" + std::to_string(i) + " [label=" + inQuotes(nodeTitle(item), item.oneLine ? "" : item.detail) + "];\n";
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

std::string mermaidText(const view::ViewGraph& view) { return Writer(view).text(); }

}  // namespace etscope::draw
