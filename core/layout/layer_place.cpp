// Coordinates across the ranks: Brandes, Köpf, "Fast and Simple Horizontal Coordinate Assignment", 2002, with vertex sizes and
// ports. Four times (aligning with the rank above or below, leaning left or right) vertices are joined to vertical blocks, so
// that the two ends of a link stand above each other; blocks are then placed as far left as their neighbours allow, by the
// longest path over the graph of blocks. A vertex stands at the mean of the two middle ones of its four places: what is
// straight in all four stays straight, and vertices that never overlap in the four do not overlap in the mean. The backbone (the
// longest ways) is aligned before everything else, so that it is straight in all four: a model reads as a column. Groups one
// below the other stand in a column even where that bends the edges between them. At last, what still hangs loose is relaxed
// (layer_relax.cpp).

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "layout/layer_graph.h"

namespace etscope::layout {
namespace {

/// Height from which a vertex counts as large, in px: higher than any node with its stubs usually is.
constexpr double kLarge = 100;
/// Share of the narrower one's width by which a large vertex may stand beside the first one of its block. Edges leave a group
/// elsewhere than they enter it: a column of many groups whose edges are all straight would run aside.
constexpr double kDrift = 0.25;
constexpr double kUnplaced = std::numeric_limits<double>::infinity();

/// The backbone: for a vertex the link along the longest way of given vertices through it. Every vertex has at most one above and
/// one below; where several ways are equally long it has none, and stands in their middle.
class Backbone {
public:
    explicit Backbone(const LayerGraph& graph) : m_graph(graph), m_links(graph.links.size(), false) {
        const std::vector<std::uint32_t> above = longest(true), below = longest(false);
        for (std::uint32_t v = 0; v < graph.vertices->size(); ++v) {
            const std::int64_t link = best(graph.up.of(v), above, true);
            if (link < 0) continue;
            const std::uint32_t from = graph.links[static_cast<std::size_t>(link)].from;
            if (best(graph.down.of(from), below, false) == link) m_links[static_cast<std::size_t>(link)] = true;
        }
    }
    bool has(std::uint32_t link) const noexcept { return m_links[link]; }

private:
    /// Given vertices on the longest way that ends (or begins) at each vertex, with itself.
    std::vector<std::uint32_t> longest(bool above) const {
        std::vector<std::uint32_t> length(m_graph.size(), 0);
        for (std::size_t i = 0; i < m_graph.order.size(); ++i) {
            const std::uint32_t v = m_graph.order[above ? i : m_graph.order.size() - 1 - i];
            for (const std::uint32_t l : above ? m_graph.up.of(v) : m_graph.down.of(v))
                length[v] = std::max(length[v], length[above ? m_graph.links[l].from : m_graph.links[l].to]);
            if (!m_graph.dummy(v)) ++length[v];
        }
        return length;
    }

    /// The one link to a given vertex with the longest way; −1: none, or several.
    std::int64_t best(std::span<const std::uint32_t> links, const std::vector<std::uint32_t>& length, bool above) const {
        std::int64_t found = -1;
        std::uint32_t most = 0;
        for (const std::uint32_t l : links) {
            const std::uint32_t other = above ? m_graph.links[l].from : m_graph.links[l].to;
            if (m_graph.dummy(other) || length[other] < most) continue;
            found = length[other] == most ? -1 : static_cast<std::int64_t>(l);
            most = length[other];
        }
        return found;
    }

    const LayerGraph& m_graph;
    std::vector<bool> m_links;
};

/// Marks links that cross a strong one: those are not aligned.
template <typename Strong>
void markCrossing(const LayerGraph& graph, const Strong& strong, std::vector<bool>& marked) {
    for (std::size_t r = 1; r < graph.rankCount(); ++r) {
        const auto rank = graph.rankOrder(r);
        const auto above = static_cast<std::uint32_t>(graph.rankOrder(r - 1).size());
        std::uint32_t left = 0;
        for (std::size_t i = 0, scanned = 0; i < rank.size(); ++i) {
            std::uint32_t right = above;
            for (const std::uint32_t l : graph.up.of(rank[i]))
                if (strong(l)) right = graph.position[graph.links[l].from];
            if (right == above && i + 1 < rank.size()) continue;
            for (; scanned <= i; ++scanned)
                for (const std::uint32_t l : graph.up.of(rank[scanned])) {
                    const std::uint32_t p = graph.position[graph.links[l].from];
                    if (p < left || p > right) marked[l] = true;
                }
            left = right == above ? left : right;
        }
    }
}

/// Links that give way: the backbone stays straight first, then long edges.
std::vector<bool> conflicts(const LayerGraph& graph, const Backbone& backbone) {
    std::vector<bool> marked(graph.links.size(), false);
    markCrossing(
        graph, [&](std::uint32_t l) { return backbone.has(l); }, marked);
    markCrossing(
        graph, [&](std::uint32_t l) { return graph.dummy(graph.links[l].from) && graph.dummy(graph.links[l].to) && !marked[l]; },
        marked);
    for (std::uint32_t l = 0; l < graph.links.size(); ++l)
        if (backbone.has(l)) {
            for (const std::uint32_t other : graph.up.of(graph.links[l].to)) marked[other] = other != l;
            for (const std::uint32_t other : graph.down.of(graph.links[l].from)) marked[other] = other != l;
        }
    return marked;
}

/// One of the four: `up` aligns with the rank above, `mirrored` leans right (computed leaning left in a mirrored drawing).
class Alignment {
public:
    Alignment(const LayerGraph& graph, const std::vector<bool>& marked, bool up, bool mirrored)
        : m_graph(graph),
          m_marked(marked),
          m_up(up),
          m_mirrored(mirrored),
          m_root(graph.size()),
          m_taken(graph.size(), false),
          m_inner(graph.size(), 0),
          m_large(graph.size(), LayerGraph::kNone) {
        std::iota(m_root.begin(), m_root.end(), 0U);
        for (std::uint32_t v = 0; v < graph.size(); ++v)
            if (isLarge(v)) m_large[v] = v;
    }

