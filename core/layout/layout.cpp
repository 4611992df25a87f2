#include "layout/layout.h"

#include <algorithm>
#include <map>

#include "layout/layered.h"

namespace etscope::layout {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

/// What is drawn inside one group: its own vertices, ports, local edges.
struct GroupDrawing {
    std::vector<LayeredVertex> vertices;
    std::vector<LayeredEdge> edges;
    std::map<std::pair<std::uint64_t, bool>, std::uint32_t> ports;  ///< (source and value, outgoing) → vertex
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
    LayeredResult result;
    Point inner;  ///< of the drawing inside the group's rectangle
    Size size;
};

/// A piece of an edge: local edge `edge` of `group`.
struct Component {
    std::uint32_t group, edge;
};

class Layout {
public:
    /// `turned`: the input has its axes swapped, and groups have their header at the left.
    Layout(const LayoutInput& input, std::vector<LayoutGroup> groups, bool turned)
        : m_input(input), m_groups(std::move(groups)), m_turned(turned), m_drawings(m_groups.size()) {}

    Result<LayoutResult> run(const JobContext& job) {
        addVertices();
        for (std::uint32_t e = 0; e < m_input.edges.size(); ++e) addEdge(m_input.edges[e]);
        // Inner groups first: their size and the places of their ports are known then.
        for (std::size_t g = m_groups.size(); g-- > 0;) {
            if (job.cancelled()) return cancelledFailure();
            if (auto r = drawGroup(static_cast<std::uint32_t>(g), job); !r) return r.failure();
        }
        compose();
        return std::move(m_result);
    }

private:
    static std::uint64_t key(const LayoutEdge& edge) {
        return (std::uint64_t{edge.from.index} << 33U) | (std::uint64_t{edge.value} << 1U) | (edge.from.isGroup ? 1U : 0U);
    }

    void addVertices() {
        m_vertexOfNode.resize(m_input.nodes.size());
        m_vertexOfGroup.assign(m_groups.size(), kNone);
        // In the order given, so that ties keep the order of execution.
        for (std::uint32_t n = 0; n < m_input.nodes.size(); ++n) {
            auto& drawing = m_drawings[m_input.nodes[n].group];
            m_vertexOfNode[n] = static_cast<std::uint32_t>(drawing.vertices.size());
            drawing.vertices.push_back({m_input.nodes[n].size, m_input.nodes[n].core, false, false});
        }
        for (std::uint32_t g = 1; g < m_groups.size(); ++g) {
            auto& drawing = m_drawings[m_groups[g].parent];
            m_vertexOfGroup[g] = static_cast<std::uint32_t>(drawing.vertices.size());
            drawing.vertices.push_back({});
        }
    }

    std::uint32_t groupOf(LayoutEnd end) const { return end.isGroup ? m_groups[end.index].parent : m_input.nodes[end.index].group; }

    std::vector<std::uint32_t> chain(std::uint32_t group) const {
        std::vector<std::uint32_t> chain{group};
        while (group != 0) chain.push_back(group = m_groups[group].parent);
        std::reverse(chain.begin(), chain.end());
        return chain;
    }

    std::uint32_t port(std::uint32_t group, std::uint64_t value, bool outgoing) {
        auto& drawing = m_drawings[group];
        const auto [hit, fresh] = drawing.ports.try_emplace({value, outgoing}, static_cast<std::uint32_t>(drawing.vertices.size()));
        if (fresh) drawing.vertices.push_back({{}, {}, !outgoing, outgoing});
        return hit->second;
    }

    std::uint32_t localEdge(std::uint32_t group, std::uint32_t from, std::uint32_t to, const LayoutEdge& edge, bool labelled) {
        auto& drawing = m_drawings[group];
        const auto [hit, fresh] =
            drawing.known.try_emplace({from, to, edge.value}, static_cast<std::uint32_t>(drawing.edges.size()));
        if (fresh)
            drawing.edges.push_back({from, to, edge.value, -1, -1, labelled, edge.argument});
        else
            drawing.edges[hit->second].labelled = drawing.edges[hit->second].labelled || labelled;
        return hit->second;
    }

