#include "view/scene.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "layout/grid_index.h"
#include "view/outlines.h"
#include "view/second_line.h"

namespace etscope::view {
namespace {

using namespace measure;

constexpr std::uint32_t kNoOutline = 0xFFFF'FFFF;
/// Cells of the room for labels.
constexpr double kLabelCell = 160;

double rounded(double width) { return std::clamp(std::ceil(width / kWidthStep) * kWidthStep, kMinWidth, kMaxWidth); }

double distance(layout::Point p, layout::Point a, layout::Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    const double t = length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0, 1.0) : 0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

}  // namespace

class SceneBuilder {
public:
    SceneBuilder(Scene& scene, const TextMeasure& text, const SceneOptions& options)
        : m_scene(scene), m_view(*scene.m_view), m_text(text), m_options(options) {}

    Result<void> build(const JobContext& job) {
        m_scene.m_direction = m_options.direction;
        groupStubs();
        makeInput();
        auto result = layout::layout(m_input, job);
        if (!result) return result.failure();
        m_scene.m_counters = result->counters;
        takeItems(*result);
        takeEdges(*result);
        index();
        return {};
    }

private:
    bool sideways() const { return m_options.direction == layout::Direction::LeftRight; }

    void groupStubs() {
        m_stubsOf.resize(m_view.items().size());
        for (std::uint32_t i = 0; i < m_view.stubs().size(); ++i) m_stubsOf[m_view.stubs()[i].item.index()].push_back(i);
    }

    double stubWidth(const Stub& stub) const {
        return std::min(kStubMaxWidth, m_text.width(stub.text, TextRole::Code) + kStubTip + 10);
    }

    /// Consumers' flags stand in a column at the right (below in left-right), producers' under the node.
    layout::Size sizeOf(const Item& item) const {
        const std::string second = secondLine(m_view, item);
        double width = m_text.width(item.title, TextRole::Title) + kTextPadding,
               height = second.empty() ? kOneLineHeight : kNodeHeight;
        switch (item.kind) {
            case ItemKind::Node:
                if (!second.empty())
                    width = std::max(width, std::min(kMaxWidth, m_text.width(second, TextRole::Code) + kTextPadding));
                break;
            case ItemKind::Pattern:
                height = kPatternHeight;
                width += kChevronRoom + kCountGap + 14;
                break;
            case ItemKind::Module:
                height = kModuleHeight;
                width += kChevronRoom + kCountGap + kStateRoom + m_text.width(std::to_string(item.nodeCount), TextRole::Small);
                break;
            default:
                height = kNodeHeight;
                width = std::max(width, m_text.width(second, TextRole::Code) + kTextPadding);
                break;
        }
        if (item.expandable && item.kind == ItemKind::Node) width += kChevronRoom;
        if (m_options.tagRoom && (item.kind == ItemKind::Node || item.kind == ItemKind::Pattern)) width += kTagRoom;
        return {rounded(width), height};
    }

    void makeInput() {
        const auto& items = m_view.items();
        m_slot.assign(items.size(), 0);
        m_outlines = outlinesOf(m_view);
        std::vector<std::uint32_t> outlineOf(items.size(), kNoOutline), slots(m_outlines.size(), 0);
        for (std::uint32_t o = 0; o < m_outlines.size(); ++o)
            for (const ItemId item : m_outlines[o].items) outlineOf[item.index()] = o;
        m_input.direction = m_options.direction;
        m_input.groups.push_back({0, 0, 0, kMargin});
        for (std::uint32_t i = 1; i < items.size(); ++i) {
            const Item& item = items[i];
            std::uint32_t parent = item.parent.valid() ? m_slot[item.parent.index()] : 0;
            if (const std::uint32_t o = outlineOf[i]; o != kNoOutline) {
                if (slots[o] == 0) slots[o] = addOutline(o, parent);
                parent = slots[o];
            }
            if (item.kind == ItemKind::Group) {
                m_slot[i] = static_cast<std::uint32_t>(m_input.groups.size());
                // Notes are shown where there is room for them: they do not widen the group.
                const double title = m_text.width(item.title, TextRole::Title) + m_text.width(item.detail, TextRole::Body) + 120;
                m_input.groups.push_back({parent, title, kHeader, kPadding});
                m_frames.push_back({ItemId(i), kNoOutline});
                continue;
            }
            m_slot[i] = static_cast<std::uint32_t>(m_input.nodes.size());
            m_nodeItems.push_back(ItemId(i));
            m_input.nodes.push_back(withStubs(i, parent));
        }
        markLabels();
        for (std::uint32_t e = 0; e < m_view.edges().size(); ++e) {
            const ViewEdge& edge = m_view.edges()[e];
            const auto end = [&](ItemId id) {
                return items[id.index()].kind == ItemKind::Group ? layout::LayoutEnd::group(m_slot[id.index()])
                                                                 : layout::LayoutEnd::node(m_slot[id.index()]);
            };
            m_input.edges.push_back({end(edge.from), end(edge.to), edge.value.index(), m_labelled[e], argumentOf(edge)});
        }
    }

