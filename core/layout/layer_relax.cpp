// The last step of the coordinates: what hangs loose moves. Vertices joined by straight links move as one towards the median of
// their other links, as far as there is room, and push small blocks aside where all in all the links get straighter.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "layout/layer_graph.h"

namespace etscope::layout {
namespace {

constexpr int kRelaxSweeps = 6;
/// Larger blocks are not pushed: they are the backbone, and looking at them again and again would cost the square.
constexpr std::size_t kPushed = 64;
constexpr double kSame = 0.01;  ///< px
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

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
        if (other < 0) return kUnbounded;
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
        double least = kUnbounded;
        for (const std::uint32_t v : m_blocks.of(head)) least = std::min(least, room(v, rightwards));
        return least;
    }

    void shift(std::uint32_t head, double by) {
        for (const std::uint32_t v : m_blocks.of(head)) m_graph.x[v] += by;
    }

    bool isHeld(std::uint32_t head) const {
        return std::ranges::any_of(m_blocks.of(head), [this](std::uint32_t v) { return m_graph.held[v]; });
    }

    bool move(std::uint32_t head) {
        if (isHeld(head)) return false;
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
            if (block == head || m_blocks.of(block).size() > kPushed || isHeld(block) || roomOf(block, rightwards) < by)
                return false;
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

    LayerGraph& m_graph;
    std::vector<std::uint32_t> m_root, m_heads;
    Adjacency m_blocks;
};

}  // namespace

void relax(LayerGraph& graph) { Relaxation(graph).run(); }

}  // namespace etscope::layout
