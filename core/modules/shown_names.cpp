#include "modules/shown_names.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>

namespace etscope::modules {
namespace {

/// Of how names of nodes begin that are made of the operators of a library, and of titles of operators.
constexpr std::array<std::string_view, 3> kNamespaces{"aten", "quantized_decomposed", "dim_order_ops"};
constexpr std::string_view kDefault = "_default";

}  // namespace

bool isIndex(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view withoutUnderscores(std::string_view text) {
    while (text.size() > 1 && text.front() == '_') text.remove_prefix(1);
    return text;
}

std::string shownOperator(std::string_view title) {
    constexpr std::string_view kOverload = ".default";
    if (title.ends_with(kOverload)) title.remove_suffix(kOverload.size());
    const auto end = title.find_first_of(".:");
    if (end == std::string_view::npos || std::ranges::find(kNamespaces, title.substr(0, end)) == kNamespaces.end())
        return std::string(title);
    return std::string(title.substr(title.find_first_not_of(".:", end)));
}

std::string shownNode(std::string_view path) {
    const std::size_t begin = path.rfind('/') + 1;  // 0 where there is none
    std::string_view name = path.substr(begin);
    for (const std::string_view library : kNamespaces)
        if (name.size() > library.size() + 1 && name.starts_with(library) && name[library.size()] == '_')
            name = withoutUnderscores(name.substr(library.size() + 1));
    std::string shown(name);
    if (const auto at = shown.rfind(kDefault); at != std::string::npos && at > 0) {
        const std::string_view behind = std::string_view(shown).substr(at + kDefault.size());
        if (behind.empty() || (behind.front() == '_' && isIndex(behind.substr(1)))) shown.erase(at, kDefault.size());
    }
    return std::string(path.substr(0, begin)) + shown;
}

/// Names that hash alike are taken for equal.
ShownNodes::ShownNodes(const graph::GraphModel& model) : m_model(&model), m_ambiguous(model.nodeCount(), false) {
    using Key = std::pair<std::uint32_t, std::size_t>;  // graph, hash of the name
    std::vector<std::pair<Key, std::uint32_t>> names;
    names.reserve(model.nodeCount());
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(graph::NodeId(i));
        names.emplace_back(Key(node.graph.index(), std::hash<std::string>()(shownNode(model.text(node.id)))), i);
    }
    std::ranges::sort(names);
    for (std::size_t i = 1; i < names.size(); ++i)
        if (names[i].first == names[i - 1].first) m_ambiguous[names[i].second] = m_ambiguous[names[i - 1].second] = true;
}

std::string ShownNodes::of(graph::NodeId node) const {
    const auto name = m_model->text(m_model->node(node).id);
    return m_ambiguous[node.index()] ? std::string(name) : shownNode(name);
}

}  // namespace etscope::modules
