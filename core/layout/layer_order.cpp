// Order within the ranks: sweeps down and up by barycentre and by median (Sugiyama, Tagawa, Toda 1981; Eades, Wormald 1994), then
// exchanges of neighbours that cross less the other way round (Gansner et al. 1993). Two initial orders compete: depth first from
// the sources, and from the sinks. The best order seen is kept; the count of crossings is Barth, Jünger, Mutzel 2002.
//
// A rank is looked at again only when something next to it has changed, crossings are counted per gap for the same reason, and
// exchanges are tried only beside gaps that have crossings: where the drawing has settled, a sweep costs almost nothing.

#include <algorithm>
#include <array>

#include "layout/layer_graph.h"

namespace etscope::layout {
namespace {

constexpr int kSweeps = 16;
/// Sweeps that are made in any case: they bring what belongs together above each other, which makes drawings narrow.
constexpr int kLeastSweeps = 2;
/// Sweeps without gain before it stops.
constexpr int kPatience = 4;
/// Rounds of exchanges after a sweep.
constexpr int kRounds = 4;
/// Exchanges are tried in ranks of at most this many vertices: each costs its neighbours.
constexpr std::size_t kExchangeRank = 400;
/// Larger graphs get one initial order only.
constexpr std::size_t kTwoStarts = 4000;
/// Ranks up to this size are sorted by insertion, which is stable and needs no room.
constexpr std::size_t kInsertion = 16;

/// The other end of a link; `part` is where the link ends there: from −0.45 at the left of the vertex to 0.45 at its right.
struct Near {
    std::uint32_t vertex = 0;
    float part = 0;
};

/// The links at one side of every vertex, as a flat list.
class Nears {
public:
    Nears(const LayerGraph& graph, bool above) : m_start(graph.size() + 1, 0) {
        m_near.reserve(graph.links.size());
        for (std::uint32_t v = 0; v < graph.size(); ++v) {
            for (const std::uint32_t l : above ? graph.up.of(v) : graph.down.of(v)) {
                const LayerLink& link = graph.links[l];
                const std::uint32_t other = above ? link.from : link.to;
                const double width = graph.width(other), offset = above ? link.fromOffset : link.toOffset;
                m_near.push_back({other, static_cast<float>(width > 0 ? (offset / width - 0.5) * 0.9 : 0)});
            }
            m_start[v + 1] = static_cast<std::uint32_t>(m_near.size());
        }
    }
    std::span<const Near> of(std::uint32_t v) const& noexcept {
        return std::span(m_near).subspan(m_start[v], m_start[v + 1] - m_start[v]);
    }
    std::span<const Near> of(std::uint32_t v) const&& = delete;

private:
    std::vector<std::uint32_t> m_start;
    std::vector<Near> m_near;
};

/// How a sweep goes.
struct Way {
    bool down, median, tiesTurned;
    std::size_t number() const { return (down ? 1U : 0U) + (median ? 2U : 0U) + (tiesTurned ? 4U : 0U); }
};

class Order {
public:
    Order(LayerGraph& graph, const JobContext& job) : m_graph(graph), m_job(job), m_above(graph, true), m_below(graph, false) {
        std::uint32_t ranks = 0;
        for (const std::uint32_t r : graph.rank) ranks = std::max(ranks, r + 1);
        graph.rankStart.assign(ranks + 1, 0);
        for (const std::uint32_t r : graph.rank) ++graph.rankStart[r + 1];
        for (std::size_t r = 1; r < graph.rankStart.size(); ++r) graph.rankStart[r] += graph.rankStart[r - 1];
        graph.order.resize(graph.size());
        graph.position.resize(graph.size());
        m_changed.assign(ranks, 0);
        m_exchanged.assign(ranks, 0);
        m_counted.assign(ranks, 0);
        m_crossings.assign(ranks, 0);
        for (auto& sorted : m_sorted) sorted.assign(ranks, 0);
    }

    void improve() {
        std::vector<std::uint32_t> best;
        for (const bool down : {true, false}) {
            if (!down && (m_least == 0 || m_graph.size() > kTwoStarts)) break;
            start(down);
            sweep(best, down);
        }
        m_graph.order = std::move(best);
        for (std::size_t r = 0; r < m_graph.rankCount(); ++r) number(r);
        m_graph.crossings = m_least;
    }

private:
    /// Depth first: what belongs together starts side by side, what passes by (residuals) left of what it passes.
    void start(bool down) {
        const Nears &before = down ? m_above : m_below, &after = down ? m_below : m_above;
        std::vector<std::uint32_t> next(m_graph.rankStart.begin(), m_graph.rankStart.end() - 1), stack;
        std::vector<bool> seen(m_graph.size(), false);
        const std::vector<bool> passing = residuals();
        for (std::uint32_t v = 0; v < m_graph.size(); ++v) {
            if (!before.of(v).empty()) continue;
            for (stack.push_back(v); !stack.empty();) {
                const std::uint32_t at = stack.back();
                stack.pop_back();
                if (seen[at]) continue;
                seen[at] = true;
                m_graph.order[next[m_graph.rank[at]]++] = at;
                const auto links = after.of(at);
                for (const bool passes : {false, true})
                    for (auto link = links.rbegin(); link != links.rend(); ++link)
                        if (passing[link->vertex] == passes) stack.push_back(link->vertex);
            }
        }
        ++m_clock;
        for (std::size_t r = 0; r < m_graph.rankCount(); ++r) renumber(r);
    }

