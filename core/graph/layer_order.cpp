// Order within the ranks: barycentre sweeps (Sugiyama, Tagawa, Toda 1981) down and up, then exchanges of neighbours that cross
// less the other way round. The best order seen is kept; the count of crossings is Barth, Jünger, Mutzel 2002.

#include <algorithm>

#include "graph/layer_graph.h"

namespace etscope::graph {
namespace {

constexpr int kSweeps = 12;
/// Sweeps without gain before it stops.
constexpr int kPatience = 4;
/// Exchanges are tried in ranks of at most this many vertices: each costs its neighbours.
constexpr std::size_t kExchangeRank = 400;

class Order {
public:
    explicit Order(LayerGraph& graph) : m_graph(graph) { start(); }

    void improve(const JobContext& job) {
        auto best = m_graph.order;
        std::uint64_t least = crossings();
        int idle = 0;
        for (int sweep = 0; sweep < kSweeps && least > 0 && idle < kPatience && !job.cancelled(); ++sweep) {
            const bool downwards = sweep % 2 == 0;
            const std::size_t ranks = m_graph.rankCount();
            for (std::size_t i = 0; i < ranks; ++i) sortRank(downwards ? i : ranks - 1 - i, downwards, sweep % 4 >= 2);
            exchange();
            if (const std::uint64_t now = crossings(); now < least) {
                least = now;
                best = m_graph.order;
                idle = 0;
            } else {
                ++idle;
            }
        }
        m_graph.order = std::move(best);
        for (std::size_t r = 0; r < m_graph.rankCount(); ++r) number(r);
        m_graph.crossings = least;
    }

private:
    /// Depth first from the sources: what belongs together starts side by side.
    void start() {
        std::uint32_t ranks = 0;
        for (const std::uint32_t r : m_graph.rank) ranks = std::max(ranks, r + 1);
        m_graph.rankStart.assign(ranks + 1, 0);
        for (const std::uint32_t r : m_graph.rank) ++m_graph.rankStart[r + 1];
        for (std::size_t r = 1; r < m_graph.rankStart.size(); ++r) m_graph.rankStart[r] += m_graph.rankStart[r - 1];
        m_graph.order.resize(m_graph.size());
        m_graph.position.resize(m_graph.size());
        std::vector<std::uint32_t> next(m_graph.rankStart.begin(), m_graph.rankStart.end() - 1), stack;
        std::vector<bool> seen(m_graph.size(), false);
        const auto visit = [&](std::uint32_t v) {
            if (seen[v]) return;
            seen[v] = true;
            m_graph.order[next[m_graph.rank[v]]++] = v;
            const auto links = m_graph.down.of(v);
            for (auto link = links.rbegin(); link != links.rend(); ++link) stack.push_back(m_graph.links[*link].to);
        };
        for (std::uint32_t v = 0; v < m_graph.size(); ++v) {
            if (!m_graph.up.of(v).empty()) continue;
            for (visit(v); !stack.empty();) {
                const std::uint32_t at = stack.back();
                stack.pop_back();
                visit(at);
            }
        }
        for (std::size_t r = 0; r < ranks; ++r) number(r);
    }

    void number(std::size_t r) {
        const auto rank = m_graph.rankOrder(r);
        for (std::uint32_t i = 0; i < rank.size(); ++i) m_graph.position[rank[i]] = i;
    }

    /// Place of a link's end in its rank, with the part of the vertex that it ends at.
    double endOf(std::uint32_t v, double offset) const {
        const double width = m_graph.width(v);
        return m_graph.position[v] + (width > 0 ? offset / width - 0.5 : 0) * 0.9;
    }

    void sortRank(std::size_t r, bool downwards, bool tiesTurned) {
        const auto rank = m_graph.rankOrder(r);
        m_keys.clear();
        for (const std::uint32_t v : rank) {
            double sum = 0;
            const auto links = downwards ? m_graph.up.of(v) : m_graph.down.of(v);
            for (const std::uint32_t l : links) {
                const LayerLink& link = m_graph.links[l];
                sum += downwards ? endOf(link.from, link.fromOffset) : endOf(link.to, link.toOffset);
            }
            m_keys.emplace_back(links.empty() ? m_graph.position[v] : sum / static_cast<double>(links.size()), v);
        }
        if (tiesTurned) std::reverse(m_keys.begin(), m_keys.end());
        std::stable_sort(m_keys.begin(), m_keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < m_keys.size(); ++i) rank[i] = m_keys[i].second;
        number(r);
    }

    /// Crossings between the links of two neighbours of a rank when `a` stands left of `b`.
    std::uint64_t between(std::uint32_t a, std::uint32_t b) {
        std::uint64_t total = 0;
        for (const bool above : {true, false}) {
            const auto gather = [&](std::uint32_t v, std::vector<std::uint32_t>& into) {
                into.clear();
                for (const std::uint32_t l : above ? m_graph.up.of(v) : m_graph.down.of(v))
                    into.push_back(m_graph.position[above ? m_graph.links[l].from : m_graph.links[l].to]);
                std::sort(into.begin(), into.end());
            };
            gather(a, m_left);
            gather(b, m_right);
            std::size_t less = 0;
            for (const std::uint32_t p : m_left) {
                while (less < m_right.size() && m_right[less] < p) ++less;
                total += less;
            }
        }
        return total;
    }

    void exchange() {
        bool any = true;
        for (int round = 0; round < 3 && any; ++round) {
            any = false;
            for (std::size_t r = 0; r < m_graph.rankCount(); ++r) {
                const auto rank = m_graph.rankOrder(r);
                if (rank.size() > kExchangeRank) continue;
                for (std::size_t i = 0; i + 1 < rank.size(); ++i) {
                    if (between(rank[i], rank[i + 1]) <= between(rank[i + 1], rank[i])) continue;
                    std::swap(rank[i], rank[i + 1]);
                    std::swap(m_graph.position[rank[i]], m_graph.position[rank[i + 1]]);
                    any = true;
                }
            }
        }
    }

    /// Inversions between neighbouring ranks, with a Fenwick tree over the lower one.
    std::uint64_t crossings() {
        std::uint64_t total = 0;
        for (std::size_t r = 0; r + 1 < m_graph.rankCount(); ++r) {
            m_tree.assign(m_graph.rankOrder(r + 1).size() + 1, 0);
            std::uint32_t seen = 0;
            for (const std::uint32_t v : m_graph.rankOrder(r)) {
                for (const std::uint32_t l : m_graph.down.of(v)) {
                    std::uint32_t before = 0;
                    for (std::uint32_t i = m_graph.position[m_graph.links[l].to] + 1; i > 0; i -= i & (~i + 1)) before += m_tree[i];
                    total += seen - before;
                }
                for (const std::uint32_t l : m_graph.down.of(v)) {
                    for (std::uint32_t i = m_graph.position[m_graph.links[l].to] + 1; i < m_tree.size(); i += i & (~i + 1))
                        ++m_tree[i];
                    ++seen;
                }
            }
        }
        return total;
    }

    LayerGraph& m_graph;
    std::vector<std::pair<double, std::uint32_t>> m_keys;
    std::vector<std::uint32_t> m_left, m_right, m_tree;
};

}  // namespace

void orderRanks(LayerGraph& graph, const JobContext& job) { Order(graph).improve(job); }

}  // namespace etscope::graph
