#include "graph/layered.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace etscope::graph {
namespace {

constexpr int kOrderSweeps = 8;
constexpr int kPlaceSweeps = 6;

/// Inner vertices are the given ones, then dummies (one per rank that a shared chain passes).
class Drawing {
public:
    Drawing(const std::vector<LayeredVertex>& vertices, const std::vector<LayeredEdge>& edges, const LayoutSpacing& spacing)
        : m_vertices(vertices), m_edges(edges), m_spacing(spacing) {}

    Result<LayeredResult> run(const JobContext& job) {
        m_result.reversed.assign(m_edges.size(), false);
        m_result.routes.resize(m_edges.size());
        rank();
        makeChains();
        order();
        if (job.cancelled()) return cancelledFailure();
        place();
        route();
        return std::move(m_result);
    }

private:
    struct Link {
        std::uint32_t from, to;
        std::uint32_t source;  ///< track key: the chain it belongs to
        double fromOffset, toOffset;
        bool labelled;
    };

    std::size_t count() const { return m_rank.size(); }
    double width(std::uint32_t v) const { return v < m_vertices.size() ? m_vertices[v].size.width : 0; }
    double height(std::uint32_t v) const { return v < m_vertices.size() ? m_vertices[v].size.height : 0; }
    /// Middle of the part that edges end at, from the vertex's left.
    double middle(std::uint32_t v) const {
        if (v >= m_vertices.size()) return 0;
        const Rect& core = m_vertices[v].core;
        return core.width > 0 ? core.x + core.width / 2 : m_vertices[v].size.width / 2;
    }

    /// Longest path; where only cycles are left, the earliest vertex goes first and its open incoming edges are reversed.
    void rank() {
        const std::size_t n = m_vertices.size();
        m_rank.assign(n, 0);
        std::vector<std::uint32_t> open(n, 0);
        std::vector<std::vector<std::uint32_t>> out(n);
        for (std::uint32_t e = 0; e < m_edges.size(); ++e) {
            if (m_edges[e].from == m_edges[e].to) m_result.reversed[e] = true;
            else out[m_edges[e].from].push_back(e), ++open[m_edges[e].to];
        }
        std::vector<std::uint32_t> ready;
        std::vector<bool> done(n, false);
        for (std::uint32_t v = 0; v < n; ++v)
            if (open[v] == 0) ready.push_back(v);
        const bool anyFirst = std::any_of(m_vertices.begin(), m_vertices.end(), [](const LayeredVertex& v) { return v.first; });
        std::uint32_t scan = 0;
        std::vector<std::uint32_t> sequence;
        while (sequence.size() < n) {
            if (ready.empty()) {
                while (done[scan]) ++scan;
                ready.push_back(scan);
            }
            const std::uint32_t v = ready.back();
            ready.pop_back();
            if (done[v]) continue;
            done[v] = true;
            sequence.push_back(v);
            if (anyFirst && !m_vertices[v].first && m_rank[v] == 0) m_rank[v] = 1;
            for (const std::uint32_t e : out[v]) {
                const std::uint32_t to = m_edges[e].to;
                if (done[to]) {
                    m_result.reversed[e] = true;
                    continue;
                }
                m_rank[to] = std::max(m_rank[to], m_rank[v] + 1);
                if (--open[to] == 0) ready.push_back(to);
            }
        }
        // Tightening: what has no predecessor moves next to its first user.
        std::vector<bool> hasPredecessor(n, false);
        for (std::uint32_t e = 0; e < m_edges.size(); ++e)
            if (!m_result.reversed[e]) hasPredecessor[m_edges[e].to] = true;
        int deepest = 0;
        for (const std::uint32_t v : sequence) {
            if (!hasPredecessor[v] && !m_vertices[v].first && !out[v].empty()) {
                int nearest = -1;
                for (const std::uint32_t e : out[v])
                    if (!m_result.reversed[e] && (nearest < 0 || m_rank[m_edges[e].to] < nearest)) nearest = m_rank[m_edges[e].to];
                if (nearest > 0) m_rank[v] = nearest - 1;
            }
            deepest = std::max(deepest, m_rank[v]);
        }
        const bool anyInner = std::any_of(m_vertices.begin(), m_vertices.end(), [&](const LayeredVertex& v) { return v.last; });
        if (!anyInner) return;
        int below = 0;
        for (std::uint32_t v = 0; v < n; ++v)
            if (!m_vertices[v].last) below = std::max(below, m_rank[v] + 1);
        for (std::uint32_t v = 0; v < n; ++v)
            if (m_vertices[v].last) m_rank[v] = below;
    }

