#include "draw/mermaid.h"

#include "base/escaped.h"

namespace etscope::draw {
namespace {

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
    explicit Writer(const view::ViewGraph& view) : m_view(view), m_children(view.items().size()) {
        const auto& items = view.items();
        for (std::uint32_t i = 1; i < items.size(); ++i)
            m_children[items[i].parent.valid() ? items[i].parent.index() : 0].push_back(i);
    }

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
                m_text += indent + "subgraph " + name(view::ItemId(i)) + " [" +
                          label(item.title + (item.detail.empty() ? "" : " " + item.detail)) + "]\n";
                writeGroup(i, depth + 1);
                m_text += indent + "end\n";
                continue;
            }
            const std::string count = item.nodeCount > 1 ? " (" + std::to_string(item.nodeCount) + ")" : "";
            const bool port = item.kind == view::ItemKind::Input || item.kind == view::ItemKind::Output;
            m_text += indent + name(view::ItemId(i)) + (port ? "([" : "[") + label(item.title + count) + (port ? "])" : "]") + "\n";
        }
    }

    const view::ViewGraph& m_view;
    std::vector<std::vector<std::uint32_t>> m_children;
    std::string m_text;
};

}  // namespace

std::string mermaidText(const view::ViewGraph& view) { return Writer(view).text(); }

}  // namespace etscope::draw
