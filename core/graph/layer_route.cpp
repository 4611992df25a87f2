// Ways of the edges: where several end at one vertex they spread beside each other; vertical pieces at the vertices, one horizontal
// track per chain in the gap between two ranks. Tracks of a gap are ordered so that few edges cross and none runs on another; gaps
// grow with their tracks. Edges that leave the ranks (long residuals, edges against the direction) take a lane at the left: down or
// up past everything, through gaps only.

#include <algorithm>
#include <cmath>
#include <map>

#include "graph/layer_graph.h"

namespace etscope::graph {
namespace {

constexpr double kStraight = 0.5;  ///< two ends nearer than this make a straight piece
/// Bends of a gap beyond this number are packed from left to right, without looking at crossings.
constexpr std::size_t kOrderedBends = 120;

/// What bends in one gap: comes from above at `starts`, leaves down at `ends`.
struct Bend {
    double left = 0, right = 0;
    std::vector<double> starts, ends;
    std::size_t track = 0;

    void cover(double x) {
        left = std::min(left, x);
        right = std::max(right, x);
    }
};

/// An end of an edge (or of a chain) at a vertex.
struct End {
    double rank = 0;           ///< order among the ends
    double other = 0;          ///< where it comes from or goes to
    double* offset = nullptr;  ///< to set
};

/// More than any drawing has edges: arguments order first, then the edges' own order.
constexpr double kManyEdges = 4294967296.0;
constexpr double kPortStep = 14, kPortMargin = 8;

/// Spreads ends over a vertex in their order; one that runs straight stays in the middle.
void spread(std::vector<End>& ends, double left, double middle, double halfWidth) {
    if (ends.size() < 2) return;
    std::stable_sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.rank < b.rank; });
    auto centre = (ends.size() - 1) / 2;
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (std::abs(ends[i].other - left - middle) <= kStraight) centre = i;
    const auto wings = static_cast<double>(std::max(centre, ends.size() - 1 - centre));
    const double step = std::min(kPortStep, (halfWidth - kPortMargin) / wings);
    if (step <= 0) return;
    for (std::size_t i = 0; i < ends.size(); ++i)
        *ends[i].offset = middle + step * (static_cast<double>(i) - static_cast<double>(centre));
}

/// Between two ranks, above the first one (gap 0) and below the last.
struct Gap {
    std::map<std::uint32_t, Bend> bends;  ///< by chain
    bool labelled = false;
    double top = 0, firstTrack = 0;
};

/// How badly two bends go together when `upper` has the upper track: crossings, and much for lines on each other.
int cost(const Bend& upper, const Bend& lower) {
    const auto inside = [](double x, const Bend& bend) { return x > bend.left + kStraight && x < bend.right - kStraight ? 1 : 0; };
    int sum = 0;
    for (const double x : lower.starts) sum += inside(x, upper);
    for (const double x : upper.ends) {
        sum += inside(x, lower);
        for (const double other : lower.starts) sum += std::abs(x - other) < 2 ? 100 : 0;
    }
    return sum;
}

/// Gives each bend its track; returns how many there are.
std::size_t assignTracks(Gap& gap, double room) {
    std::vector<Bend*> sorted, sequence;
    for (auto& [chain, bend] : gap.bends) sorted.push_back(&bend);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Bend* a, const Bend* b) { return a->left < b->left; });
    const bool ordered = sorted.size() <= kOrderedBends;
    for (Bend* bend : sorted) {
        std::size_t best = sequence.size();
        if (ordered) {
            // Where the sum over all others is least: from below all of them upwards.
            int now = 0, least = 0;
            for (std::size_t i = sequence.size(); i-- > 0;) {
                now += cost(*bend, *sequence[i]) - cost(*sequence[i], *bend);
                if (now < least) least = now, best = i;
            }
        }
        sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(best), bend);
    }
    std::size_t tracks = 0;
    std::vector<double> ends;  ///< unordered: right end of each track
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        Bend& bend = *sequence[i];
        if (ordered) {
            for (std::size_t k = 0; k < i; ++k)
                if (sequence[k]->left < bend.right + room && bend.left < sequence[k]->right + room)
                    bend.track = std::max(bend.track, sequence[k]->track + 1);
        } else {
            while (bend.track < ends.size() && ends[bend.track] + room > bend.left) ++bend.track;
            if (bend.track == ends.size()) ends.push_back(0);
            ends[bend.track] = bend.right;
        }
        tracks = std::max(tracks, bend.track + 1);
    }
    return tracks;
}

class Routes {
public:
    Routes(const LayerGraph& graph, LayeredResult& result)
        : m_graph(graph), m_result(result), m_links(graph.links), m_gaps(graph.rankCount() + 1) {
        for (const LayeredEdge& edge : *graph.edges) {
            m_starts.push_back(graph.startOf(edge));
            m_ends.push_back(graph.endOf(edge));
        }
    }

