// Panels beside the scene: the whole method as a column of boxes, where these have no room as a map (drawn once per scene into a
// picture), and the legend of the overlay. GUI thread only.
#pragma once

#include <QMargins>
#include <QPainter>
#include <QPixmap>
#include <optional>

#include "graph/method_column.h"

namespace etscope::ui {

class GraphPanels {
public:
    /// Forgets the picture of the map: the scene, the overlay or the theme has changed.
    void invalidate() { m_map = {}, m_column.reset(); }
    /// What they take of a canvas of that size: a column at its left, or a strip below a narrow one. The scene has the rest.
    QMargins margins(const GraphLook& look, QSize canvas) const;
    /// Paints both beside `area`, the part of the canvas `whole` that the scene has; the part `seen` of the scene is framed in the
    /// map. That is left out when all of the scene is seen, or there is no room; the legend is one line where there is little.
    void paint(QPainter& painter, const GraphLook& look, const QRect& whole, const QRect& area, const layout::Rect& seen);
    /// Where the map was painted last; empty when it was not.
    QRectF mapRect() const { return m_mapRect; }
    /// Of an overlay of amounts: the ramp, whose ends can be dragged; its width is the whole of the amounts.
    QRectF rampRect() const { return m_rampRect; }
    /// The place of the scene under a point of the map.
    layout::Point toScene(const GraphLook& look, QPointF position) const;

private:
    QSizeF mapSize(const GraphLook& look, const QRectF& column, const layout::Rect& seen) const;
    QSizeF legendSize(const GraphLook& look, bool brief) const;
    void paintWhole(QPainter& painter, const GraphLook& look, QRectF room, const layout::Rect& seen);
    void paintMap(QPainter& painter, const GraphLook& look, const QRectF& box, const layout::Rect& seen);
    void paintLegend(QPainter& painter, const GraphLook& look, const QRectF& box, bool brief);
    void drawMap(const GraphLook& look, QSizeF size, qreal ratio);

    QPixmap m_map;
    std::optional<MethodColumn> m_column;  ///< nothing: not made yet for the scene in that room
    QRectF m_columnRoom;
    QRectF m_mapRect, m_rampRect;
};

}  // namespace etscope::ui