    /// One chain of dummies per (source, value), as long as its farthest target needs.
    void makeChains() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> chains;
        for (std::uint32_t e = 0; e < m_edges.size(); ++e)
            if (!m_result.reversed[e]) chains[{m_edges[e].from, m_edges[e].value}].push_back(e);
        m_path.resize(m_edges.size());
        std::uint32_t source = 0;
        for (const auto& [key, edges] : chains) {
            int farthest = 0;
            for (const std::uint32_t e : edges) farthest = std::max(farthest, m_rank[m_edges[e].to]);
            std::vector<std::uint32_t> along{key.first};
            for (int r = m_rank[key.first] + 1; r < farthest; ++r) {
                m_rank.push_back(r);
                along.push_back(static_cast<std::uint32_t>(m_rank.size() - 1));
                ++m_result.dummies;
                addLink(along[along.size() - 2], along.back(), source, along.size() == 2 ? m_edges[edges.front()].fromOffset : -1, -1, m_edges[edges.front()].labelled);
            }
            for (const std::uint32_t e : edges) {
                const auto steps = static_cast<std::size_t>(m_rank[m_edges[e].to] - m_rank[key.first]);
                for (std::size_t i = 1; i < steps; ++i) m_path[e].push_back(linkOf(along[i]));
                m_path[e].push_back(static_cast<std::uint32_t>(m_links.size()));
                addLink(along[steps - 1], m_edges[e].to, source, steps == 1 ? m_edges[e].fromOffset : -1, m_edges[e].toOffset, m_edges[e].labelled);
            }
            ++source;
        }
    }

    void addLink(std::uint32_t from, std::uint32_t to, std::uint32_t source, double fromOffset, double toOffset, bool labelled) {
        if (to >= m_vertices.size()) m_linkInto[to] = static_cast<std::uint32_t>(m_links.size());
        m_links.push_back({from, to, source, fromOffset, toOffset, labelled});
    }
    std::uint32_t linkOf(std::uint32_t dummy) const { return m_linkInto.at(dummy); }

    void order() {
        int ranks = 0;
        for (const int r : m_rank) ranks = std::max(ranks, r + 1);
        m_order.assign(static_cast<std::size_t>(ranks), {});
        for (std::uint32_t v = 0; v < count(); ++v) m_order[static_cast<std::size_t>(m_rank[v])].push_back(v);
        m_up.assign(count(), {});
        m_down.assign(count(), {});
        for (const Link& link : m_links) m_down[link.from].push_back(link.to), m_up[link.to].push_back(link.from);
        m_position.assign(count(), 0);
        number();
        auto best = m_order;
        std::uint64_t least = crossings();
        int idle = 0;
        for (int sweep = 0; sweep < kOrderSweeps && least > 0 && idle < 3; ++sweep) {
            const bool downwards = sweep % 2 == 0;
            for (std::size_t i = 0; i < m_order.size(); ++i) sortRank(downwards ? i : m_order.size() - 1 - i, downwards ? m_up : m_down);
            if (const std::uint64_t now = crossings(); now < least) {
                least = now;
                best = m_order;
                idle = 0;
            } else {
                ++idle;
            }
        }
        m_order = std::move(best);
        number();
        m_result.crossings = least;
    }

