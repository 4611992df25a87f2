#include "layout/layered.h"

#include "layout/layer_graph.h"

namespace etscope::layout {

Adjacency::Adjacency(std::size_t keyCount, std::span<const std::uint32_t> keys) : m_start(keyCount + 1, 0), m_numbers(keys.size()) {
    for (const std::uint32_t key : keys) ++m_start[key + 1];
    for (std::size_t i = 1; i < m_start.size(); ++i) m_start[i] += m_start[i - 1];
    std::vector<std::uint32_t> next(m_start.begin(), m_start.end() - 1);
    for (std::uint32_t i = 0; i < keys.size(); ++i) m_numbers[next[keys[i]]++] = i;
}

double LayerGraph::middle(std::uint32_t v) const noexcept {
    if (dummy(v)) return 0;
    const LayeredVertex& vertex = (*vertices)[v];
    return vertex.core.width > 0 ? vertex.core.x + vertex.core.width / 2 : vertex.size.width / 2;
}

double LayerGraph::gapBetween(std::uint32_t left, std::uint32_t right) const noexcept {
    const auto room = [this](std::uint32_t v) { return width(v) > 0 ? spacing->nodeGap : spacing->trackGap * 1.5; };
    return (room(left) + room(right)) / 2;
}

Result<LayeredResult> layered(const std::vector<LayeredVertex>& vertices, const std::vector<LayeredEdge>& edges,
                              const LayoutSpacing& spacing, const JobContext& job) {
    LayerGraph graph;
    graph.vertices = &vertices;
    graph.edges = &edges;
    graph.spacing = &spacing;
    assignRanks(graph);
    makeChains(graph);
    if (job.cancelled()) return cancelledFailure();
    orderRanks(graph, job);
    if (job.cancelled()) return cancelledFailure();
    placeVertices(graph);
    LayeredResult result;
    routeEdges(graph, result);
    result.reversed = std::move(graph.reversed);
    result.dummies = graph.size() - vertices.size();
    result.crossings = graph.crossings;
    result.lanes = graph.lanes.size();
    return result;
}

}  // namespace etscope::layout
