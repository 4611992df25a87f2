#include "modules/work_title.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace etscope::modules {
namespace {

using graph::NodeId;
using enum OperatorFamily;

/// Names that stand in a title one by one; more are counted, the two kinds that there are most of.
constexpr std::size_t kMostNamed = 5, kMostCounted = 2;
/// Of how names of nodes begin that are made of the operators of a library, and of titles of operators.
constexpr std::array<std::string_view, 3> kNamespaces{"aten", "quantized_decomposed", "dim_order_ops"};
constexpr std::string_view kDefault = "_default", kDot = " · ";

std::string joined(std::string_view first, std::string_view between, std::string_view second) {
    return std::string(first).append(first.empty() || second.empty() ? "" : between).append(second);
}

bool isIndex(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string_view withoutUnderscores(std::string_view text) {
    while (text.size() > 1 && text.front() == '_') text.remove_prefix(1);
    return text;
}

/// "layers.0" of "layers.0.attention".
std::string_view parentOf(std::string_view module) {
    const auto dot = module.rfind('.');
    return dot == std::string_view::npos ? std::string_view() : module.substr(0, dot);
}

/// "attention" of "layers.0.attention"; a number has the part before it: "layers.0".
std::string_view leafOf(std::string_view module) {
    std::string_view around = parentOf(module);
    if (isIndex(module.substr(around.empty() ? 0 : around.size() + 1))) around = parentOf(around);
    return around.empty() ? module : module.substr(around.size() + 1);
}

bool isAround(std::string_view module, std::string_view inner) {
    return module.empty() || inner == module || (inner.starts_with(module) && inner[module.size()] == '.');
}

/// What one pattern or operator does.
struct Piece {
    std::string name;
    std::string_view module;
    OperatorFamily family = Other;
};

std::string_view moduleOf(const GraphIndex& index, NodeId node) {
    const ModuleId module = index.hierarchy().moduleOf(node);
    return module.valid() ? std::string_view(index.hierarchy().module(module).path) : std::string_view();
}

/// "conv2d" of "aten.conv2d", "FullyConnected" of the backend's "XNNFullyConnected".
std::string nameOf(const GraphIndex& index, NodeId node) {
    std::string name = shownOperator(index.operatorOf(node).title);
    if (name.ends_with("_copy")) name.resize(name.size() - 5);
    return name.starts_with("XNN") ? name.substr(3) : std::string(withoutUnderscores(name));
}

std::string nameOf(const Pattern& pattern) {
    if (pattern.name == "scaled dot product attention") return "attention";
    return pattern.name.starts_with("quantised ") ? pattern.name.substr(10) : pattern.name;
}

bool arranges(OperatorFamily family) {
    return family == Shape || family == Memory || family == Quantise || family == Control || family == Constant || family == Input;
}

/// In execution order.
std::vector<Piece> piecesOf(const GraphIndex& index, std::span<const NodeId> nodes) {
    std::vector<NodeId> order(nodes.begin(), nodes.end());
    std::ranges::sort(order, {}, [&](NodeId node) { return index.flow().position(node); });
    const std::set<NodeId> mine(order.begin(), order.end());
    std::set<PatternId> told;
    std::vector<Piece> pieces;
    for (const NodeId node : order) {
        const PatternId id = index.folding().patternOf(node);
        const Pattern* pattern = id.valid() ? &index.folding().pattern(id) : nullptr;
        const auto inside =
            pattern == nullptr ? 0 : std::ranges::count_if(pattern->nodes, [&](NodeId one) { return mine.contains(one); });
        if (pattern == nullptr || arranges(pattern->family) || static_cast<std::size_t>(inside) * 2 < pattern->nodes.size())
            pieces.push_back({nameOf(index, node), moduleOf(index, node), index.operatorOf(node).family});
        else if (told.insert(id).second)  // a pattern of element-wise operators says more than these
            pieces.push_back(
                {nameOf(*pattern), moduleOf(index, node), pattern->family == ElementWise ? Activation : pattern->family});
    }
    return pieces;
}

/// Without those that say less than the others.
void keepTelling(std::vector<Piece>& pieces) {
    for (const auto& says : {+[](OperatorFamily family) { return !arranges(family) && family != ElementWise; },
                             +[](OperatorFamily family) { return !arranges(family); }}) {
        if (std::ranges::none_of(pieces, says, &Piece::family)) continue;
        std::erase_if(pieces, [&](const Piece& piece) { return !says(piece.family); });
        return;
    }
}

/// The modules around all.
std::string_view commonModule(std::span<const Piece> pieces) {
    std::string_view module = pieces.front().module;
    for (const Piece& piece : pieces)
        while (!isAround(module, piece.module)) module = parentOf(module);
    return module;
}

/// The innermost module around more than half of them.
std::string_view innermost(std::span<const Piece> pieces) {
    std::string_view best;
    for (const Piece& piece : pieces)
        for (std::string_view module = piece.module; module.size() > best.size(); module = parentOf(module)) {
            const auto inside = std::ranges::count_if(pieces, [&](const Piece& one) { return isAround(module, one.module); });
            if (static_cast<std::size_t>(inside) * 2 > pieces.size()) best = module;
        }
    return best;
}

/// "linear ×6 + attention ×2": of what there is most.
std::string countedText(std::span<const Piece> pieces) {
    std::vector<std::pair<std::string_view, std::size_t>> kinds;
    for (const Piece& piece : pieces) {
        const auto known = std::ranges::find(kinds, std::string_view(piece.name), &std::pair<std::string_view, std::size_t>::first);
        if (known == kinds.end())
            kinds.emplace_back(piece.name, 1);
        else
            ++known->second;
    }
    std::stable_sort(kinds.begin(), kinds.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    if (kinds.size() > kMostCounted) kinds.resize(kMostCounted);
    std::string text;
    for (const auto& [name, count] : kinds)
        text = joined(text, " + ", count == 1 ? std::string(name) : std::string(name) + " ×" + std::to_string(count));
    return text;
}

/// "RMSNorm + wq wk wv"; empty: there are too many names.
std::string listedText(std::span<const Piece> pieces) {
    std::set<std::string> names;
    std::string text;
    bool before = false;
    for (const Piece& piece : pieces) {
        const bool alike = std::ranges::count(pieces, piece.name, &Piece::name) > 1;
        const bool apart = std::ranges::count(pieces, piece.module, &Piece::module) == 1 && !piece.module.empty();
        const bool byModule = alike && apart;
        const std::string name = byModule ? std::string(leafOf(piece.module)) : piece.name;
        if (!names.insert(name).second) {
            if (byModule) return {};  // of several layers
            continue;
        }
        text = joined(text, byModule && before ? " " : " + ", name);
        before = byModule;
    }
    return names.size() > kMostNamed ? std::string() : text;
}

}  // namespace

std::string shownOperator(std::string_view title) {
    const auto dot = title.find('.');
    const bool library = dot != std::string_view::npos && std::ranges::find(kNamespaces, title.substr(0, dot)) != kNamespaces.end();
    return std::string(library ? title.substr(dot + 1) : title);
}

std::string shownNode(std::string_view path) {
    const auto slash = path.rfind('/');
    std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    for (const std::string_view library : kNamespaces)
        if (name.size() > library.size() + 1 && name.starts_with(library) && name[library.size()] == '_')
            name = withoutUnderscores(name.substr(library.size() + 1));
    std::string shown(name);
    const auto at = shown.rfind(kDefault);
    if (at == std::string::npos || at == 0) return shown;
    const std::string_view behind = std::string_view(shown).substr(at + kDefault.size());
    if (behind.empty() || (behind.front() == '_' && isIndex(behind.substr(1)))) shown.erase(at, kDefault.size());
    return shown;
}

ShownNodes::ShownNodes(const graph::GraphModel& model) {
    std::unordered_map<graph::GraphId, std::unordered_map<std::string, std::uint32_t>> uses;
    m_names.reserve(model.nodeCount());
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(NodeId(i));
        ++uses[node.graph][m_names.emplace_back(shownNode(model.text(node.id)))];
    }
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const graph::Node& node = model.node(NodeId(i));
        if (uses[node.graph][m_names[i]] > 1) m_names[i] = model.text(node.id);
    }
}

std::string WorkTitle::text() const { return joined(what, kDot, module); }

std::string WorkTitle::brief() const { return place.empty() ? what : std::string(leafOf(place)); }

WorkTitle titleOfWork(const GraphIndex& index, std::span<const NodeId> nodes) {
    std::vector<Piece> pieces = piecesOf(index, nodes);
    if (pieces.empty()) return {};
    keepTelling(pieces);
    WorkTitle title{listedText(pieces), std::string(commonModule(pieces)), std::string(innermost(pieces))};
    const bool oneModule = std::ranges::all_of(pieces, [&](const Piece& piece) { return piece.module == title.module; });
    const bool several = std::ranges::any_of(pieces, [&](const Piece& piece) { return piece.name != pieces.front().name; });
    if (oneModule && several && pieces.size() > 2 && !isIndex(leafOf(title.module)) && !title.module.empty())
        title.what = leafOf(title.module);
    if (title.what.empty()) title.what = countedText(pieces);
    if (title.module.empty()) title.module = title.place;
    if (title.what == leafOf(title.module)) title.module = parentOf(title.module);
    return title;
}

}  // namespace etscope::modules