    void run() {
        m_result.places.resize(m_graph.vertices->size());
        m_result.routes.resize(m_graph.edges->size());
        packLanes();
        spreadEnds();
        findBends();
        setHeights();
        for (std::uint32_t e = 0; e < m_graph.path.size(); ++e) follow(e);
        for (std::size_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges) followLane(e, m_graph.lanes[i].chain, m_laneX[i]);
        for (std::uint32_t v = 0; v < m_graph.size(); ++v)
            m_result.size.width = std::max(m_result.size.width, xOf(v) + m_graph.width(v));
    }

private:
    /// Gap below a vertex's rank, and above it.
    std::size_t below(std::uint32_t v) const { return m_graph.rank[v] + 1; }
    std::size_t above(std::uint32_t v) const { return m_graph.rank[v]; }
    double xOf(std::uint32_t v) const { return m_graph.x[v] + m_shift; }
    const LayeredEdge& edge(std::uint32_t e) const { return (*m_graph.edges)[e]; }

    /// Lanes that pass different ranks share a column; the innermost column is the one next to the vertices.
    void packLanes() {
        std::vector<std::vector<std::pair<std::size_t, std::size_t>>> columns;  ///< taken gaps
        std::vector<std::size_t> column;
        for (const Lane& lane : m_graph.lanes) {
            std::size_t from = below(edge(lane.edges.front()).from), first = from, last = from;
            for (const std::uint32_t e : lane.edges)
                first = std::min(first, above(edge(e).to)), last = std::max(last, above(edge(e).to));
            const auto free = [&](const auto& taken) {
                return std::none_of(taken.begin(), taken.end(),
                                    [&](const auto& t) { return t.first <= last && first <= t.second; });
            };
            std::size_t c = 0;
            while (c < columns.size() && !free(columns[c])) ++c;
            if (c == columns.size()) columns.emplace_back();
            columns[c].emplace_back(first, last);
            column.push_back(c);
        }
        m_shift = m_graph.spacing->laneGap * static_cast<double>(columns.size());
        for (const std::size_t c : column) m_laneX.push_back(m_shift - m_graph.spacing->laneGap * static_cast<double>(c + 1));
    }

    /// Only at vertices whose edges have no place of their own.
    void spreadEnds() {
        std::vector<std::vector<End>> in(m_graph.vertices->size());
        std::vector<std::map<std::uint32_t, std::vector<End>>> out(m_graph.vertices->size());  ///< by chain
        const auto add = [&](std::uint32_t e, std::uint32_t chain, double from, double to, double* start, double* end) {
            if (end != nullptr && edge(e).toOffset < 0)
                in[edge(e).to].push_back({edge(e).argument * kManyEdges + e, from, end});  // arguments keep their order
            if (start != nullptr && edge(e).fromOffset < 0) out[edge(e).from][chain].push_back({to, to, start});
        };
        for (LayerLink& link : m_links) {
            const double from = xOf(link.from) + link.fromOffset, to = xOf(link.to) + link.toOffset;
            if (link.edge >= 0)
                add(static_cast<std::uint32_t>(link.edge), link.chain, from, to,
                    m_graph.dummy(link.from) ? nullptr : &link.fromOffset, &link.toOffset);
            else if (!m_graph.dummy(link.from) && freeStart(link))
                out[link.from][link.chain].push_back({to, to, &link.fromOffset});
        }
        for (std::size_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges)
                add(e, m_graph.lanes[i].chain, m_laneX[i], m_laneX[i], &m_starts[e], &m_ends[e]);
        for (std::uint32_t v = 0; v < m_graph.vertices->size(); ++v) {
            const LayeredVertex& vertex = (*m_graph.vertices)[v];
            const double half = (vertex.core.width > 0 ? vertex.core.width : vertex.size.width) / 2;
            spread(in[v], xOf(v), m_graph.middle(v), half);
            spreadChains(out[v], v, half);
        }
    }

    /// A dummy's link carries edges of its chain; any of them tells whether the source has places of its own.
    bool freeStart(const LayerLink& link) const { return link.fromOffset == m_graph.middle(link.from); }

    /// The edges of a chain leave at one place.
    void spreadChains(std::map<std::uint32_t, std::vector<End>>& chains, std::uint32_t v, double half) const {
        std::vector<double> offsets(chains.size(), m_graph.middle(v));
        std::vector<End> ends;
        for (const auto& [chain, own] : chains) {
            const auto straight = std::find_if(own.begin(), own.end(), [&](const End& end) {
                return std::abs(end.other - xOf(v) - m_graph.middle(v)) <= kStraight;
            });
            const double other = (straight != own.end() ? *straight : own.front()).other;
            ends.push_back({other, other, &offsets[ends.size()]});
        }
        spread(ends, xOf(v), m_graph.middle(v), half);
        std::size_t i = 0;
        for (auto& [chain, own] : chains) {
            for (const End& end : own) *end.offset = offsets[i];
            ++i;
        }
    }