    /// Dummies on the way to what has other sources, too.
    std::vector<bool> residuals() const {
        std::vector<bool> passing(m_graph.size(), false);
        for (auto v = static_cast<std::uint32_t>(m_graph.size()); v-- > m_graph.vertices->size();)  // their targets come first
            passing[v] = std::ranges::any_of(m_below.of(v), [&](const Near& near) {
                return m_graph.dummy(near.vertex) ? passing[near.vertex] : m_above.of(near.vertex).size() > 1;
            });
        return passing;
    }

    void sweep(std::vector<std::uint32_t>& best, bool downFirst) {
        std::uint64_t least = crossings();
        keep(best, least);
        int idle = 0;
        for (int i = 0; i < kSweeps && idle < kPatience && !m_job.cancelled(); ++i, ++idle) {
            if (least == 0 && i >= kLeastSweeps) break;
            const Way way{(i % 2 == 0) == downFirst, i % 8 >= 4, i % 4 >= 2};
            const std::size_t ranks = m_graph.rankCount();
            for (std::size_t r = 0; r < ranks; ++r) sortRank(way.down ? r : ranks - 1 - r, way);
            exchange();
            const std::uint64_t now = crossings();
            keep(best, now);
            if (now < least) least = now, idle = -1;
        }
    }

    void keep(std::vector<std::uint32_t>& best, std::uint64_t crossings) {
        if (!best.empty() && crossings > m_least) return;
        best = m_graph.order;
        m_least = crossings;
    }

    void number(std::size_t r) {
        const auto rank = m_graph.rankOrder(r);
        for (std::uint32_t i = 0; i < rank.size(); ++i) m_graph.position[rank[i]] = i;
    }
    void renumber(std::size_t r) {
        number(r);
        m_changed[r] = m_clock;
    }

    double placeOf(const Near& near) const { return m_graph.position[near.vertex] + static_cast<double>(near.part); }

    double keyOf(std::span<const Near> links, bool median) {
        if (!median || links.size() < 2) {
            double sum = 0;
            for (const Near& near : links) sum += placeOf(near);
            return sum / static_cast<double>(links.size());
        }
        m_places.clear();
        for (const Near& near : links) m_places.push_back(placeOf(near));
        std::sort(m_places.begin(), m_places.end());
        return (m_places[(m_places.size() - 1) / 2] + m_places[m_places.size() / 2]) / 2;
    }

    /// What has no links on that side keeps its place, the others are sorted around it.
    void sortRank(std::size_t r, Way way) {
        const auto rank = m_graph.rankOrder(r);
        const std::size_t beside = way.down ? r - 1 : r + 1;
        if (rank.size() < 2 || beside >= m_graph.rankCount()) return;
        std::uint64_t& sorted = m_sorted[way.number()][r];
        if (sorted >= std::max(m_changed[r], m_changed[beside])) return;
        m_keys.clear();
        const Nears& nears = way.down ? m_above : m_below;
        for (const std::uint32_t v : rank)
            if (const auto links = nears.of(v); !links.empty()) m_keys.push_back({keyOf(links, way.median), v});
        if (way.tiesTurned) std::reverse(m_keys.begin(), m_keys.end());
        sortKeys();
        bool moved = false;
        auto next = m_keys.begin();
        for (std::uint32_t& v : rank) {
            if (nears.of(v).empty()) continue;
            moved = moved || v != next->vertex;
            v = (next++)->vertex;
        }
        sorted = ++m_clock;
        if (moved) renumber(r);
    }

    void sortKeys() {
        if (m_keys.size() > kInsertion) {
            std::stable_sort(m_keys.begin(), m_keys.end(), [](const Key& a, const Key& b) { return a.place < b.place; });
            return;
        }
        for (std::size_t i = 1; i < m_keys.size(); ++i) {
            const Key key = m_keys[i];
            std::size_t at = i;
            for (; at > 0 && key.place < m_keys[at - 1].place; --at) m_keys[at] = m_keys[at - 1];
            m_keys[at] = key;
        }
    }

    std::uint64_t crossingsBeside(std::size_t r) {
        return (r > 0 ? crossingsBelow(r - 1) : 0) + (r + 1 < m_graph.rankCount() ? crossingsBelow(r) : 0);
    }

    void exchange() {
        bool any = true;
        for (int round = 0; round < kRounds && any; ++round) {
            any = false;
            for (std::size_t r = 0; r < m_graph.rankCount(); ++r) any = exchangeRank(r) || any;
        }
    }

