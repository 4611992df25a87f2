// Ranks and chains: which row a vertex stands in, and which dummies carry a long edge from row to row.

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "layout/layer_graph.h"

namespace etscope::layout {
namespace {

/// Edges over more ranks than this run in a lane at the left: past a whole block, where a line among its nodes only disturbs.
constexpr std::uint32_t kLaneSpan = 16;
/// Dummies at most, per vertex and edge; longer chains then go into lanes. Keeps the work linear.
constexpr std::size_t kDummyBudget = 8;
/// Height from which a vertex is no neighbour for what has no edges to it, in px, and ranks of such things above it at most.
constexpr double kTall = 100;
constexpr std::uint32_t kMostLifted = 16;
/// A rank is wide from this share of the widest on; what has so many ranks to go is moved out of it.
constexpr double kWide = 0.75;
constexpr std::uint32_t kFarToGo = 3;

/// A topological sequence; where only cycles are left, the earliest vertex goes first and its open incoming edges are reversed.
class Sequence {
public:
    Sequence(LayerGraph& graph, const Adjacency& out) : m_graph(graph), m_out(out) {
        const std::size_t n = graph.vertices->size();
        std::vector<std::uint32_t> open(n, 0);
        for (std::uint32_t e = 0; e < graph.edges->size(); ++e)
            if (!graph.reversed[e]) ++open[(*graph.edges)[e].to];
        std::vector<std::uint32_t> ready;
        for (std::uint32_t v = static_cast<std::uint32_t>(n); v-- > 0;)
            if (open[v] == 0) ready.push_back(v);
        std::vector<bool> done(n, false);
        for (std::uint32_t scan = 0; m_vertices.size() < n;) {
            if (ready.empty()) {
                while (done[scan]) ++scan;
                ready.push_back(scan);
            }
            const std::uint32_t v = ready.back();
            ready.pop_back();
            if (done[v]) continue;
            done[v] = true;
            m_vertices.push_back(v);
            for (const std::uint32_t e : out.of(v)) {
                const std::uint32_t to = (*graph.edges)[e].to;
                if (graph.reversed[e]) continue;
                if (done[to])
                    graph.reversed[e] = true;
                else if (--open[to] == 0)
                    ready.push_back(to);
            }
        }
    }
    const std::vector<std::uint32_t>& vertices() const { return m_vertices; }

    void longestPath() {
        auto& rank = m_graph.rank;
        const auto& given = *m_graph.vertices;
        const bool ports = std::any_of(given.begin(), given.end(), [](const LayeredVertex& v) { return v.first; });
        for (std::uint32_t v = 0; v < given.size(); ++v) rank[v] = ports && !given[v].first ? 1 : 0;
        for (const std::uint32_t v : m_vertices)
            for (const std::uint32_t e : m_out.of(v))
                if (!m_graph.reversed[e]) rank[(*m_graph.edges)[e].to] = std::max(rank[(*m_graph.edges)[e].to], rank[v] + 1);
    }

    /// Moves vertices down to their nearest user when that shortens edges: those with more edges out than in. Last to first, so
    /// that what moves makes room for its makers.
    void tighten(const Adjacency& in) {
        for (auto at = m_vertices.rbegin(); at != m_vertices.rend(); ++at) {
            const std::uint32_t v = *at;
            if ((*m_graph.vertices)[v].first) continue;
            const Edges edges = edgesOf(v, in);
            if (edges.made > edges.taken) m_graph.rank[v] = edges.nearest - 1;
        }
    }

    /// Moves vertices with as many edges in as out, which may stand in any of several ranks, from the widest ranks into narrow ones
    /// that they have far to go to anyway. Last to first, as tighten().
    void balance(const Adjacency& in) {
        std::vector<double> widths = rankWidths();
        const double wide = widths.empty() ? 0 : kWide * *std::ranges::max_element(widths);
        for (auto at = m_vertices.rbegin(); at != m_vertices.rend(); ++at) {
            const std::uint32_t v = *at, rank = m_graph.rank[v];
            const LayeredVertex& vertex = (*m_graph.vertices)[v];
            const double own = vertex.size.width + m_graph.spacing->nodeGap;
            if (vertex.first || vertex.last || vertex.size.height > kTall || widths[rank] < wide) continue;
            const std::uint32_t last = std::min(lastRank(v, in), rank + kLaneSpan);
            if (last < rank + kFarToGo) continue;
            std::uint32_t best = rank;
            for (std::uint32_t r = rank + 1; r <= last; ++r)
                if (widths[r] + own < widths[rank] && (best == rank || widths[r] <= widths[best])) best = r;
            widths[rank] -= own, widths[best] += own;
            m_graph.rank[v] = best;
        }
    }

private:
    std::vector<double> rankWidths() const {
        std::vector<double> widths;
        for (std::uint32_t v = 0; v < m_graph.vertices->size(); ++v) {
            widths.resize(std::max<std::size_t>(widths.size(), m_graph.rank[v] + 1U));
            widths[m_graph.rank[v]] += (*m_graph.vertices)[v].size.width + m_graph.spacing->nodeGap;
        }
        return widths;
    }
    /// Down to where it can stand at no cost: above its nearest user, where as many edges get shorter as get longer; else its rank.
    std::uint32_t lastRank(std::uint32_t v, const Adjacency& in) const {
        const Edges edges = edgesOf(v, in);
        return edges.made == edges.taken && edges.made > 0 ? edges.nearest - 1 : m_graph.rank[v];
    }