    /// Pieces from the source up to the innermost common group and down to the target.
    void addEdge(const LayoutEdge& edge) {
        auto& pieces = m_pieces.emplace_back();
        const auto up = chain(groupOf(edge.from)), down = chain(groupOf(edge.to));
        std::size_t common = 0;
        while (common + 1 < up.size() && common + 1 < down.size() && up[common + 1] == down[common + 1]) ++common;
        const std::uint64_t value = key(edge);
        std::uint32_t at = edge.from.isGroup ? m_vertexOfGroup[edge.from.index] : m_vertexOfNode[edge.from.index];
        for (std::size_t level = up.size() - 1; level > common; --level) {
            const std::uint32_t out = port(up[level], value, true);
            pieces.push_back({up[level], localEdge(up[level], at, out, edge, false)});
            at = m_vertexOfGroup[up[level]];
        }
        const std::uint32_t last = edge.to.isGroup ? m_vertexOfGroup[edge.to.index] : m_vertexOfNode[edge.to.index];
        for (std::size_t level = common;; ++level) {
            const bool arrived = level + 1 == down.size();
            const std::uint32_t to = arrived ? last : m_vertexOfGroup[down[level + 1]];
            if (at == to && level == common) {
                pieces.clear();
                return;
            }
            const std::uint32_t local = localEdge(down[level], at, to, edge, arrived && edge.labelled);
            pieces.push_back({down[level], local});
            // Where it meets inner groups: the port's place is filled in when those are drawn.
            if (level == common && up.size() - 1 > common) m_fromPort[{down[level], local}] = {up[common + 1], value};
            if (arrived) break;
            m_toPort[{down[level], local}] = {down[level + 1], value};
            at = port(down[level + 1], value, false);
        }
        // On the way up, too, each piece starts at the inner group's port.
        for (std::size_t i = 0, level = up.size() - 1; level > common + 1; --level, ++i)
            m_fromPort[{up[level - 1], pieces[i + 1].edge}] = {up[level], value};
    }

    double portOffset(std::pair<std::uint32_t, std::uint64_t> where, bool outgoing) const {
        const auto& drawing = m_drawings[where.first];
        const auto hit = drawing.ports.find({where.second, outgoing});
        return hit == drawing.ports.end() ? -1 : drawing.inner.x + drawing.result.places[hit->second].x;
    }

    Result<void> drawGroup(std::uint32_t g, const JobContext& job) {
        auto& drawing = m_drawings[g];
        for (std::uint32_t e = 0; e < drawing.edges.size(); ++e) {
            if (const auto from = m_fromPort.find({g, e}); from != m_fromPort.end())
                drawing.edges[e].fromOffset = portOffset(from->second, true);
            if (const auto to = m_toPort.find({g, e}); to != m_toPort.end())
                drawing.edges[e].toOffset = portOffset(to->second, false);
        }
        const auto [known, fresh] = m_equal.try_emplace(signature(drawing), g);
        if (!fresh) {
            drawing.result = m_drawings[known->second].result;
        } else {
            auto result = layered(drawing.vertices, drawing.edges, m_input.spacing, job);
            if (!result) return result.failure();
            drawing.result = std::move(*result);
            ++m_result.counters.laidOut;
        }
        m_result.counters.dummies += drawing.result.dummies;
        m_result.counters.crossings += drawing.result.crossings;
        m_result.counters.lanes += drawing.result.lanes;
        frame(m_groups[g], drawing);
        if (g != 0) m_drawings[m_groups[g].parent].vertices[m_vertexOfGroup[g]].size = drawing.size;
        return {};
    }

    /// The group around its drawing: header above (turned: where that becomes "above"), at least as wide as the header needs.
    void frame(const LayoutGroup& group, GroupDrawing& drawing) const {
        const Size inner = drawing.result.size;
        const double padding = group.padding;
        if (m_turned) {
            const double length = std::max(group.minimumWidth, inner.height + 2 * padding);
            drawing.inner = {group.header + padding, (length - inner.height) / 2};
            drawing.size = {inner.width + group.header + group.footer + 2 * padding, length};
        } else {
            const double width = std::max(group.minimumWidth, inner.width + 2 * padding);
            drawing.inner = {(width - inner.width) / 2, group.header + padding};
            drawing.size = {width, inner.height + group.header + group.footer + 2 * padding};
        }
    }

    /// Equal for drawings that come out the same: sizes, ports, edges with their ends; values by the order of their first edge.
    static std::vector<double> signature(const GroupDrawing& drawing) {
        std::vector<double> parts{static_cast<double>(drawing.vertices.size())};
        for (const LayeredVertex& v : drawing.vertices)
            parts.insert(parts.end(), {v.size.width, v.size.height, v.core.x, v.core.y, v.core.width, v.core.height,
                                       v.first  ? 1.0
                                       : v.last ? 2.0
                                                : 0.0});
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> values;
        for (const LayeredEdge& edge : drawing.edges) {
            const double value = values.try_emplace({edge.from, edge.value}, static_cast<double>(values.size())).first->second;
            parts.insert(parts.end(), {static_cast<double>(edge.from), static_cast<double>(edge.to), value, edge.fromOffset,
                                       edge.toOffset, edge.labelled ? 1.0 : 0.0, static_cast<double>(edge.argument)});
        }
        return parts;
    }