    bool exchangeRank(std::size_t r) {
        const auto rank = m_graph.rankOrder(r);
        if (rank.size() < 2 || rank.size() > kExchangeRank) return false;
        std::uint64_t around = m_changed[r];
        if (r > 0) around = std::max(around, m_changed[r - 1]);
        if (r + 1 < m_graph.rankCount()) around = std::max(around, m_changed[r + 1]);
        if (m_exchanged[r] >= around || crossingsBeside(r) == 0) return false;
        m_exchanged[r] = ++m_clock;
        gatherPlaces(rank);
        bool any = false;
        for (std::size_t i = 0; i + 1 < rank.size(); ++i) {
            if (gain(m_rows[i], m_rows[i + 1]) <= 0) continue;
            std::swap(rank[i], rank[i + 1]);
            std::swap(m_rows[i], m_rows[i + 1]);
            any = true;
        }
        if (any) ++m_clock, renumber(r);
        return any;
    }

    /// Places of the neighbours of a rank's vertices, sorted: above from `start` to `middle`, below from there to `end`.
    struct Row {
        std::uint32_t start, middle, end;
    };

    void gatherPlaces(std::span<const std::uint32_t> rank) {
        m_rows.clear();
        m_near.clear();
        const auto add = [this](std::span<const Near> links) {
            const auto first = static_cast<std::ptrdiff_t>(m_near.size());
            for (const Near& near : links) m_near.push_back(m_graph.position[near.vertex]);
            std::sort(m_near.begin() + first, m_near.end());
            return static_cast<std::uint32_t>(m_near.size());
        };
        for (const std::uint32_t v : rank) {
            const auto start = static_cast<std::uint32_t>(m_near.size());
            const std::uint32_t middle = add(m_above.of(v));
            m_rows.push_back({start, middle, add(m_below.of(v))});
        }
    }

    /// Crossings that two neighbours lose when they change places.
    std::int64_t gain(const Row& a, const Row& b) const {
        return inversions(a.start, a.middle, b.start, b.middle) + inversions(a.middle, a.end, b.middle, b.end);
    }

    /// Pairs of a place in a and a smaller one in b, less pairs of a place in a and a greater one in b.
    std::int64_t inversions(std::uint32_t a, std::uint32_t aEnd, std::uint32_t b, std::uint32_t bEnd) const {
        const std::uint32_t bStart = b;
        std::int64_t sum = 0;
        for (std::uint32_t less = b; a < aEnd; ++a) {
            while (less < bEnd && m_near[less] < m_near[a]) ++less;
            for (b = std::max(b, less); b < bEnd && m_near[b] == m_near[a];) ++b;
            sum += static_cast<std::int64_t>(less - bStart) - static_cast<std::int64_t>(bEnd - b);
        }
        return sum;
    }

    std::uint64_t crossings() {
        std::uint64_t total = 0;
        for (std::size_t r = 0; r + 1 < m_graph.rankCount(); ++r) total += crossingsBelow(r);
        return total;
    }

    std::uint64_t crossingsBelow(std::size_t r) {
        if (m_counted[r] < std::max(m_changed[r], m_changed[r + 1])) {
            m_counted[r] = m_clock;
            m_crossings[r] = count(m_graph.rankOrder(r), m_graph.rankOrder(r + 1).size());
        }
        return m_crossings[r];
    }

    /// Inversions between a rank and the next one, with a Fenwick tree over that.
    std::uint64_t count(std::span<const std::uint32_t> upper, std::size_t lowerSize) {
        if (upper.size() < 2 || lowerSize < 2) return 0;
        std::uint64_t total = 0;
        m_tree.assign(lowerSize + 1, 0);
        std::uint32_t seen = 0;
        for (const std::uint32_t v : upper) {
            for (const Near& near : m_below.of(v)) {
                std::uint32_t before = 0;
                for (std::uint32_t i = m_graph.position[near.vertex] + 1; i > 0; i -= i & (~i + 1)) before += m_tree[i];
                total += seen - before;
            }
            for (const Near& near : m_below.of(v)) {
                for (std::uint32_t i = m_graph.position[near.vertex] + 1; i < m_tree.size(); i += i & (~i + 1)) ++m_tree[i];
                ++seen;
            }
        }
        return total;
    }

    struct Key {
        double place;
        std::uint32_t vertex;
    };

    LayerGraph& m_graph;
    const JobContext& m_job;
    Nears m_above, m_below;
    std::uint64_t m_least = 0;
    /// Every step that changes or looks at ranks has a time; per rank, when it was changed, tried for exchanges, counted (with
    /// the gap below it), sorted in each way.
    std::uint64_t m_clock = 0;
    std::vector<std::uint64_t> m_changed, m_exchanged, m_counted;
    std::array<std::vector<std::uint64_t>, 8> m_sorted;
    std::vector<std::uint64_t> m_crossings;  ///< in the gap below each rank
    std::vector<Key> m_keys;
    std::vector<double> m_places;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_near, m_tree;
};

}  // namespace

void orderRanks(LayerGraph& graph, const JobContext& job) { Order(graph, job).improve(); }

}  // namespace etscope::layout