    /// Those that go down: to how many users, from how many makers, and the rank of the nearest user where there is one.
    struct Edges {
        std::size_t made = 0, taken = 0;
        std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max();
    };
    Edges edgesOf(std::uint32_t v, const Adjacency& in) const {
        Edges edges;
        for (const std::uint32_t e : m_out.of(v)) {
            if (m_graph.reversed[e]) continue;
            edges.nearest = std::min(edges.nearest, m_graph.rank[(*m_graph.edges)[e].to]);
            ++edges.made;
        }
        for (const std::uint32_t e : in.of(v))
            if (!m_graph.reversed[e]) ++edges.taken;
        return edges;
    }

    LayerGraph& m_graph;
    const Adjacency& m_out;
    std::vector<std::uint32_t> m_vertices;
};

/// What only flags lead on from (masks and positions that every layer takes), and what has no edges at all, stands above the tall
/// groups that it has no edges to: beside them it would widen the drawing, and each of its ranks would be as high as a group.
class Aside {
public:
    Aside(LayerGraph& graph, const std::vector<std::uint32_t>& sequence, const Adjacency& out, const Adjacency& in)
        : m_graph(graph), m_sequence(sequence), m_out(out), m_in(in) {}

    void lift() {
        const std::size_t n = m_graph.vertices->size();
        std::vector<bool> below(n, false), leads(n, false), flagged(n, false);
        for (const std::uint32_t v : m_sequence) below[v] = isTall(v) || any(m_in, v, below);
        for (auto at = m_sequence.rbegin(); at != m_sequence.rend(); ++at) {
            leads[*at] = below[*at] || any(m_out, *at, leads);
            flagged[*at] = m_out.of(*at).empty() ? hangsFlags(*at) || m_in.of(*at).empty() : all(m_out, *at, flagged);
        }
        std::uint32_t deepest = 0, first = std::numeric_limits<std::uint32_t>::max();
        bool found = false;
        for (std::uint32_t v = 0; v < n; ++v) {
            if (isTall(v)) first = std::min(first, m_graph.rank[v]);
            if (isPort(v) || leads[v] || !flagged[v]) continue;
            found = true;
            deepest = std::max(deepest, m_graph.rank[v]);
        }
        if (!found || deepest < first || first == std::numeric_limits<std::uint32_t>::max() || deepest - first >= kMostLifted)
            return;
        for (std::uint32_t v = 0; v < n; ++v)
            if (below[v]) m_graph.rank[v] += deepest + 1 - first;
    }

private:
    const LayeredVertex& vertex(std::uint32_t v) const { return (*m_graph.vertices)[v]; }
    bool isPort(std::uint32_t v) const { return vertex(v).first || vertex(v).last; }
    bool isTall(std::uint32_t v) const { return !isPort(v) && vertex(v).size.height > kTall; }
    /// Flags hang below the core.
    bool hangsFlags(std::uint32_t v) const {
        return vertex(v).core.height > 0 && vertex(v).core.bottom() + 1 < vertex(v).size.height;
    }
    std::uint32_t other(const Adjacency& edges, std::uint32_t e) const {
        return &edges == &m_out ? (*m_graph.edges)[e].to : (*m_graph.edges)[e].from;
    }
    bool any(const Adjacency& edges, std::uint32_t v, const std::vector<bool>& marked) const {
        return std::ranges::any_of(edges.of(v), [&](std::uint32_t e) { return !m_graph.reversed[e] && marked[other(edges, e)]; });
    }
    bool all(const Adjacency& edges, std::uint32_t v, const std::vector<bool>& marked) const {
        return std::ranges::all_of(edges.of(v), [&](std::uint32_t e) { return m_graph.reversed[e] || marked[other(edges, e)]; });
    }