    /// The slot of its group.
    std::uint32_t addOutline(std::uint32_t outline, std::uint32_t parent) {
        const double name = m_text.width(m_view.options().bundles->names[m_outlines[outline].bundle], TextRole::Small);
        m_frames.push_back({{}, outline});
        m_nameWidths.push_back(std::min(kNameMaxWidth, name + 2 * kNamePadding));
        m_input.groups.push_back({parent, m_nameWidths.back() + 2 * kNameInset, 0, kPadding, kNameFoot});
        return static_cast<std::uint32_t>(m_input.groups.size() - 1);
    }

    /// The place of the value among what its target takes; of a sum or a product, whose order says nothing, what was made first
    /// comes first: residuals come in at the left, where they pass.
    std::uint32_t argumentOf(const ViewEdge& edge) const {
        if (const Item& to = m_view.item(edge.to); to.kind == ItemKind::Node && isCommutative(to.node)) {
            const auto inputs = m_view.index().flow().inputs(to.node);
            return static_cast<std::uint32_t>(
                std::ranges::count_if(inputs, [&](graph::ValueId one) { return madeAt(one) < madeAt(edge.value); }));
        }
        std::uint32_t place = 0;
        for (const graph::NodeId node : m_view.nodesOf(edge.to))
            for (const graph::ValueId value : m_view.index().flow().inputs(node)) {
                if (value == edge.value) return place;
                ++place;
            }
        return place;
    }

    bool isCommutative(graph::NodeId node) const {
        const std::string name = modules::shownOperator(m_view.index().operatorOf(node).title);
        return name == "add" || name == "mul";
    }

    /// In the order of execution; what comes in is there before.
    std::uint32_t madeAt(graph::ValueId value) const {
        const graph::NodeId producer = m_view.index().model().value(value).producer;
        return producer.valid() ? m_view.index().flow().position(producer) + 1 : 0;
    }

    /// Where the shape changes; of the edges of one value the first one says it.
    void markLabels() {
        m_labelled.assign(m_view.edges().size(), false);
        std::unordered_set<graph::ValueId> said;
        for (std::uint32_t e = 0; m_options.labels && !sideways() && e < m_labelled.size(); ++e)
            m_labelled[e] = m_view.edges()[e].typeChanges && said.insert(m_view.edges()[e].value).second;
    }

    /// Consumers' flags stand in a column at the right, producers' under the node; in left-right all of them under it.
    layout::LayoutNode withStubs(std::uint32_t item, std::uint32_t group) const {
        const layout::Size core = sizeOf(m_view.items()[item]);
        double side = 0, sideHeight = 0, belowWidth = 0;
        std::size_t below = 0;
        for (const std::uint32_t s : m_stubsOf[item]) {
            const double width = stubWidth(m_view.stubs()[s]);
            if (isBelow(m_view.stubs()[s]))
                ++below, belowWidth = std::max(belowWidth, width);
            else
                side = std::max(side, width + kStubStem), sideHeight += kStubHeight + kStubGap;
        }
        const double height = std::max(core.height, sideHeight);
        const double belowHeight = below == 0 ? 0 : kStubStem + static_cast<double>(below) * (kStubHeight + kStubGap) - kStubGap;
        layout::LayoutNode node;
        node.group = group;
        const double width = std::max(core.width + side, belowWidth);
        // Flags below stand around the node's middle; a wider one moves the node in.
        const double inset = std::max(0.0, (belowWidth - core.width) / 2);
        node.core = {inset, (height - core.height) / 2, core.width, core.height};
        node.size = {width + inset, height + belowHeight};
        return node;
    }

    bool isBelow(const Stub& stub) const { return stub.atProducer || sideways(); }

    void takeItems(const layout::LayoutResult& result) {
        const auto& items = m_view.items();
        m_scene.m_rects.resize(items.size());
        m_scene.m_numbers.assign(items.size(), 0);
        m_scene.m_bounds = result.bounds;
        for (std::uint32_t n = 0; n < m_nodeItems.size(); ++n) {
            const ItemId item = m_nodeItems[n];
            const layout::Rect core = m_input.nodes[n].core.moved(result.nodes[n].x, result.nodes[n].y);
            m_scene.m_rects[item.index()] = core;
            m_scene.m_numbers[item.index()] = n;
            const bool two = core.height >= kNodeHeight;
            m_scene.m_nodes.push_back(
                {item, core, {core.right() - kTagRoom - kTagInset, core.y + kTagInset, kTagRoom, kTagHeight}, two});
            takeStubs(item, core);
        }
        for (std::uint32_t g = 0; g < m_frames.size(); ++g) {
            const layout::Rect rect = result.groups[g + 1];
            if (m_frames[g].outline != kNoOutline) {
                takeOutline(m_outlines[m_frames[g].outline], rect);
                continue;
            }
            const ItemId item = m_frames[g].item;
            m_scene.m_rects[item.index()] = rect;
            m_scene.m_numbers[item.index()] = static_cast<std::uint32_t>(m_scene.m_groups.size());
            m_scene.m_groups.push_back({item, rect, {rect.x, rect.y, rect.width, kHeader}});
        }
    }