    void number() {
        for (const auto& rank : m_order)
            for (std::uint32_t i = 0; i < rank.size(); ++i) m_position[rank[i]] = i;
    }

    void sortRank(std::size_t r, const std::vector<std::vector<std::uint32_t>>& neighbours) {
        auto& rank = m_order[r];
        std::vector<std::pair<double, std::uint32_t>> keys;
        for (const std::uint32_t v : rank) {
            double sum = 0;
            for (const std::uint32_t other : neighbours[v]) sum += m_position[other];
            keys.emplace_back(neighbours[v].empty() ? m_position[v] : sum / static_cast<double>(neighbours[v].size()), v);
        }
        std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::uint32_t i = 0; i < keys.size(); ++i) {
            rank[i] = keys[i].second;
            m_position[rank[i]] = i;
        }
    }

    /// Inversions between neighbouring ranks, counted with a Fenwick tree.
    std::uint64_t crossings() const {
        std::uint64_t total = 0;
        for (std::size_t r = 0; r + 1 < m_order.size(); ++r) {
            std::vector<std::uint32_t> tree(m_order[r + 1].size() + 1, 0);
            std::uint32_t seen = 0;
            for (const std::uint32_t v : m_order[r]) {
                std::vector<std::uint32_t> targets;
                for (const std::uint32_t to : m_down[v]) targets.push_back(m_position[to]);
                for (const std::uint32_t t : targets) {
                    std::uint32_t before = 0;
                    for (std::uint32_t i = t + 1; i > 0; i -= i & (~i + 1)) before += tree[i];
                    total += seen - before;
                }
                for (const std::uint32_t t : targets) {
                    for (std::uint32_t i = t + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
                    ++seen;
                }
            }
        }
        return total;
    }

    double offset(const Link& link, bool atStart) const {
        const double own = atStart ? link.fromOffset : link.toOffset;
        return own >= 0 ? own : middle(atStart ? link.from : link.to);
    }

    /// Left edges: each vertex wants to stand under its neighbours; the closest legal places are found exactly per rank by
    /// pooling neighbours that would overlap (isotonic regression).
    void place() {
        m_x.assign(count(), 0);
        std::vector<std::vector<std::uint32_t>> linksUp(count()), linksDown(count());
        for (std::uint32_t i = 0; i < m_links.size(); ++i) linksDown[m_links[i].from].push_back(i), linksUp[m_links[i].to].push_back(i);
        for (const auto& rank : m_order) {
            double x = 0;
            for (const std::uint32_t v : rank) {
                m_x[v] = x;
                x += width(v) + gapAfter(v);
            }
        }
        for (int sweep = 0; sweep < kPlaceSweeps; ++sweep) {
            const bool downwards = sweep % 2 == 0;
            for (std::size_t i = 0; i < m_order.size(); ++i) placeRank(m_order[downwards ? i : m_order.size() - 1 - i], linksUp, linksDown, sweep == 0, downwards);
        }
        double left = 0;
        for (std::uint32_t v = 0; v < count(); ++v) left = std::min(left, m_x[v]);
        for (double& x : m_x) x -= left;
        for (std::uint32_t v = 0; v < count(); ++v) m_result.size.width = std::max(m_result.size.width, m_x[v] + width(v));
    }

    double gapAfter(std::uint32_t v) const { return v < m_vertices.size() && m_vertices[v].size.width > 0 ? m_spacing.nodeGap : m_spacing.trackGap * 1.5; }

    void placeRank(const std::vector<std::uint32_t>& rank, const std::vector<std::vector<std::uint32_t>>& up, const std::vector<std::vector<std::uint32_t>>& down, bool upOnly, bool preferUp) {
        struct Block {
            double sum, weight;
            std::size_t first;
        };
        std::vector<Block> blocks;
        std::vector<double> before(rank.size(), 0);
        for (std::size_t i = 0; i < rank.size(); ++i) {
            const std::uint32_t v = rank[i];
            if (i > 0) before[i] = before[i - 1] + width(rank[i - 1]) + std::max(gapAfter(rank[i - 1]), gapAfter(v));
            double wanted = 0, weight = 0;
            const auto pull = [&](const std::vector<std::uint32_t>& links, bool toStart, double factor) {
                for (const std::uint32_t l : links) {
                    const Link& link = m_links[l];
                    const std::uint32_t other = toStart ? link.from : link.to;
                    const double w = factor * (other >= m_vertices.size() && v >= m_vertices.size() ? 8 : other >= m_vertices.size() || v >= m_vertices.size() ? 2 : 1);
                    wanted += w * (m_x[other] + offset(link, toStart) - offset(link, !toStart));
                    weight += w;
                }
            };
            pull(up[v], true, preferUp ? 1 : 0.3);
            if (!upOnly) pull(down[v], false, preferUp ? 0.3 : 1);
            if (weight == 0) wanted = m_x[v] * (weight = 0.01);
            Block block{wanted - before[i] * weight, weight, i};
            while (!blocks.empty() && blocks.back().sum / blocks.back().weight > block.sum / block.weight) {
                block.sum += blocks.back().sum;
                block.weight += blocks.back().weight;
                block.first = blocks.back().first;
                blocks.pop_back();
            }
            blocks.push_back(block);
        }
        for (std::size_t b = 0; b < blocks.size(); ++b) {
            const std::size_t end = b + 1 < blocks.size() ? blocks[b + 1].first : rank.size();
            for (std::size_t i = blocks[b].first; i < end; ++i) m_x[rank[i]] = blocks[b].sum / blocks[b].weight + before[i];
        }
    }

    /// Tracks in the gaps between ranks, then places and pieces.
    void route() {
        std::vector<std::vector<std::uint32_t>> linksOf(m_order.size());
        for (std::uint32_t i = 0; i < m_links.size(); ++i) linksOf[static_cast<std::size_t>(m_rank[m_links[i].from])].push_back(i);
        std::vector<double> tops(m_order.size(), 0), tall(m_order.size(), 0);
        std::vector<double> track(m_links.size(), 0);
        double y = 0;
        for (std::size_t r = 0; r < m_order.size(); ++r) {
            tops[r] = y;
            for (const std::uint32_t v : m_order[r]) tall[r] = std::max(tall[r], height(v));
            y += tall[r];
            if (r + 1 == m_order.size()) break;
            y += assignTracks(linksOf[r], y, track);
        }
        m_result.size.height = y;
        m_result.places.resize(m_vertices.size());
        for (std::uint32_t v = 0; v < m_vertices.size(); ++v) {
            const auto r = static_cast<std::size_t>(m_rank[v]);
            m_result.places[v] = {m_x[v], tops[r] + (m_vertices[v].last ? tall[r] : m_vertices[v].first ? 0 : (tall[r] - height(v)) / 2)};
        }
        for (std::uint32_t e = 0; e < m_edges.size(); ++e) {
            auto& points = m_result.routes[e];
            if (m_result.reversed[e]) {
                routeReversed(e);
                continue;
            }
            for (const std::uint32_t l : m_path[e]) {
                const Link& link = m_links[l];
                const double x0 = m_x[link.from] + offset(link, true), x1 = m_x[link.to] + offset(link, false);
                if (points.empty()) points.push_back({x0, bottomOf(link.from)});
                if (std::abs(x0 - x1) > 0.5) {
                    points.push_back({x0, track[l]});
                    points.push_back({x1, track[l]});
                }
                if (link.to < m_vertices.size()) points.push_back({x1, topOf(link.to)});
            }
        }
    }

    double topOf(std::uint32_t v) const { return m_result.places[v].y + m_vertices[v].core.y; }
    double bottomOf(std::uint32_t v) const {
        const LayeredVertex& vertex = m_vertices[v];
        return m_result.places[v].y + (vertex.core.height > 0 ? vertex.core.bottom() : vertex.size.height);
    }

    void routeReversed(std::uint32_t e) {
        const LayeredEdge& edge = m_edges[e];
        if (edge.from == edge.to) return;
        const double x0 = m_x[edge.from] + middle(edge.from), x1 = m_x[edge.to] + middle(edge.to), lane = -m_spacing.laneGap;
        const double y0 = bottomOf(edge.from) + m_spacing.rankGap / 3, y1 = topOf(edge.to) - m_spacing.rankGap / 3;
        m_result.routes[e] = {{x0, bottomOf(edge.from)}, {x0, y0}, {lane, y0}, {lane, y1}, {x1, y1}, {x1, topOf(edge.to)}};
    }

    /// One track per source that bends in this gap; sources whose spans do not meet share one. Returns the gap's height.
    double assignTracks(const std::vector<std::uint32_t>& links, double top, std::vector<double>& track) {
        struct Span {
            double left, right;
            std::vector<std::uint32_t> links;
        };
        std::map<std::pair<std::uint32_t, std::uint32_t>, Span> spans;
        bool labelled = false;
        for (const std::uint32_t l : links) {
            const Link& link = m_links[l];
            const double x0 = m_x[link.from] + offset(link, true), x1 = m_x[link.to] + offset(link, false);
            labelled = labelled || link.labelled;
            track[l] = top + m_spacing.rankGap / 2;
            if (std::abs(x0 - x1) <= 0.5) continue;
            auto [hit, fresh] = spans.try_emplace({link.from, link.source}, Span{std::min(x0, x1), std::max(x0, x1), {}});
            hit->second.left = std::min({hit->second.left, x0, x1});
            hit->second.right = std::max({hit->second.right, x0, x1});
            hit->second.links.push_back(l);
        }
        std::vector<Span*> sorted;
        for (auto& [key, span] : spans) sorted.push_back(&span);
        std::sort(sorted.begin(), sorted.end(), [](const Span* a, const Span* b) { return a->left < b->left; });
        std::vector<double> ends;
        std::vector<std::size_t> trackOf;
        for (const Span* span : sorted) {
            std::size_t t = 0;
            while (t < ends.size() && ends[t] + m_spacing.trackGap > span->left) ++t;
            if (t == ends.size()) ends.push_back(0);
            ends[t] = span->right;
            trackOf.push_back(t);
        }
        const double base = labelled ? m_spacing.labelGap : m_spacing.rankGap;
        const double gap = std::max(base, m_spacing.rankGap + m_spacing.trackGap * (static_cast<double>(ends.size()) - 1));
        const double first = top + (gap - m_spacing.trackGap * std::max(0.0, static_cast<double>(ends.size()) - 1)) / 2;
        for (std::size_t i = 0; i < sorted.size(); ++i)
            for (const std::uint32_t l : sorted[i]->links) track[l] = first + m_spacing.trackGap * static_cast<double>(trackOf[i]);
        return gap;
    }

    const std::vector<LayeredVertex>& m_vertices;
    const std::vector<LayeredEdge>& m_edges;
    const LayoutSpacing& m_spacing;
    LayeredResult m_result;
    std::vector<int> m_rank;
    std::vector<Link> m_links;
    std::map<std::uint32_t, std::uint32_t> m_linkInto;
    std::vector<std::vector<std::uint32_t>> m_path, m_order, m_up, m_down;
    std::vector<std::uint32_t> m_position;
    std::vector<double> m_x;
};

}  // namespace

Result<LayeredResult> layered(const std::vector<LayeredVertex>& vertices, const std::vector<LayeredEdge>& edges, const LayoutSpacing& spacing, const JobContext& job) {
    return Drawing(vertices, edges, spacing).run(job);
}

}  // namespace etscope::graph
