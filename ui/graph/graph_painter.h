// GraphPainter: one frame of a scene: what is drawn at which zoom, in which colours. Used by the canvas and by exports.
#pragma once

#include <QFontMetricsF>
#include <QHash>
#include <QPainter>
#include <span>

#include "graph/graph_look.h"
#include "look/tokens.h"

namespace etscope::ui {

/// Levels of detail by zoom; each draws all of the ones above it.
enum class Detail {
    Modules,  ///< below 10 %: one block per outermost group
    Blocks,   ///< from 10 %: innermost groups as blocks, edges between groups
    Fills,    ///< from 25 %: nodes as fills, names of groups
    Titles,   ///< from 45 %: titles and tags
    All,      ///< from 70 %
};
Detail detailOf(double zoom);

/// Whether a block stands for the item at this level.
bool insideBlock(const GraphLook& look, view::ItemId item, Detail detail);

/// Measures texts with the canvas' fonts. Any thread, once a font was used in the GUI thread.
class FontMeasure final : public view::TextMeasure {
public:
    double width(std::string_view text, view::TextRole role) const override;
};
const QFont& canvasFont(view::TextRole role);
double textWidth(const QString& text, view::TextRole role);
/// Widths of texts in one font: what is in view is measured again for every frame and every layout. One thread.
class KeptWidths {
public:
    explicit KeptWidths(const QFont& font) : m_metrics(font) {}
    double of(const QString& text);

private:
    QFontMetricsF m_metrics;
    QHash<QString, double> m_widths;
};
/// Elided in the middle; empty when fewer than five letters would be left: that says nothing.
QString elidedName(std::string_view utf8, double width, view::TextRole role);

/// A group's header where it can be seen: at the top and left of the visible part when the group reaches beyond it.
struct ShownHeader {
    std::uint32_t group = 0;  ///< in Scene::groups()
    layout::Rect rect;        ///< scene units
    bool sticky = false;
};
/// Headers in `area`, outer before inner; sticky ones stand below each other. None where names are seen from afar.
std::vector<ShownHeader> shownHeaders(const view::Scene& scene, const layout::Rect& area, Detail detail);

/// The name of a group or a module that is seen from afar.
struct FarName {
    view::ItemId item;
    layout::Rect rect;       ///< scene units
    QString name, more;      ///< more: class and number of nodes, a second line; empty where there is no room
    Mark mark = Mark::None;  ///< before the name: how the module stands
};
/// Below Detail::Titles: names of groups, blocks and closed modules in the part `area`, the largest first, in a size that can be
/// read at every zoom. None lies over another, or over a node; blocks and modules without room inside have theirs beside them.
std::vector<FarName> farNames(const GraphLook& look, const layout::Rect& area, double zoom);
/// What names are looked for first: blocks and closed modules that are large enough to be seen.
std::vector<view::ItemId> farBlocks(const GraphLook& look, const layout::Rect& area, double zoom);
/// The font of such a name, in pixels at every zoom.
const QFont& farFont(view::TextRole role);
/// In pixels.
double farWidth(const QString& text, view::TextRole role);

/// The side of a mark of how a module stands, in pixels; measure::kStateRoom is what it takes beside a name.
inline constexpr double kStateMark = 11;
/// Opacity outside a trace.
inline constexpr double kFaded = 0.35;
/// Widths of the rings around what is selected, and around what that is in another graph.
inline constexpr double kSelectedRing = 2.5, kCounterpartRing = 1.5;

/// A saved query's number in its colour.
void paintQueryMark(QPainter& painter, const QRectF& area, int number);

class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphLook& look, double zoom)
        : m_p(painter), m_scene(*look.scene()), m_look(look), m_zoom(zoom), m_detail(detailOf(zoom)), m_t(tokens()) {}
    /// Paints what touches `area`; the painter's transformation maps scene units to pixels. Headers stick to the edges of `whole`,
    /// of which `area` may be a tile.
    void paint(const layout::Rect& area) { paint(area, area); }
    void paint(const layout::Rect& area, const layout::Rect& whole);

private:
    bool hot(const view::SceneEdge& edge) const;
    bool insideBlock(view::ItemId item) const { return ui::insideBlock(m_look, item, m_detail); }
    bool isBlock(view::ItemId group) const;
    void group(const view::SceneGroup& group);
    void header(const ShownHeader& header);
    void outlines(std::span<const std::uint32_t> numbers);
    void outlineNames(std::span<const std::uint32_t> numbers);
    void farName(const FarName& name);
    void edges(std::span<const std::uint32_t> numbers);
    void edge(const view::SceneEdge& edge, bool hot);
    void arrow(std::span<const layout::Point> points, const QColor& colour);
    void edgeLabel(const view::SceneEdge& edge, bool hot);
    void stub(const view::SceneStub& stub);
    void node(const view::SceneNode& node);
    void frame(const QRectF& rect, const view::Item& item, const ItemPaint& paint, bool hovered);
    void shares(const QRectF& rect, const ItemPaint& paint, double height);
    void nodeText(const view::SceneNode& node, const view::Item& item, const ItemPaint& paint);
    void queryMarks(const QRectF& rect, unsigned bits);
    double tag(const view::SceneNode& node, const ItemPaint& paint, bool below);
    bool tagsBelow(const view::SceneNode& node, const view::Item& item, const ItemPaint& paint, double room) const;
    void farSign(const QRectF& rect, Mark sign);
    void chevron(double x, double y, bool open);
    /// Around what is selected, or thinner around what that is in another graph.
    void ring(const QRectF& rect, double width);
    QPen line(const QColor& colour, double width) const;

    QPainter& m_p;
    const view::Scene& m_scene;
    const GraphLook& m_look;
    double m_zoom;
    Detail m_detail;
    const Tokens& m_t;
};

}  // namespace etscope::ui