    void compose() {
        std::vector<Point> origin(m_groups.size());  ///< of each drawing's inner corner
        m_result.groups.resize(m_groups.size());
        for (std::uint32_t g = 0; g < m_groups.size(); ++g) {
            Point corner;
            if (g != 0) {
                const Point place = m_drawings[m_groups[g].parent].result.places[m_vertexOfGroup[g]];
                corner = {origin[m_groups[g].parent].x + place.x, origin[m_groups[g].parent].y + place.y};
            }
            m_result.groups[g] = {corner.x, corner.y, m_drawings[g].size.width, m_drawings[g].size.height};
            origin[g] = {corner.x + m_drawings[g].inner.x, corner.y + m_drawings[g].inner.y};
        }
        for (std::uint32_t n = 0; n < m_input.nodes.size(); ++n) {
            const std::uint32_t g = m_input.nodes[n].group;
            const Point place = m_drawings[g].result.places[m_vertexOfNode[n]];
            m_result.nodes.push_back({origin[g].x + place.x, origin[g].y + place.y});
        }
        for (const auto& pieces : m_pieces) {
            LayoutPath path{static_cast<std::uint32_t>(m_result.points.size()), 0, false};
            for (const Component& piece : pieces) {
                path.reversed = path.reversed || m_drawings[piece.group].result.reversed[piece.edge];
                for (const Point& point : m_drawings[piece.group].result.route(piece.edge))
                    append(path, {origin[piece.group].x + point.x, origin[piece.group].y + point.y});
            }
            path.count = static_cast<std::uint32_t>(m_result.points.size()) - path.first;
            m_result.counters.reversed += path.reversed ? 1 : 0;
            m_result.paths.push_back(path);
        }
        m_result.bounds = m_result.groups.front();
    }

    /// Leaves out points that repeat, or lie on the way.
    void append(const LayoutPath& path, Point point) {
        auto& points = m_result.points;
        const std::size_t have = points.size() - path.first;
        if (have > 0 && std::abs(points.back().x - point.x) < 0.01 && std::abs(points.back().y - point.y) < 0.01) return;
        if (have > 1) {
            const Point a = points[points.size() - 2], b = points.back();
            const bool vertical = std::abs(a.x - b.x) < 0.01 && std::abs(b.x - point.x) < 0.01;
            const bool horizontal = std::abs(a.y - b.y) < 0.01 && std::abs(b.y - point.y) < 0.01;
            if (vertical || horizontal) {
                points.back() = point;
                return;
            }
        }
        points.push_back(point);
    }

    const LayoutInput& m_input;
    std::vector<LayoutGroup> m_groups;
    bool m_turned;
    std::vector<GroupDrawing> m_drawings;
    std::map<std::vector<double>, std::uint32_t> m_equal;  ///< signature → a group that is laid out
    std::vector<std::uint32_t> m_vertexOfNode, m_vertexOfGroup;
    std::vector<std::vector<Component>> m_pieces;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint64_t>> m_fromPort, m_toPort;
    LayoutResult m_result;
};

Result<void> check(const LayoutInput& input, std::size_t groups) {
    const auto inside = [&](LayoutEnd end) { return end.isGroup ? end.index < groups : end.index < input.nodes.size(); };
    for (std::size_t g = 1; g < input.groups.size(); ++g)
        if (input.groups[g].parent >= g) return fail("layout-input-invalid", "a group comes before its parent");
    for (const LayoutNode& node : input.nodes)
        if (node.group >= groups) return fail("layout-input-invalid", "a node is in a group that does not exist");
    for (const LayoutEdge& edge : input.edges)
        if (!inside(edge.from) || !inside(edge.to)) return fail("layout-input-invalid", "an edge ends at nothing");
    return {};
}

/// Left-right is top-down with the axes swapped.
LayoutInput turned(const LayoutInput& input) {
    LayoutInput out = input;
    for (LayoutNode& node : out.nodes) {
        std::swap(node.size.width, node.size.height);
        node.core = {node.core.y, node.core.x, node.core.height, node.core.width};
    }
    return out;
}

void turn(LayoutResult& result) {
    const auto swapped = [](const Rect& r) { return Rect{r.y, r.x, r.height, r.width}; };
    for (Point& point : result.nodes) std::swap(point.x, point.y);
    for (Point& point : result.points) std::swap(point.x, point.y);
    for (Rect& group : result.groups) group = swapped(group);
    result.bounds = swapped(result.bounds);
}

}  // namespace

Result<LayoutResult> layout(const LayoutInput& input, const JobContext& job) {
    std::vector<LayoutGroup> groups = input.groups;
    if (groups.empty()) groups.push_back({0, 0, 0, 0});
    if (auto r = check(input, groups.size()); !r) return r.failure();
    if (input.direction == Direction::TopDown) return Layout(input, std::move(groups), false).run(job);
    const LayoutInput sideways = turned(input);
    auto result = Layout(sideways, std::move(groups), true).run(job);
    if (result) turn(*result);
    return result;
}

}  // namespace etscope::layout
