#include "modules/work_title.h"

#include <algorithm>
#include <set>

namespace etscope::modules {
namespace {

using graph::NodeId;
using enum OperatorFamily;

/// Names that stand in a title one by one; more are counted, the two kinds that there are most of.
constexpr std::size_t kMostNamed = 4, kMostCounted = 2;
constexpr std::string_view kDot = " · ";

std::string joined(std::string_view first, std::string_view between, std::string_view second) {
    return std::string(first).append(first.empty() || second.empty() ? "" : between).append(second);
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
    for (const std::string_view ending : {"_legit_no_training", "_copy"})
        if (name.ends_with(ending)) name.erase(name.size() - ending.size());
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

/// The innermost module around more than half of them: those that hold so many lie in one another.
std::string_view innermost(std::span<const Piece> pieces) {
    std::unordered_map<std::string_view, std::size_t> inside;
    for (const Piece& piece : pieces)
        for (std::string_view module = piece.module; !module.empty(); module = parentOf(module)) ++inside[module];
    std::string_view best;
    for (const auto& [module, count] : inside)
        if (count * 2 > pieces.size() && module.size() > best.size()) best = module;
    return best;
}

bool isNumbered(std::string_view module) { return isIndex(module.substr(module.rfind('.') + 1)); }

/// "layers.0" of "layers.0.attention": up to the first number; empty: there is none.
std::string_view blockOf(std::string_view module) {
    std::string_view block;
    for (; !module.empty(); module = parentOf(module))
        if (isNumbered(module)) block = module;
    return block;
}

/// What a title says, and how often.
struct Said {
    std::string name;
    std::size_t count = 1;
    bool byModule = false;  ///< these stand beside each other
    std::string text() const { return count == 1 ? name : name + " ×" + std::to_string(count); }
};

std::string textOf(std::span<const Said> said) {
    std::string text;
    for (std::size_t i = 0; i < said.size(); ++i)
        text = joined(text, i > 0 && said[i].byModule && said[i - 1].byModule ? " " : " + ", said[i].text());
    return text;
}

/// Once each, with how often; more than so many of them are not told apart any more: a title has no room for them.
class Sayings {
public:
    explicit Sayings(std::size_t most) : m_most(most) {}
    void say(std::string name, bool byModule = false) {
        const auto [known, fresh] = m_places.try_emplace(name, m_said.size());
        if (fresh)
            m_said.push_back({std::move(name), 1, byModule});
        else
            ++m_said[known->second].count;
    }
    bool full() const { return m_said.size() > m_most; }
    std::vector<Said> take() { return std::move(m_said); }

private:
    std::size_t m_most;
    std::vector<Said> m_said;
    std::unordered_map<std::string, std::size_t> m_places;
};

/// How often each stands among them.
template <class Of>
std::unordered_map<std::string_view, std::size_t> countsOf(std::span<const Piece> pieces, Of of) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const Piece& piece : pieces) ++counts[of(piece)];
    return counts;
}

/// "RMSNorm + wq wk wv": operators that are alike by their modules.
std::vector<Said> listed(std::span<const Piece> pieces) {
    auto names = countsOf(pieces, [](const Piece& piece) { return std::string_view(piece.name); });
    auto modules = countsOf(pieces, [](const Piece& piece) { return piece.module; });
    Sayings sayings(kMostNamed);
    for (const Piece& piece : pieces) {
        const bool apart = names[piece.name] > 1 && modules[piece.module] == 1;
        const bool byModule = apart && piece.family == Compute && !piece.module.empty() && !isNumbered(piece.module);
        sayings.say(byModule ? std::string(leafOf(piece.module)) : piece.name, byModule);
        if (sayings.full()) break;
    }
    return sayings.take();
}

/// "linear ×6 + attention ×2": of what there is most.
std::vector<Said> counted(std::span<const Piece> pieces) {
    Sayings sayings(pieces.size());
    for (const Piece& piece : pieces) sayings.say(piece.name);
    std::vector<Said> said = sayings.take();
    std::stable_sort(said.begin(), said.end(), [](const Said& a, const Said& b) { return a.count > b.count; });
    if (said.size() > kMostCounted) said.resize(kMostCounted);
    return said;
}

/// "RMSNorm + feed_forward": what stands in one module as that module.
std::vector<Said> gathered(std::span<const Piece> pieces) {
    auto inside = countsOf(pieces, [](const Piece& piece) { return parentOf(piece.module); });
    const auto isHolder = [&](std::string_view module) { return !module.empty() && !isNumbered(module) && inside[module] > 1; };
    Sayings sayings(kMostNamed);
    for (const Piece& piece : pieces) {
        const std::string_view holder = isHolder(piece.module) ? piece.module : parentOf(piece.module);
        sayings.say(std::string(isHolder(holder) ? leafOf(holder) : std::string_view(piece.name)));
        if (sayings.full()) break;
    }
    std::vector<Said> said = sayings.take();
    for (Said& one : said) one.count = 1;  // a module is one thing, however much stands in it
    return said;
}

/// The first that is short enough.
std::string textOf(std::span<const Piece> pieces) {
    for (const auto& made : {&listed, &gathered})
        if (const std::vector<Said> said = made(pieces); said.size() <= kMostNamed) return textOf(std::span(said));
    return textOf(std::span<const Said>(counted(pieces)));
}

/// The modules around what is named; of work that reaches into other blocks the block of most of it.
std::string_view namedModule(std::span<const Piece> pieces, std::string_view place) {
    const std::string_view all = commonModule(pieces), block = blockOf(place);
    return isAround(block, all) ? all : block;
}

}  // namespace

std::string WorkTitle::text() const { return joined(what, kDot, module); }

std::string WorkTitle::brief() const { return place.empty() ? what : std::string(leafOf(place)); }

WorkTitle titleOfWork(const GraphIndex& index, std::span<const NodeId> nodes) {
    std::vector<Piece> pieces = piecesOf(index, nodes);
    if (pieces.empty()) return {};
    keepTelling(pieces);
    const std::string_view place = innermost(pieces), module = namedModule(pieces, place);
    WorkTitle title{textOf(std::span<const Piece>(pieces)), std::string(module.empty() ? place : module), std::string(place)};
    const bool oneModule = std::ranges::all_of(pieces, [&](const Piece& piece) { return piece.module == module; });
    const bool several = std::ranges::any_of(pieces, [&](const Piece& piece) { return piece.name != pieces.front().name; });
    if (oneModule && several && pieces.size() > 2 && !module.empty() && !isNumbered(module)) title.what = leafOf(module);
    if (title.what == leafOf(title.module)) title.module = parentOf(title.module);
    return title;
}

}  // namespace etscope::modules