    /// Vertices that stand in a column though their edges would have them elsewhere.
    const std::vector<std::uint32_t>& held() const { return m_held; }

    /// Left edge of each vertex.
    std::vector<double> places() {
        align();
        compact();
        std::vector<double> x(m_graph.size());
        for (std::uint32_t v = 0; v < x.size(); ++v) {
            const double left = m_block[m_root[v]] + m_inner[v];
            x[v] = m_mirrored ? -left - m_graph.width(v) : left;
        }
        return x;
    }

private:
    bool isLarge(std::uint32_t v) const { return m_graph.height(v) > kLarge; }
    std::uint32_t at(std::span<const std::uint32_t> rank, std::size_t i) const {
        return rank[m_mirrored ? rank.size() - 1 - i : i];
    }
    /// An offset in the (mirrored) drawing.
    double offset(std::uint32_t v, double given) const { return m_mirrored ? m_graph.width(v) - given : given; }
    double gap(std::uint32_t left, std::uint32_t right) const {
        return m_mirrored ? m_graph.gapBetween(right, left) : m_graph.gapBetween(left, right);
    }

    void align() {
        const std::size_t ranks = m_graph.rankCount();
        std::vector<std::pair<std::int64_t, std::uint32_t>> neighbours;  ///< place and link
        for (std::size_t step = 1; step < ranks; ++step) {
            const auto rank = m_graph.rankOrder(m_up ? step : ranks - 1 - step);
            std::int64_t last = std::numeric_limits<std::int64_t>::min();
            for (std::size_t i = 0; i < rank.size(); ++i) {
                const std::uint32_t v = at(rank, i);
                neighbours.clear();
                gather(v, neighbours);
                if (neighbours.empty()) continue;
                std::sort(neighbours.begin(), neighbours.end());
                for (const std::size_t middle : {(neighbours.size() - 1) / 2, neighbours.size() / 2}) {
                    const auto [place, l] = neighbours[middle];
                    if (place <= last || m_taken[other(l)]) continue;
                    join(v, l);
                    last = place;
                    break;
                }
            }
        }
    }

    /// Links that a vertex may be aligned along. A large vertex (a group) follows the given vertices next to it, if any: what
    /// passes them by and reaches it at some port does not pull it aside.
    void gather(std::uint32_t v, std::vector<std::pair<std::int64_t, std::uint32_t>>& neighbours) const {
        const auto links = m_up ? m_graph.up.of(v) : m_graph.down.of(v);
        const bool given =
            isLarge(v) && std::any_of(links.begin(), links.end(), [this](std::uint32_t l) { return !m_graph.dummy(other(l)); });
        for (const std::uint32_t l : links) {
            if (m_marked[l] || (given && m_graph.dummy(other(l)))) continue;
            const std::int64_t place = m_graph.position[other(l)];
            neighbours.emplace_back(m_mirrored ? -place : place, l);
        }
    }

    std::uint32_t other(std::uint32_t link) const { return m_up ? m_graph.links[link].from : m_graph.links[link].to; }

    void join(std::uint32_t v, std::uint32_t l) {
        const LayerLink& link = m_graph.links[l];
        const std::uint32_t u = other(l);
        const double there = offset(u, m_up ? link.fromOffset : link.toOffset),
                     here = offset(v, m_up ? link.toOffset : link.fromOffset);
        m_taken[u] = true;
        m_root[v] = m_root[u];
        m_inner[v] = m_inner[u] + there - here;
        if (isLarge(v)) keepColumn(v);
    }