    void takeOutline(const Outline& outline, const layout::Rect& rect) {
        const double width = m_nameWidths[m_scene.m_outlines.size()];
        m_scene.m_outlines.push_back(
            {outline.bundle, outline.items.front(), rect, {rect.x + kNameInset, rect.bottom() - kNameHeight, width, kNameHeight}});
    }

    void takeStubs(ItemId item, const layout::Rect& core) {
        const auto& mine = m_stubsOf[item.index()];
        const auto beside = std::count_if(mine.begin(), mine.end(), [&](std::uint32_t s) { return !isBelow(m_view.stubs()[s]); });
        double y = core.centre().y - (static_cast<double>(beside) * (kStubHeight + kStubGap) - kStubGap) / 2;
        double under =
            core.y + std::max(core.height, (core.height + static_cast<double>(beside) * (kStubHeight + kStubGap)) / 2) + kStubStem;
        for (const std::uint32_t s : mine) {
            const Stub& stub = m_view.stubs()[s];
            const double width = stubWidth(stub);
            if (isBelow(stub)) {
                m_scene.m_stubs.push_back(
                    {s, {core.centre().x - width / 2, under, width, kStubHeight}, {core.centre().x, core.bottom()}, true});
                under += kStubHeight + kStubGap;
                continue;
            }
            const double middle = std::clamp(y + kStubHeight / 2, core.y + 4, core.bottom() - 4);
            m_scene.m_stubs.push_back({s, {core.right() + kStubStem, y, width, kStubHeight}, {core.right(), middle}, false});
            y += kStubHeight + kStubGap;
        }
    }

    /// What a label must not lie over: boxes, flags and headers; of two labels the first one stays.
    layout::FreeRoom roomForLabels() const {
        layout::FreeRoom room(kLabelCell);
        for (const SceneNode& node : m_scene.m_nodes) room.add(node.rect);
        for (const SceneStub& stub : m_scene.m_stubs) room.add(stub.rect);
        for (const SceneGroup& group : m_scene.m_groups) room.add(group.header);
        for (const SceneOutline& outline : m_scene.m_outlines) room.add(outline.name);
        return room;
    }

    void takeEdges(const layout::LayoutResult& result) {
        layout::FreeRoom room = roomForLabels();
        for (std::uint32_t e = 0; e < m_view.edges().size(); ++e) {
            const auto path = result.path(e);
            if (path.size() < 2) continue;
            SceneEdge edge;
            edge.edge = e;
            edge.firstPoint = static_cast<std::uint32_t>(m_scene.m_points.size());
            edge.pointCount = static_cast<std::uint32_t>(path.size());
            m_scene.m_points.insert(m_scene.m_points.end(), path.begin(), path.end());
            edge.bounds = {path.front().x, path.front().y, 0, 0};
            for (const layout::Point& point : path) edge.bounds = edge.bounds.united({point.x, point.y, 0, 0});
            if (m_labelled[e]) label(edge, path);
            if (edge.label.width > 0 && !room.take(edge.label)) edge.label = {};
            m_scene.m_edges.push_back(std::move(edge));
        }
    }

    /// At the end of the last vertical piece, above the arrow; only where the piece is long enough. Never over a node: the gap
    /// before the target's rank is free.
    void label(SceneEdge& edge, std::span<const layout::Point> path) const {
        const layout::Point to = path.back(), before = path[path.size() - 2];
        if (to.y - before.y < kLabelHeight + kArrow && path.size() > 2) return;
        const std::string words = modules::valueText(m_view.index().model(), m_view.edges()[edge.edge].value);
        const double width = m_text.width(words, TextRole::Code) + 6, y = to.y - kArrow - kLabelHeight;
        if (y < path.front().y || words.empty()) return;
        edge.label = {to.x - width / 2, y, width, kLabelHeight};
    }