    LayerGraph& m_graph;
    const std::vector<std::uint32_t>& m_sequence;
    const Adjacency &m_out, &m_in;
};

/// Outgoing ports share the rank below everything.
void sinkPorts(LayerGraph& graph) {
    const auto& given = *graph.vertices;
    std::uint32_t below = 0;
    for (std::uint32_t v = 0; v < given.size(); ++v)
        if (!given[v].last) below = std::max(below, graph.rank[v] + 1);
    for (std::uint32_t v = 0; v < given.size(); ++v)
        if (given[v].last) graph.rank[v] = below;
}

/// The edges of one source and value.
struct Chain {
    std::vector<std::uint32_t> edges;  ///< that run through the ranks, nearest target first
    std::uint32_t span = 0;            ///< ranks to the farthest of them
};

class Chains {
public:
    explicit Chains(LayerGraph& graph) : m_graph(graph) {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
        m_lanes.reserve(graph.edges->size());
        for (std::uint32_t e = 0; e < graph.edges->size(); ++e) {
            const LayeredEdge& edge = (*graph.edges)[e];
            if (edge.from == edge.to) continue;
            const auto [hit, fresh] = numbers.try_emplace({edge.from, edge.value}, static_cast<std::uint32_t>(m_chains.size()));
            if (fresh) m_chains.emplace_back(), m_lanes.emplace_back();
            if (graph.reversed[e] || span(e) > kLaneSpan)
                m_lanes[hit->second].push_back(e);
            else
                m_chains[hit->second].edges.push_back(e),
                    m_chains[hit->second].span = std::max(m_chains[hit->second].span, span(e));
        }
    }

    void make() {
        keepBudget();
        m_graph.lastLink.assign(m_graph.edges->size(), LayerGraph::kNone);
        for (std::uint32_t c = 0; c < m_chains.size(); ++c) {
            if (!m_chains[c].edges.empty()) link(c);
            if (!m_lanes[c].empty()) m_graph.lanes.push_back({c, m_lanes[c]});
        }
    }

private:
    std::uint32_t span(std::uint32_t e) const {
        return m_graph.rank[(*m_graph.edges)[e].to] - m_graph.rank[(*m_graph.edges)[e].from];
    }

    /// Shortest chains first; those that find no budget left become lanes.
    void keepBudget() {
        std::vector<std::uint32_t> bySpan(m_chains.size());
        std::iota(bySpan.begin(), bySpan.end(), 0U);
        std::stable_sort(bySpan.begin(), bySpan.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return m_chains[a].span < m_chains[b].span; });
        std::size_t left = kDummyBudget * (m_graph.vertices->size() + m_graph.edges->size());
        for (const std::uint32_t c : bySpan) {
            const std::size_t dummies = m_chains[c].span > 0 ? m_chains[c].span - 1 : 0;
            if (dummies <= left) {
                left -= dummies;
                continue;
            }
            auto& lane = m_lanes[c];
            lane.insert(lane.end(), m_chains[c].edges.begin(), m_chains[c].edges.end());
            m_chains[c] = {};
        }
    }

    void link(std::uint32_t c) {
        Chain& chain = m_chains[c];
        std::stable_sort(chain.edges.begin(), chain.edges.end(),
                         [this](std::uint32_t a, std::uint32_t b) { return span(a) < span(b); });
        const std::uint32_t source = (*m_graph.edges)[chain.edges.front()].from;
        std::uint32_t at = source, length = 0, before = LayerGraph::kNone;  ///< of the dummies so far
        for (const std::uint32_t e : chain.edges) {
            const LayeredEdge& edge = (*m_graph.edges)[e];
            for (; length + 1 < span(e); ++length) {
                const auto next = static_cast<std::uint32_t>(m_graph.rank.size());
                m_graph.rank.push_back(m_graph.rank[at] + 1);
                before = add({at, next, c, at == source ? m_graph.startOf(edge) : 0, 0, edge.labelled, -1, before});
                at = next;
            }
            m_graph.lastLink[e] =
                add({at, edge.to, c, at == source ? m_graph.startOf(edge) : 0, m_graph.endOf(edge), edge.labelled, e, before});
        }
    }

    std::uint32_t add(const LayerLink& link) {
        m_graph.links.push_back(link);
        return static_cast<std::uint32_t>(m_graph.links.size() - 1);
    }

    LayerGraph& m_graph;
    std::vector<Chain> m_chains;
    std::vector<std::vector<std::uint32_t>> m_lanes;  ///< per chain
};

}  // namespace

void assignRanks(LayerGraph& graph) {
    const auto& edges = *graph.edges;
    graph.rank.assign(graph.vertices->size(), 0);
    graph.reversed.assign(edges.size(), false);
    std::vector<std::uint32_t> sources, targets;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        graph.reversed[e] = edges[e].from == edges[e].to;
        sources.push_back(edges[e].from);
        targets.push_back(edges[e].to);
    }
    const Adjacency out(graph.vertices->size(), sources), in(graph.vertices->size(), targets);
    Sequence sequence(graph, out);
    sequence.longestPath();
    sequence.tighten(in);
    Aside(graph, sequence.vertices(), out, in).lift();
    sequence.tighten(in);
    sequence.balance(in);
    sinkPorts(graph);
}

void makeChains(LayerGraph& graph) {
    Chains(graph).make();
    std::vector<std::uint32_t> sources, targets;
    for (const LayerLink& link : graph.links) sources.push_back(link.from), targets.push_back(link.to);
    graph.down = Adjacency(graph.size(), sources);
    graph.up = Adjacency(graph.size(), targets);
}

}  // namespace etscope::layout