    /// Large vertices of one block stand in a column.
    void keepColumn(std::uint32_t v) {
        std::uint32_t& first = m_large[m_root[v]];
        if (first == LayerGraph::kNone) {
            first = v;
            return;
        }
        const double column = m_inner[first] + (m_graph.width(first) - m_graph.width(v)) / 2;
        if (std::abs(m_inner[v] - column) <= kDrift * std::min(m_graph.width(first), m_graph.width(v))) return;
        m_inner[v] = column;
        m_held.insert(m_held.end(), {first, v});
    }

    /// Every pair of neighbours in a rank keeps its distance: an edge between their blocks.
    void compact() {
        struct Apart {
            std::uint32_t left, right;
            double distance;
        };
        std::vector<Apart> pairs;
        std::vector<std::uint32_t> lefts, rights;
        for (std::size_t r = 0; r < m_graph.rankCount(); ++r) {
            const auto rank = m_graph.rankOrder(r);
            for (std::size_t i = 1; i < rank.size(); ++i) {
                const std::uint32_t a = at(rank, i - 1), b = at(rank, i);
                pairs.push_back({m_root[a], m_root[b], m_inner[a] + m_graph.width(a) + gap(a, b) - m_inner[b]});
                lefts.push_back(m_root[a]);
                rights.push_back(m_root[b]);
            }
        }
        const Adjacency after(m_graph.size(), lefts);
        std::vector<std::uint32_t> open(m_graph.size(), 0), sequence;
        for (const std::uint32_t b : rights) ++open[b];
        for (std::uint32_t v = 0; v < m_graph.size(); ++v)
            if (m_root[v] == v && open[v] == 0) sequence.push_back(v);
        m_block.assign(m_graph.size(), 0);
        for (std::size_t i = 0; i < sequence.size(); ++i)
            for (const std::uint32_t p : after.of(sequence[i])) {
                m_block[pairs[p].right] = std::max(m_block[pairs[p].right], m_block[pairs[p].left] + pairs[p].distance);
                if (--open[pairs[p].right] == 0) sequence.push_back(pairs[p].right);
            }
        // Blocks with free room at their right move up to what stands there.
        for (auto block = sequence.rbegin(); block != sequence.rend(); ++block) {
            double most = kUnplaced;
            for (const std::uint32_t p : after.of(*block)) most = std::min(most, m_block[pairs[p].right] - pairs[p].distance);
            if (most != kUnplaced) m_block[*block] = std::max(m_block[*block], most);
        }
    }

    const LayerGraph& m_graph;
    const std::vector<bool>& m_marked;
    bool m_up, m_mirrored;
    std::vector<std::uint32_t> m_root;
    std::vector<bool> m_taken;           ///< has been joined to
    std::vector<double> m_inner;         ///< left edge, from the block's origin
    std::vector<double> m_block;         ///< origin of each block, by its root
    std::vector<std::uint32_t> m_large;  ///< by root: the first large vertex of the block
    std::vector<std::uint32_t> m_held;
};

struct Extent {
    double left = kUnplaced, right = -kUnplaced;
    double width() const { return right - left; }
};

Extent extentOf(const LayerGraph& graph, const std::vector<double>& x) {
    Extent extent;
    for (std::uint32_t v = 0; v < x.size(); ++v) {
        extent.left = std::min(extent.left, x[v]);
        extent.right = std::max(extent.right, x[v] + graph.width(v));
    }
    return extent;
}

}  // namespace

void placeVertices(LayerGraph& graph) {
    graph.x.assign(graph.size(), 0);
    graph.held.assign(graph.size(), false);
    if (graph.size() == 0) return;
    const std::vector<bool> marked = conflicts(graph, Backbone(graph));
    std::array<std::vector<double>, 4> places;
    std::array<Extent, 4> extents;
    for (std::size_t i = 0; i < 4; ++i) {
        Alignment alignment(graph, marked, i < 2, i % 2 == 1);
        places[i] = alignment.places();
        for (const std::uint32_t v : alignment.held()) graph.held[v] = true;
        extents[i] = extentOf(graph, places[i]);
    }
    // All four stand against the narrowest: the left-leaning ones at its left, the right-leaning ones at its right.
    const Extent narrowest =
        *std::min_element(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) { return a.width() < b.width(); });
    for (std::size_t i = 0; i < 4; ++i) {
        const double shift = i % 2 == 0 ? narrowest.left - extents[i].left : narrowest.right - extents[i].right;
        for (double& x : places[i]) x += shift;
    }
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        std::array<double, 4> four{places[0][v], places[1][v], places[2][v], places[3][v]};
        std::sort(four.begin(), four.end());
        graph.x[v] = (four[1] + four[2]) / 2;
    }
    relax(graph);
    const double left = extentOf(graph, graph.x).left;
    for (double& x : graph.x) x -= left;
}

}  // namespace etscope::layout