    void index() {
        std::vector<layout::Rect> nodes, groups, edges, stubs, outlines;
        for (const SceneNode& node : m_scene.m_nodes) nodes.push_back(node.rect);
        for (const SceneGroup& group : m_scene.m_groups) groups.push_back(group.rect);
        for (const SceneEdge& edge : m_scene.m_edges) edges.push_back(edge.bounds.grown(kArrow));
        for (const SceneStub& stub : m_scene.m_stubs) stubs.push_back(stub.rect.grown(kStubStem));
        for (const SceneOutline& outline : m_scene.m_outlines) outlines.push_back(outline.rect);
        m_scene.m_outlineGrid = layout::GridIndex(std::move(outlines));
        m_scene.m_nodeGrid = layout::GridIndex(std::move(nodes));
        m_scene.m_groupGrid = layout::GridIndex(std::move(groups));
        m_scene.m_edgeGrid = layout::GridIndex(std::move(edges));
        m_scene.m_stubGrid = layout::GridIndex(std::move(stubs));
        auto& start = m_scene.m_edgeStart;
        start.assign(m_view.items().size() + 1, 0);
        const auto each = [&](auto&& visit) {
            for (std::uint32_t i = 0; i < m_scene.m_edges.size(); ++i) {
                const ViewEdge& edge = m_view.edges()[m_scene.m_edges[i].edge];
                visit(edge.from.index(), i);
                visit(edge.to.index(), i);
            }
        };
        each([&](std::uint32_t item, std::uint32_t) { ++start[item + 1]; });
        for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
        m_scene.m_edgeList.resize(start.back());
        auto next = start;
        each([&](std::uint32_t item, std::uint32_t edge) { m_scene.m_edgeList[next[item]++] = edge; });
    }

    Scene& m_scene;
    const ViewGraph& m_view;
    const TextMeasure& m_text;
    SceneOptions m_options;
    layout::LayoutInput m_input;
    std::vector<std::vector<std::uint32_t>> m_stubsOf;
    std::vector<std::uint32_t> m_slot;
    std::vector<bool> m_labelled;  ///< per edge of the view
    std::vector<ItemId> m_nodeItems;
    /// A group of the layout: that of an item, or an outline.
    struct Frame {
        ItemId item;
        std::uint32_t outline;
    };
    std::vector<Frame> m_frames;
    std::vector<Outline> m_outlines;
    std::vector<double> m_nameWidths;  ///< by outline, in the order of the frames
};

SceneParts Scene::visible(const layout::Rect& area) const {
    return {m_groupGrid.touching(area), m_nodeGrid.touching(area), m_edgeGrid.touching(area), m_stubGrid.touching(area),
            m_outlineGrid.touching(area)};
}

SceneHit Scene::hit(layout::Point point, double reach) const {
    const layout::Rect spot = layout::Rect{point.x, point.y, 0, 0}.grown(reach);
    for (const std::uint32_t i : m_stubGrid.touching(spot))
        if (m_stubs[i].rect.contains(point)) return {SceneHit::Kind::Stub, i};
    for (const std::uint32_t i : m_nodeGrid.touching(spot))
        if (m_nodes[i].rect.contains(point)) return {SceneHit::Kind::Node, i};
    const auto edges = m_edgeGrid.touching(spot);
    for (const std::uint32_t i : edges)
        if (m_edges[i].label.width > 0 && m_edges[i].label.contains(point)) return {SceneHit::Kind::EdgeLabel, i};
    for (const std::uint32_t i : edges) {
        const auto path = points(m_edges[i]);
        for (std::size_t k = 1; k < path.size(); ++k)
            if (distance(point, path[k - 1], path[k]) <= reach) return {SceneHit::Kind::Edge, i};
    }
    SceneHit found;
    for (const std::uint32_t i : m_groupGrid.touching(spot)) {
        if (!m_groups[i].rect.contains(point)) continue;
        found = {m_groups[i].header.contains(point) ? SceneHit::Kind::GroupHeader : SceneHit::Kind::Group, i};
    }
    return found;
}

std::vector<std::uint32_t> Scene::edgesAt(ItemId item) const {
    return {m_edgeList.begin() + m_edgeStart[item.index()], m_edgeList.begin() + m_edgeStart[item.index() + 1]};
}

Result<std::shared_ptr<const Scene>> buildScene(std::shared_ptr<const ViewGraph> view, const TextMeasure& text,
                                                const SceneOptions& options, const JobContext& job) {
    auto scene = std::make_shared<Scene>();
    scene->m_view = std::move(view);
    if (auto r = SceneBuilder(*scene, text, options).build(job); !r) return r.failure();
    // It is kept while it is shown: no room for more.
    scene->m_nodes.shrink_to_fit();
    scene->m_edges.shrink_to_fit();
    scene->m_stubs.shrink_to_fit();
    scene->m_points.shrink_to_fit();
    return std::shared_ptr<const Scene>(std::move(scene));
}

}  // namespace etscope::view
