// Ways of the edges: where several end at one vertex they spread beside each other; vertical pieces at the vertices, one horizontal
// track per chain in the gap between two ranks. Tracks of a gap are ordered so that few edges cross and none runs on another; gaps
// grow with their tracks. Edges that leave the ranks (long residuals, edges against the direction) take a lane at the left: down or
// up past everything, through gaps only.

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "layout/layer_graph.h"

namespace etscope::layout {
namespace {

constexpr double kStraight = 0.5;  ///< two ends nearer than this make a straight piece
/// Bends of a gap beyond this number are packed from left to right, without looking at crossings.
constexpr std::size_t kOrderedBends = 120;

/// A piece of an edge that bends in a gap: comes from above at `start`, leaves down at `end`.
struct Piece {
    std::uint32_t gap = 0, chain = 0;
    double start = 0, end = 0;
};

/// The pieces of one chain in one gap.
struct Bend {
    std::uint32_t chain = 0;
    std::span<const Piece> pieces;
    double left = 0, right = 0;
    std::size_t track = 0;
};

/// An end of an edge (or of a chain) at a vertex.
struct End {
    std::uint32_t vertex = 0, chain = 0;
    double rank = 0;           ///< order among the ends
    double other = 0;          ///< where it comes from or goes to
    double* offset = nullptr;  ///< to set
};

/// More than any drawing has edges: arguments order first, then the edges' own order.
constexpr double kManyEdges = 4294967296.0;
constexpr double kPortStep = 14, kPortMargin = 8;

/// Spreads ends over a vertex in their order; one that runs straight stays in the middle.
void spread(std::span<End> ends, double left, double middle, double halfWidth) {
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
    std::span<Bend> bends;  ///< by chain
    bool labelled = false;
    double top = 0, firstTrack = 0;
};

/// How badly two bends go together when `upper` has the upper track: crossings, and much for lines on each other.
int cost(const Bend& upper, const Bend& lower) {
    const auto inside = [](double x, const Bend& bend) { return x > bend.left + kStraight && x < bend.right - kStraight ? 1 : 0; };
    const auto eachStart = [&lower](auto&& visit) {
        for (std::size_t i = 0; i < lower.pieces.size(); ++i)
            if (i == 0 || lower.pieces[i].start != lower.pieces[i - 1].start) visit(lower.pieces[i].start);
    };
    int sum = 0;
    eachStart([&](double x) { sum += inside(x, upper); });
    for (const Piece& piece : upper.pieces) {
        sum += inside(piece.end, lower);
        eachStart([&](double other) { sum += std::abs(piece.end - other) < 2 ? 100 : 0; });
    }
    return sum;
}

/// Where the sum over all others is least: from below all of them upwards.
std::size_t bestPlace(const std::vector<Bend*>& sequence, const Bend& bend) {
    std::size_t best = sequence.size();
    int now = 0, least = 0;
    for (std::size_t i = sequence.size(); i-- > 0;) {
        now += cost(bend, *sequence[i]) - cost(*sequence[i], bend);
        if (now < least) least = now, best = i;
    }
    return best;
}

/// Gives each bend its track; returns how many there are.
std::size_t assignTracks(Gap& gap, double room) {
    if (gap.bends.size() < 2) return gap.bends.size();
    std::vector<Bend*> sorted, sequence;
    for (Bend& bend : gap.bends) sorted.push_back(&bend);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Bend* a, const Bend* b) { return a->left < b->left; });
    const bool ordered = sorted.size() <= kOrderedBends;
    if (ordered) {
        for (Bend* bend : sorted) sequence.insert(sequence.begin() + static_cast<std::ptrdiff_t>(bestPlace(sequence, *bend)), bend);
    } else {
        sequence = std::move(sorted);
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
        packLanes();
        spreadEnds();
        findBends();
        setHeights();
        drawEdges();
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
        std::vector<End> in, out;
        in.reserve(m_links.size());
        out.reserve(m_links.size());
        const auto arrives = [&](std::uint32_t e, double from, double* offset) {
            if (edge(e).toOffset < 0)  // arguments keep their order
                in.push_back({edge(e).to, 0, edge(e).argument * kManyEdges + e, from, offset});
        };
        for (LayerLink& link : m_links) {
            const double from = xOf(link.from) + link.fromOffset, to = xOf(link.to) + link.toOffset;
            if (link.edge >= 0) arrives(static_cast<std::uint32_t>(link.edge), from, &link.toOffset);
            if (!m_graph.dummy(link.from) && freeStart(link)) out.push_back({link.from, link.chain, to, to, &link.fromOffset});
        }
        for (std::size_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges) {
                arrives(e, m_laneX[i], &m_ends[e]);
                if (edge(e).fromOffset < 0)
                    out.push_back({edge(e).from, m_graph.lanes[i].chain, m_laneX[i], m_laneX[i], &m_starts[e]});
            }
        eachVertex(in, [this](std::uint32_t v, std::span<End> ends) { spread(ends, xOf(v), m_graph.middle(v), halfOf(v)); });
        eachVertex(out, [this](std::uint32_t v, std::span<End> ends) { spreadChains(ends, v); });
    }

