// LayerGraph: the proper layered graph inside one `layered()` call: every vertex has a rank, every link joins neighbouring
// ranks (long edges pass through dummy vertices), ranks have an order. The steps of the drawing work on it in turn; each has a
// file of its own. Flat arrays; used by layered.cpp and the steps alone.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "layout/layered.h"

namespace etscope::layout {

/// For each key the numbers that belong to it, as one flat list.
class Adjacency {
public:
    /// `keys[i]` is the key of number i.
    Adjacency() = default;
    Adjacency(std::size_t keyCount, std::span<const std::uint32_t> keys);
    std::span<const std::uint32_t> of(std::size_t key) const& noexcept {
        return std::span(m_numbers).subspan(m_start[key], m_start[key + 1] - m_start[key]);
    }
    std::span<const std::uint32_t> of(std::size_t key) const&& = delete;

private:
    std::vector<std::uint32_t> m_start, m_numbers;
};

/// A piece of an edge between two neighbouring ranks. Offsets are from the left of the vertex.
struct LayerLink {
    std::uint32_t from = 0, to = 0;
    std::uint32_t chain = 0;  ///< pieces of one chain share a track
    double fromOffset = 0, toOffset = 0;
    bool labelled = false;
    std::int64_t edge = -1;              ///< that ends with this piece
    std::uint32_t before = 0xFFFF'FFFF;  ///< the link above it in the chain; LayerGraph::kNone: it starts the chain
};

/// An edge that leaves the ranks: it runs in a lane at the left of the drawing, past everything. Edges of one chain share it.
struct Lane {
    std::uint32_t chain = 0;
    std::vector<std::uint32_t> edges;
};

struct LayerGraph {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
    const std::vector<LayeredVertex>* vertices = nullptr;
    const std::vector<LayeredEdge>* edges = nullptr;
    const LayoutSpacing* spacing = nullptr;

    std::vector<std::uint32_t> rank;  ///< per vertex: first the given ones, then dummies
    std::vector<bool> reversed;       ///< per edge: against the ranks
    std::vector<LayerLink> links;
    std::vector<std::uint32_t> lastLink;  ///< per edge; the others are before it; kNone: in a lane, or not drawn
    std::vector<Lane> lanes;
    Adjacency up, down;  ///< links into and out of a vertex

    std::vector<std::uint32_t> order, rankStart;  ///< vertices by rank and place
    std::vector<std::uint32_t> position;          ///< of a vertex in its rank
    std::uint64_t crossings = 0;
    std::vector<double> x;   ///< left of each vertex
    std::vector<bool> held;  ///< per vertex: it stands in a column, and is not moved to make its edges straight

    std::size_t size() const noexcept { return rank.size(); }
    std::size_t rankCount() const noexcept { return rankStart.empty() ? 0 : rankStart.size() - 1; }
    bool dummy(std::uint32_t v) const noexcept { return v >= vertices->size(); }
    double width(std::uint32_t v) const noexcept { return dummy(v) ? 0 : (*vertices)[v].size.width; }
    double height(std::uint32_t v) const noexcept { return dummy(v) ? 0 : (*vertices)[v].size.height; }
    /// Where edges without an offset of their own end, from the vertex's left.
    double middle(std::uint32_t v) const noexcept;
    double startOf(const LayeredEdge& edge) const noexcept { return edge.fromOffset >= 0 ? edge.fromOffset : middle(edge.from); }
    double endOf(const LayeredEdge& edge) const noexcept { return edge.toOffset >= 0 ? edge.toOffset : middle(edge.to); }
    /// Room between two vertices of one rank, the left one first.
    double gapBetween(std::uint32_t left, std::uint32_t right) const noexcept;
    std::span<const std::uint32_t> rankOrder(std::size_t r) const& noexcept {
        return std::span(order).subspan(rankStart[r], rankStart[r + 1] - rankStart[r]);
    }
    std::span<std::uint32_t> rankOrder(std::size_t r) & noexcept {
        return std::span(order).subspan(rankStart[r], rankStart[r + 1] - rankStart[r]);
    }
    std::span<const std::uint32_t> rankOrder(std::size_t r) const&& = delete;
};

/// Ranks of the given vertices: longest path, then tightened. Edges that would point up are marked reversed.
void assignRanks(LayerGraph& graph);
/// Links, dummies and lanes from the edges.
void makeChains(LayerGraph& graph);
/// Order within the ranks with few crossings. Stops early, with the best order so far, when the job is cancelled.
void orderRanks(LayerGraph& graph, const JobContext& job);
/// Left edges of all vertices.
void placeVertices(LayerGraph& graph);
/// Moves vertices that hang loose towards their neighbours; orders and distances are kept.
void relax(LayerGraph& graph);
/// Heights, tracks and the way of every edge; fills the result.
void routeEdges(const LayerGraph& graph, LayeredResult& result);

}  // namespace etscope::layout
