// Coordinates across the ranks: Brandes, Köpf, "Fast and Simple Horizontal Coordinate Assignment", 2002, with vertex sizes and
// ports. Four times (aligning with the rank above or below, leaning left or right) vertices are joined to vertical blocks, so
// that the two ends of a link stand above each other; blocks are then placed as far left as their neighbours allow, by the
// longest path over the graph of blocks. A vertex stands at the mean of the two middle ones of its four places: what is
// straight in all four stays straight, and vertices that never overlap in the four do not overlap in the mean. At last, what still
// hangs loose moves towards its neighbours as far as there is room.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "graph/layer_graph.h"

namespace etscope::graph {
namespace {

/// Height from which a vertex counts as large, in px: higher than any node with its stubs usually is.
constexpr double kLarge = 100;
constexpr double kUnplaced = std::numeric_limits<double>::infinity();

/// Links that cross a link between two dummies are not aligned: long edges stay straight.
std::vector<bool> conflicts(const LayerGraph& graph) {
    std::vector<bool> marked(graph.links.size(), false);
    for (std::size_t r = 1; r < graph.rankCount(); ++r) {
        const auto rank = graph.rankOrder(r);
        const auto above = static_cast<std::uint32_t>(graph.rankOrder(r - 1).size());
        std::uint32_t left = 0;
        for (std::size_t i = 0, scanned = 0; i < rank.size(); ++i) {
            std::uint32_t right = above;
            if (graph.dummy(rank[i]))
                for (const std::uint32_t l : graph.up.of(rank[i]))
                    if (graph.dummy(graph.links[l].from)) right = graph.position[graph.links[l].from];
            if (right == above && i + 1 < rank.size()) continue;
            for (; scanned <= i; ++scanned)
                for (const std::uint32_t l : graph.up.of(rank[scanned])) {
                    const std::uint32_t p = graph.position[graph.links[l].from];
                    if (p < left || p > right) marked[l] = true;
                }
            left = right == above ? left : right;
        }
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
          m_inner(graph.size(), 0) {
        std::iota(m_root.begin(), m_root.end(), 0U);
    }

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
                    if (m_marked[l] || place <= last || m_taken[other(l)]) continue;
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
        const bool given = m_graph.height(v) > kLarge &&
                           std::any_of(links.begin(), links.end(), [this](std::uint32_t l) { return !m_graph.dummy(other(l)); });
        for (const std::uint32_t l : links) {
            if (given && m_graph.dummy(other(l))) continue;
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
    std::vector<bool> m_taken;    ///< has been joined to
    std::vector<double> m_inner;  ///< left edge, from the block's origin
    std::vector<double> m_block;  ///< origin of each block, by its root
};

/// Moves what hangs loose: vertices joined by straight links move as one towards their other links, as far as there is room.
class Relaxation {
public:
    explicit Relaxation(LayerGraph& graph) : m_graph(graph), m_root(graph.size()) {}

    void run() {
        for (int sweep = 0; sweep < kRelaxSweeps; ++sweep) {
            findBlocks();
            bool moved = false;
            for (std::size_t i = 0; i < m_heads.size(); ++i)
                moved = move(m_heads[sweep % 2 == 0 ? i : m_heads.size() - 1 - i]) || moved;
            if (!moved) return;
        }
    }

private:
    using Wishes = std::vector<std::pair<double, double>>;  ///< shift and weight, sorted

    double bend(const LayerLink& link) const { return m_graph.x[link.to] + link.toOffset - m_graph.x[link.from] - link.fromOffset; }

    std::uint32_t rootOf(std::uint32_t v) {
        while (m_root[v] != v) v = m_root[v] = m_root[m_root[v]];
        return v;
    }

    void findBlocks() {
        std::iota(m_root.begin(), m_root.end(), 0U);
        for (const LayerLink& link : m_graph.links)
            if (std::abs(bend(link)) < kSame) m_root[rootOf(link.to)] = rootOf(link.from);
        std::vector<std::uint32_t> roots(m_graph.size());
        for (std::uint32_t v = 0; v < m_graph.size(); ++v) roots[v] = rootOf(v);
        m_blocks = Adjacency(m_graph.size(), roots);
        m_heads.clear();
        for (std::uint32_t v = 0; v < m_graph.size(); ++v)
            if (roots[v] == v) m_heads.push_back(v);
    }

    /// How far a vertex can move to that side until it meets its neighbour there.
    double room(std::uint32_t v, bool rightwards) const {
        const std::int64_t other = neighbour(v, rightwards);
        if (other < 0) return kUnplaced;
        const auto u = static_cast<std::uint32_t>(other);
        const std::uint32_t left = rightwards ? v : u, right = rightwards ? u : v;
        return std::max(0.0, m_graph.x[right] - m_graph.x[left] - m_graph.width(left) - m_graph.gapBetween(left, right));
    }

    /// The vertex beside it; −1: none.
    std::int64_t neighbour(std::uint32_t v, bool rightwards) const {
        const auto rank = m_graph.rankOrder(m_graph.rank[v]);
        const std::size_t at = m_graph.position[v];
        if (rightwards) return at + 1 < rank.size() ? static_cast<std::int64_t>(rank[at + 1]) : -1;
        return at > 0 ? static_cast<std::int64_t>(rank[at - 1]) : -1;
    }

    double roomOf(std::uint32_t head, bool rightwards) const {
        double least = kUnplaced;
        for (const std::uint32_t v : m_blocks.of(head)) least = std::min(least, room(v, rightwards));
        return least;
    }

    void shift(std::uint32_t head, double by) {
        for (const std::uint32_t v : m_blocks.of(head)) m_graph.x[v] += by;
    }

    bool move(std::uint32_t head) {
        const Wishes wishes = wishesOf(head);
        const double wanted = median(wishes), sign = wanted < 0 ? -1 : 1;
        if (std::abs(wanted) < kSame) return false;
        const double free = std::min(std::abs(wanted), roomOf(head, wanted > 0));
        if (free < std::abs(wanted) - kSame && push(head, wishes, wanted, sign * free)) return true;
        if (free < kSame) return false;
        shift(head, sign * free);
        return true;
    }

    /// Moves what is in the way, too, when all in all the links get straighter.
    bool push(std::uint32_t head, const Wishes& wishes, double wanted, double otherwise) {
        const bool rightwards = wanted > 0;
        std::map<std::uint32_t, double> pushed;  ///< blocks in the way, and by how much they have to move
        for (const std::uint32_t v : m_blocks.of(head)) {
            const double missing = std::abs(wanted) - room(v, rightwards);
            if (missing <= 0) continue;
            double& by = pushed[rootOf(static_cast<std::uint32_t>(neighbour(v, rightwards)))];
            by = std::max(by, missing);
        }
        double gain = cost(wishes, otherwise) - cost(wishes, wanted);
        for (const auto& [block, by] : pushed) {
            if (block == head || m_blocks.of(block).size() > kPushed || roomOf(block, rightwards) < by) return false;
            const Wishes theirs = wishesOf(block);
            gain -= cost(theirs, rightwards ? by : -by) - cost(theirs, 0);
        }
        if (gain <= kSame) return false;
        for (const auto& [block, by] : pushed) shift(block, rightwards ? by : -by);
        shift(head, wanted);
        return true;
    }

    /// By how much the links that leave a block would have it moved. Links between given vertices count most: they are short.
    Wishes wishesOf(std::uint32_t head) {
        Wishes wishes;
        for (const std::uint32_t v : m_blocks.of(head))
            for (const bool up : {true, false})
                for (const std::uint32_t l : up ? m_graph.up.of(v) : m_graph.down.of(v)) {
                    const LayerLink& link = m_graph.links[l];
                    if (rootOf(link.from) == rootOf(link.to)) continue;
                    wishes.emplace_back(up ? -bend(link) : bend(link),
                                        m_graph.dummy(link.from) || m_graph.dummy(link.to) ? 1.0 : 2.0);
                }
        std::sort(wishes.begin(), wishes.end());
        return wishes;
    }

    static double cost(const Wishes& wishes, double shift) {
        double sum = 0;
        for (const auto& [wish, weight] : wishes) sum += weight * std::abs(wish - shift);
        return sum;
    }

    static double median(const Wishes& wishes) {
        double total = 0, seen = 0;
        for (const auto& [wish, weight] : wishes) total += weight;
        for (const auto& [wish, weight] : wishes)
            if ((seen += weight) >= total / 2) return wish;
        return 0;
    }

    static constexpr int kRelaxSweeps = 6;
    /// Larger blocks are not pushed: they are the backbone, and looking at them again and again would cost the square.
    static constexpr std::size_t kPushed = 64;
    static constexpr double kSame = 0.01;  ///< px

    LayerGraph& m_graph;
    std::vector<std::uint32_t> m_root, m_heads;
    Adjacency m_blocks;
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
    if (graph.size() == 0) return;
    const std::vector<bool> marked = conflicts(graph);
    std::array<std::vector<double>, 4> places;
    std::array<Extent, 4> extents;
    for (std::size_t i = 0; i < 4; ++i) {
        places[i] = Alignment(graph, marked, i < 2, i % 2 == 1).places();
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
    Relaxation(graph).run();
    const double left = extentOf(graph, graph.x).left;
    for (double& x : graph.x) x -= left;
}

}  // namespace etscope::graph
