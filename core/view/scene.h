// Scene: a laid-out ViewGraph as flat arrays of drawable things in base units, with indexes for culling and hit testing.
// Immutable; keeps the ViewGraph alive; any thread. Measures are those of the canvas: nodes 44 or 28 high, and so on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "layout/geometry.h"
#include "layout/grid_index.h"
#include "layout/layout.h"
#include "view/text_measure.h"
#include "view/view_graph.h"

namespace etscope::view {

namespace measure {
inline constexpr double kNodeHeight = 44, kOneLineHeight = 28, kPatternHeight = 30, kModuleHeight = 34;
inline constexpr double kMinWidth = 120, kMaxWidth = 300, kWidthStep = 8, kTextPadding = 28;
inline constexpr double kFamilyBar = 5, kTextLeft = 14, kTagHeight = 15, kTagInset = 5, kTagRoom = 56;
inline constexpr double kHeader = 25, kPadding = 10, kStripHeight = 6, kPatternOffset = 3, kChevronRoom = 16, kCountGap = 12,
                        kStateRoom = 16;
inline constexpr double kStubHeight = 18, kStubStem = 12, kStubGap = 2, kStubTip = 7, kStubMaxWidth = 220;
inline constexpr double kArrow = 8, kCorner = 6, kLabelHeight = 16, kMargin = 24;
inline constexpr double kNameHeight = 15, kNameFoot = 8, kNameInset = 8, kNamePadding = 6, kNameMaxWidth = 240;  ///< of outlines
}  // namespace measure

struct SceneOptions {
    layout::Direction direction = layout::Direction::TopDown;
    bool tagRoom = false;  ///< leave room for an overlay tag beside the title
    bool labels = true;    ///< edge labels where they are shown without hovering
};

struct SceneNode {
    ItemId item;
    layout::Rect rect;
    layout::Rect tag;  ///< slot at the top right for the overlay's word
    bool twoLines = false;
};

struct SceneGroup {
    ItemId item;
    layout::Rect rect;
    layout::Rect header;
};

struct SceneEdge {
    std::uint32_t edge = 0;  ///< in ViewGraph::edges()
    std::uint32_t firstPoint = 0;
    std::uint32_t pointCount = 0;
    layout::Rect bounds;
    layout::Rect label;  ///< of the value's type and shape where it changes; empty width: none shown by default
};

struct SceneStub {
    std::uint32_t stub = 0;  ///< in ViewGraph::stubs()
    layout::Rect rect;       ///< the flag without its stem
    layout::Point stem;      ///< where the stem leaves the node; it ends at the flag
    bool below = false;      ///< under its node (pointing down at producers) instead of at its right
};

/// Around items that run as one; its name stands at the lower edge.
struct SceneOutline {
    std::uint32_t bundle = 0;  ///< in ViewOptions::bundles
    ItemId first;              ///< of the items inside
    layout::Rect rect;
    layout::Rect name;
};

/// Things of a scene that touch a rectangle or lie under a point; numbers are positions in the scene's arrays.
struct SceneParts {
    std::vector<std::uint32_t> groups, nodes, edges, stubs, outlines;
};

struct SceneHit {
    enum class Kind : std::uint8_t { Nothing, Node, GroupHeader, Group, Edge, EdgeLabel, Stub };
    Kind kind = Kind::Nothing;
    std::uint32_t number = 0;
};

class Scene {
public:
    const ViewGraph& view() const& noexcept { return *m_view; }
    const std::vector<SceneNode>& nodes() const& noexcept { return m_nodes; }
    const std::vector<SceneGroup>& groups() const& noexcept { return m_groups; }  ///< outer before inner; the root is not drawn
    const std::vector<SceneEdge>& edges() const& noexcept { return m_edges; }
    const std::vector<SceneStub>& stubs() const& noexcept { return m_stubs; }
    const std::vector<SceneOutline>& outlines() const& noexcept { return m_outlines; }
    /// "XNNPACK 9 · attention"
    const std::string& nameOf(const SceneOutline& outline) const noexcept { return m_view->options().bundles->names[outline.bundle]; }
    std::span<const layout::Point> points(const SceneEdge& edge) const& noexcept {
        return std::span<const layout::Point>(m_points).subspan(edge.firstPoint, edge.pointCount);
    }
    layout::Direction direction() const noexcept { return m_direction; }
    const layout::Rect& bounds() const& noexcept { return m_bounds; }
    const layout::LayoutCounters& counters() const& noexcept { return m_counters; }

    /// What touches the rectangle, in drawing order.
    SceneParts visible(const layout::Rect& area) const;
    /// The topmost thing under the point; `reach` is how far beside a line still counts.
    SceneHit hit(layout::Point point, double reach = 4) const;
    /// Where the item is; an empty rectangle for the root.
    layout::Rect rectOf(ItemId item) const noexcept { return m_rects[item.index()]; }
    /// Number of the item's node or group in nodes() or groups(), by its kind.
    std::uint32_t numberOf(ItemId item) const noexcept { return m_numbers[item.index()]; }
    /// Edges at the item (of the item itself, not of what lies inside), as numbers in edges().
    std::vector<std::uint32_t> edgesAt(ItemId item) const;

private:
    friend class SceneBuilder;
    friend Result<std::shared_ptr<const Scene>> buildScene(std::shared_ptr<const ViewGraph>, const TextMeasure&,
                                                           const SceneOptions&, const JobContext&);

    std::shared_ptr<const ViewGraph> m_view;
    layout::Direction m_direction = layout::Direction::TopDown;
    std::vector<SceneNode> m_nodes;
    std::vector<SceneGroup> m_groups;
    std::vector<SceneEdge> m_edges;
    std::vector<SceneStub> m_stubs;
    std::vector<SceneOutline> m_outlines;
    std::vector<layout::Point> m_points;
    std::vector<layout::Rect> m_rects;
    std::vector<std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_edgeStart, m_edgeList;  ///< edges per item
    layout::GridIndex m_nodeGrid, m_groupGrid, m_edgeGrid, m_stubGrid, m_outlineGrid;
    layout::Rect m_bounds;
    layout::LayoutCounters m_counters;
};

/// Errors: `cancelled`.
Result<std::shared_ptr<const Scene>> buildScene(std::shared_ptr<const ViewGraph> view, const TextMeasure& measure,
                                                const SceneOptions& options = {}, const JobContext& job = {});

}  // namespace etscope::view