    void bend(std::size_t gap, std::uint32_t chain, double start, double end) {
        if (std::abs(start - end) <= kStraight) return;
        auto [hit, fresh] = m_gaps[gap].bends.try_emplace(chain, Bend{start, start, {}, {}, 0});
        hit->second.cover(start);
        hit->second.cover(end);
        if (hit->second.starts.empty() || hit->second.starts.back() != start) hit->second.starts.push_back(start);
        hit->second.ends.push_back(end);
    }

    void findBends() {
        for (const LayerLink& link : m_links) {
            bend(below(link.from), link.chain, xOf(link.from) + link.fromOffset, xOf(link.to) + link.toOffset);
            if (link.labelled && !m_graph.dummy(link.to)) m_gaps[below(link.from)].labelled = true;
        }
        for (std::size_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges) {
                bend(below(edge(e).from), m_graph.lanes[i].chain, xOf(edge(e).from) + m_starts[e], m_laneX[i]);
                bend(above(edge(e).to), m_graph.lanes[i].chain, m_laneX[i], xOf(edge(e).to) + m_ends[e]);
                m_gaps[above(edge(e).to)].labelled = m_gaps[above(edge(e).to)].labelled || edge(e).labelled;
            }
    }

    /// The outer gaps exist only when lanes pass through them.
    void setHeights() {
        const LayoutSpacing& spacing = *m_graph.spacing;
        double y = 0;
        for (std::size_t g = 0; g < m_gaps.size(); ++g) {
            Gap& gap = m_gaps[g];
            gap.top = y;
            const auto tracks = static_cast<double>(assignTracks(gap, spacing.trackGap));
            const bool outer = g == 0 || g + 1 == m_gaps.size();
            const double lower = gap.labelled ? spacing.labelGap : spacing.rankGap / 2;
            gap.firstTrack = y + spacing.rankGap / 2;
            if (tracks > 0)
                y = gap.firstTrack + (tracks - 1) * spacing.trackGap + lower;
            else if (!outer)
                y += gap.labelled ? spacing.labelGap : spacing.rankGap;
            if (g + 1 == m_gaps.size()) break;
            double tall = 0;
            for (const std::uint32_t v : m_graph.rankOrder(g)) tall = std::max(tall, m_graph.height(v));
            for (const std::uint32_t v : m_graph.rankOrder(g)) {
                if (m_graph.dummy(v)) continue;
                const LayeredVertex& vertex = (*m_graph.vertices)[v];
                m_result.places[v] = {xOf(v), y + (vertex.last ? tall : vertex.first ? 0 : (tall - vertex.size.height) / 2)};
            }
            y += tall;
        }
        m_result.size.height = y;
    }

    double trackOf(std::size_t gap, std::uint32_t chain) const {
        const auto hit = m_gaps[gap].bends.find(chain);
        return m_gaps[gap].firstTrack +
               m_graph.spacing->trackGap * (hit == m_gaps[gap].bends.end() ? 0 : static_cast<double>(hit->second.track));
    }

    double topOf(std::uint32_t v) const { return m_result.places[v].y + (*m_graph.vertices)[v].core.y; }
    double bottomOf(std::uint32_t v) const {
        const LayeredVertex& vertex = (*m_graph.vertices)[v];
        return m_result.places[v].y + (vertex.core.height > 0 ? vertex.core.bottom() : vertex.size.height);
    }

    void follow(std::uint32_t e) {
        auto& points = m_result.routes[e];
        for (const std::uint32_t l : m_graph.path[e]) {
            const LayerLink& link = m_links[l];
            const double x0 = xOf(link.from) + link.fromOffset, x1 = xOf(link.to) + link.toOffset;
            if (points.empty()) points.push_back({x0, bottomOf(link.from)});
            if (std::abs(x0 - x1) > kStraight) {
                const double y = trackOf(below(link.from), link.chain);
                points.push_back({x0, y});
                points.push_back({x1, y});
            }
            if (!m_graph.dummy(link.to)) points.push_back({points.back().x, topOf(link.to)});
        }
    }

    void followLane(std::uint32_t e, std::uint32_t chain, double x) {
        const double x0 = xOf(edge(e).from) + m_starts[e], x1 = xOf(edge(e).to) + m_ends[e];
        const double y0 = trackOf(below(edge(e).from), chain), y1 = trackOf(above(edge(e).to), chain);
        m_result.routes[e] = {{x0, bottomOf(edge(e).from)}, {x0, y0}, {x, y0}, {x, y1}, {x1, y1}, {x1, topOf(edge(e).to)}};
    }

    const LayerGraph& m_graph;
    LayeredResult& m_result;
    std::vector<LayerLink> m_links;        ///< with their ends spread
    std::vector<double> m_starts, m_ends;  ///< per edge: offsets, for those in lanes
    std::vector<Gap> m_gaps;
    std::vector<double> m_laneX;  ///< per lane
    double m_shift = 0;           ///< room that the lanes take
};

}  // namespace

void routeEdges(const LayerGraph& graph, LayeredResult& result) { Routes(graph, result).run(); }

}  // namespace etscope::graph