    double halfOf(std::uint32_t v) const {
        const LayeredVertex& vertex = (*m_graph.vertices)[v];
        return (vertex.core.width > 0 ? vertex.core.width : vertex.size.width) / 2;
    }

    /// Visits the ends at each vertex that has several, in the order given.
    template <typename Visit>
    void eachVertex(const std::vector<End>& ends, const Visit& visit) const {
        std::vector<std::uint32_t> vertices;
        vertices.reserve(ends.size());
        for (const End& end : ends) vertices.push_back(end.vertex);
        const Adjacency byVertex(m_graph.vertices->size(), vertices);
        std::vector<End> own;
        for (std::uint32_t v = 0; v < m_graph.vertices->size(); ++v) {
            if (byVertex.of(v).size() < 2) continue;
            own.clear();
            for (const std::uint32_t i : byVertex.of(v)) own.push_back(ends[i]);
            visit(v, std::span(own));
        }
    }

    /// Any link of an edge tells whether its source has places of its own.
    bool freeStart(const LayerLink& link) const {
        return link.edge >= 0 ? edge(static_cast<std::uint32_t>(link.edge)).fromOffset < 0
                              : link.fromOffset == m_graph.middle(link.from);
    }

    /// The edges of a chain leave at one place.
    void spreadChains(std::span<End> all, std::uint32_t v) const {
        std::stable_sort(all.begin(), all.end(), [](const End& a, const End& b) { return a.chain < b.chain; });
        std::vector<double> offsets;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (i == 0 || all[i].chain != all[i - 1].chain) offsets.push_back(m_graph.middle(v));
        if (offsets.size() < 2) return;
        std::vector<End> chains;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool straight = std::abs(all[i].other - xOf(v) - m_graph.middle(v)) <= kStraight;
            if (i == 0 || all[i].chain != all[i - 1].chain)
                chains.push_back({v, all[i].chain, all[i].other, all[i].other, &offsets[chains.size()]});
            else if (straight)
                chains.back().rank = chains.back().other = all[i].other;
        }
        spread(chains, xOf(v), m_graph.middle(v), halfOf(v));
        std::size_t chain = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i > 0 && all[i].chain != all[i - 1].chain) ++chain;
            *all[i].offset = offsets[chain];
        }
    }

    void bend(std::vector<Piece>& pieces, std::size_t gap, std::uint32_t chain, double start, double end) const {
        if (std::abs(start - end) > kStraight) pieces.push_back({static_cast<std::uint32_t>(gap), chain, start, end});
    }

    void findBends() {
        std::vector<Piece> pieces;
        pieces.reserve(m_links.size());
        for (const LayerLink& link : m_links) {
            bend(pieces, below(link.from), link.chain, xOf(link.from) + link.fromOffset, xOf(link.to) + link.toOffset);
            if (link.labelled && !m_graph.dummy(link.to)) m_gaps[below(link.from)].labelled = true;
        }
        for (std::size_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges) {
                bend(pieces, below(edge(e).from), m_graph.lanes[i].chain, xOf(edge(e).from) + m_starts[e], m_laneX[i]);
                bend(pieces, above(edge(e).to), m_graph.lanes[i].chain, m_laneX[i], xOf(edge(e).to) + m_ends[e]);
                m_gaps[above(edge(e).to)].labelled = m_gaps[above(edge(e).to)].labelled || edge(e).labelled;
            }
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.gap != b.gap ? a.gap < b.gap : a.chain < b.chain; });
        m_pieces = std::move(pieces);
        joinPieces();
    }

    /// Bends from the sorted pieces.
    void joinPieces() {
        m_bends.reserve(m_pieces.size());
        for (std::size_t i = 0, end = 0; i < m_pieces.size(); i = end) {
            const Piece& first = m_pieces[i];
            Bend bend{first.chain, {}, first.start, first.start, 0};
            for (end = i; end < m_pieces.size() && m_pieces[end].gap == first.gap && m_pieces[end].chain == first.chain; ++end) {
                bend.left = std::min({bend.left, m_pieces[end].start, m_pieces[end].end});
                bend.right = std::max({bend.right, m_pieces[end].start, m_pieces[end].end});
            }
            bend.pieces = std::span<const Piece>(m_pieces).subspan(i, end - i);
            m_bends.push_back(bend);
            auto& bends = m_gaps[first.gap].bends;
            bends = bends.empty() ? std::span(&m_bends.back(), 1) : std::span(bends.data(), bends.size() + 1);
        }
    }

    bool holdsPorts(std::size_t rank) const {
        return std::ranges::any_of(m_graph.rankOrder(rank), [this](std::uint32_t v) {
            return !m_graph.dummy(v) && ((*m_graph.vertices)[v].first || (*m_graph.vertices)[v].last);
        });
    }

    /// The outer gaps exist only when lanes pass through them. Beside ports the frame of the group leaves room already.
    void setHeights() {
        const LayoutSpacing& spacing = *m_graph.spacing;
        double y = 0;
        for (std::size_t g = 0; g < m_gaps.size(); ++g) {
            Gap& gap = m_gaps[g];
            gap.top = y;
            const auto tracks = static_cast<double>(assignTracks(gap, spacing.trackGap));
            const bool outer = g == 0 || g + 1 == m_gaps.size();
            const double above = !outer && holdsPorts(g - 1) ? spacing.frameGap : 0,
                         under = !outer && holdsPorts(g) ? spacing.frameGap : 0;
            const double lower = gap.labelled ? spacing.labelGap : spacing.rankGap / 2;
            gap.firstTrack = y + std::max(0.0, spacing.rankGap / 2 - above);
            if (tracks > 0)
                y = gap.firstTrack + (tracks - 1) * spacing.trackGap + std::max(0.0, lower - under);
            else if (!outer)
                y += std::max(0.0, (gap.labelled ? spacing.labelGap : spacing.rankGap) - above - under);
            if (g + 1 == m_gaps.size()) break;
            double tall = 0;
            for (const std::uint32_t v : m_graph.rankOrder(g)) tall = std::max(tall, m_graph.height(v));
            for (const std::uint32_t v : m_graph.rankOrder(g)) {
                if (m_graph.dummy(v)) continue;
                const LayeredVertex& vertex = (*m_graph.vertices)[v];
                m_result.places[v] = {xOf(v), y + (tall - vertex.size.height) * shareAbove(v)};
            }
            y += tall;
        }
        m_result.size.height = y;
    }

    /// Of the room that a vertex leaves in its rank, what is above it: what only feeds others stands next to them, and what nothing
    /// takes next to its makers.
    double shareAbove(std::uint32_t v) const {
        const LayeredVertex& vertex = (*m_graph.vertices)[v];
        if (vertex.first || vertex.last) return vertex.last ? 1 : 0;
        const bool fed = !m_graph.up.of(v).empty(), feeds = !m_graph.down.of(v).empty();
        return fed && feeds ? 0.5 : feeds ? 1 : 0;
    }

    double trackOf(std::size_t gap, std::uint32_t chain) const {
        const auto& bends = m_gaps[gap].bends;
        const auto hit = std::lower_bound(bends.begin(), bends.end(), chain,
                                          [](const Bend& bend, std::uint32_t wanted) { return bend.chain < wanted; });
        const bool found = hit != bends.end() && hit->chain == chain;
        return m_gaps[gap].firstTrack + m_graph.spacing->trackGap * (found ? static_cast<double>(hit->track) : 0);
    }

    double topOf(std::uint32_t v) const { return m_result.places[v].y + (*m_graph.vertices)[v].core.y; }
    double bottomOf(std::uint32_t v) const {
        const LayeredVertex& vertex = (*m_graph.vertices)[v];
        return m_result.places[v].y + (vertex.core.height > 0 ? vertex.core.bottom() : vertex.size.height);
    }

    void drawEdges() {
        const auto edges = static_cast<std::uint32_t>(m_graph.edges->size());
        std::vector<std::uint32_t> laneOf(edges, LayerGraph::kNone);
        for (std::uint32_t i = 0; i < m_graph.lanes.size(); ++i)
            for (const std::uint32_t e : m_graph.lanes[i].edges) laneOf[e] = i;
        m_result.routeStart.reserve(edges + std::size_t{1});
        m_result.points.reserve(4 * static_cast<std::size_t>(edges));
        std::vector<std::uint32_t> path;
        for (std::uint32_t e = 0; e < edges; ++e) {
            m_result.routeStart.push_back(static_cast<std::uint32_t>(m_result.points.size()));
            if (laneOf[e] != LayerGraph::kNone) {
                followLane(e, m_graph.lanes[laneOf[e]].chain, m_laneX[laneOf[e]]);
                continue;
            }
            path.clear();
            for (std::uint32_t l = m_graph.lastLink[e]; l != LayerGraph::kNone; l = m_links[l].before) path.push_back(l);
            follow(path);
        }
        m_result.routeStart.push_back(static_cast<std::uint32_t>(m_result.points.size()));
    }

    /// `path`: the links from the target back to the source.
    void follow(const std::vector<std::uint32_t>& path) {
        auto& points = m_result.points;
        for (auto l = path.rbegin(); l != path.rend(); ++l) {
            const LayerLink& link = m_links[*l];
            const double x0 = xOf(link.from) + link.fromOffset, x1 = xOf(link.to) + link.toOffset;
            if (l == path.rbegin()) points.push_back({x0, bottomOf(link.from)});
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
        for (const Point point : {Point{x0, bottomOf(edge(e).from)}, {x0, y0}, {x, y0}, {x, y1}, {x1, y1}, {x1, topOf(edge(e).to)}})
            m_result.points.push_back(point);
    }

    const LayerGraph& m_graph;
    LayeredResult& m_result;
    std::vector<LayerLink> m_links;        ///< with their ends spread
    std::vector<double> m_starts, m_ends;  ///< per edge: offsets, for those in lanes
    std::vector<Piece> m_pieces;           ///< by gap and chain
    std::vector<Bend> m_bends;             ///< by gap and chain
    std::vector<Gap> m_gaps;
    std::vector<double> m_laneX;  ///< per lane
    double m_shift = 0;           ///< room that the lanes take
};

}  // namespace

void routeEdges(const LayerGraph& graph, LayeredResult& result) { Routes(graph, result).run(); }

}  // namespace etscope::layout
