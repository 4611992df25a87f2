#include "view/outlines.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace etscope::view {
namespace {

constexpr std::uint32_t kNone = modules::Bundles::kNone;

/// Vertices that are joined to one.
class Joined {
public:
    explicit Joined(std::size_t size) : m_parent(size) { std::iota(m_parent.begin(), m_parent.end(), 0U); }
    std::uint32_t of(std::uint32_t v) {
        while (m_parent[v] != v) v = m_parent[v] = m_parent[m_parent[v]];
        return v;
    }
    /// The lower number stands for both.
    void join(std::uint32_t a, std::uint32_t b) {
        a = of(a), b = of(b);
        m_parent[std::max(a, b)] = std::min(a, b);
    }
    void part(std::uint32_t v) { m_parent[v] = v; }

private:
    std::vector<std::uint32_t> m_parent;
};

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// Which vertices lie on a circle, with others: what remains when sources and sinks are taken away again and again. What lies
/// between two circles counts, too.
std::vector<bool> onCircles(std::size_t size, const std::vector<Edge>& edges) {
    std::vector<bool> left(size, true);
    for (const bool forward : {true, false}) {
        std::vector<std::uint32_t> open(size, 0), start(size + 1, 0), heads(edges.size()), ready;
        for (const auto& [a, b] : edges) ++open[forward ? b : a], ++start[(forward ? a : b) + 1];
        for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
        auto next = start;
        for (const auto& [a, b] : edges) heads[next[forward ? a : b]++] = forward ? b : a;
        for (std::uint32_t v = 0; v < size; ++v)
            if (open[v] == 0) ready.push_back(v);
        while (!ready.empty()) {
            const std::uint32_t v = ready.back();
            ready.pop_back();
            left[v] = false;
            for (std::uint32_t i = start[v]; i < start[v + 1]; ++i)
                if (--open[heads[i]] == 0) ready.push_back(heads[i]);
        }
    }
    return left;
}

class Gatherer {
public:
    explicit Gatherer(const ViewGraph& view)
        : m_view(view), m_bundle(view.items().size(), kNone), m_member(view.items().size(), false), m_joined(view.items().size()) {}

    std::vector<Outline> gather() {
        findBundles();
        liftEdges();
        joinAll();
        partCircles();
        joinNeighbours();
        partCircles();
        return outlines();
    }

private:
    /// Of an item all of whose nodes are in one bundle that one; of a group all of whose items are.
    void findBundles() {
        const modules::Bundles& bundles = *m_view.options().bundles;
        const auto& items = m_view.items();
        std::vector<bool> mixed(items.size(), false);
        for (std::uint32_t i = static_cast<std::uint32_t>(items.size()); i-- > 1;) {
            if (items[i].kind != ItemKind::Group) {
                const auto nodes = m_view.nodesOf(ItemId(i));
                if (!nodes.empty()) m_bundle[i] = bundles.of(nodes.front());
                for (const graph::NodeId node : nodes)
                    if (bundles.of(node) != m_bundle[i]) m_bundle[i] = kNone;
            }
            const std::uint32_t around = items[i].parent.valid() ? items[i].parent.index() : 0;
            mixed[around] = mixed[around] || m_bundle[i] == kNone || (m_bundle[around] != kNone && m_bundle[around] != m_bundle[i]);
            m_bundle[around] = mixed[around] ? kNone : m_bundle[i];
        }
        m_bundle[0] = kNone;
        for (std::uint32_t i = 1; i < items.size(); ++i) m_member[i] = m_bundle[i] != kNone && m_bundle[parentOf(i)] != m_bundle[i];
    }

    std::uint32_t parentOf(std::uint32_t item) const {
        const ItemId parent = m_view.items()[item].parent;
        return parent.valid() ? parent.index() : 0;
    }

    /// Each edge between the two children of the innermost group around both ends.
    void liftEdges() {
        const auto& items = m_view.items();
        for (const ViewEdge& edge : m_view.edges()) {
            std::uint32_t from = edge.from.index(), to = edge.to.index();
            while (from != to && parentOf(from) != parentOf(to))
                (items[from].depth > items[to].depth ? from : to) = parentOf(items[from].depth > items[to].depth ? from : to);
            if (from != to && from != parentOf(to) && to != parentOf(from)) m_edges.emplace_back(from, to);
        }
    }

    void joinAll() {
        std::map<Edge, std::uint32_t> first;  ///< of a group's bundle
        for (std::uint32_t i = 1; i < m_member.size(); ++i)
            if (m_member[i]) m_joined.join(i, first.try_emplace({parentOf(i), m_bundle[i]}, i).first->second);
    }

    /// What lies on a circle falls apart.
    void partCircles() {
        std::vector<Edge> edges;
        for (const auto& [from, to] : m_edges)
            if (m_joined.of(from) != m_joined.of(to)) edges.emplace_back(m_joined.of(from), m_joined.of(to));
        const std::vector<bool> circles = onCircles(m_member.size(), edges);
        std::vector<std::uint32_t> parted;
        for (std::uint32_t i = 1; i < m_member.size(); ++i)
            if (m_member[i] && circles[m_joined.of(i)]) parted.push_back(i);
        m_parted.assign(m_member.size(), false);
        for (const std::uint32_t i : parted) m_joined.part(i), m_parted[i] = true;
    }

    void joinNeighbours() {
        for (const auto& [from, to] : m_edges)
            if (m_parted[from] && m_parted[to] && m_bundle[from] == m_bundle[to]) m_joined.join(from, to);
    }

    std::vector<Outline> outlines() {
        std::vector<Outline> outlines;
        std::map<std::uint32_t, std::size_t> numbers;
        for (std::uint32_t i = 1; i < m_member.size(); ++i) {
            if (!m_member[i]) continue;
            const auto [hit, fresh] = numbers.try_emplace(m_joined.of(i), outlines.size());
            if (fresh) outlines.push_back({m_bundle[i], m_view.items()[i].parent, {}});
            outlines[hit->second].items.push_back(ItemId(i));
        }
        return outlines;
    }

    const ViewGraph& m_view;
    std::vector<std::uint32_t> m_bundle;
    std::vector<bool> m_member;  ///< per item: in a bundle, and the group around it is not
    std::vector<bool> m_parted;
    Joined m_joined;
    std::vector<Edge> m_edges;
};

}  // namespace

std::vector<Outline> outlinesOf(const ViewGraph& view) {
    return view.options().bundles == nullptr ? std::vector<Outline>() : Gatherer(view).gather();
}

}  // namespace etscope::view
