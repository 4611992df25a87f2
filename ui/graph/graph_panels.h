// Panels over the canvas: the overview map (drawn once per scene into a picture) and the legend of the overlay. GUI thread only.
#pragma once

#include <QPainter>
#include <QPixmap>

#include "graph/graph_look.h"

namespace etscope::ui {

class GraphPanels {
public:
    /// Forgets the picture of the map: the scene, the overlay or the theme has changed.
    void invalidate() { m_map = {}; }
    /// Paints both in the bottom right corner of `view`, the part `seen` of the scene framed in the map. The map is left out when
    /// all of the scene is seen; the legend when there is no room for it.
    void paint(QPainter& painter, const GraphLook& look, const QRect& view, const layout::Rect& seen);
    /// Where the map was painted last; empty when it was not.
    QRectF mapRect() const { return m_mapRect; }
    QRectF legendRect() const { return m_legendRect; }
    /// Of an overlay of amounts: the ramp, whose ends can be dragged; its width is the whole of the amounts.
    QRectF rampRect() const { return m_rampRect; }
    /// The place of the scene under a point of the map.
    layout::Point toScene(const GraphLook& look, QPointF position) const;

private:
    double paintMap(QPainter& painter, const GraphLook& look, const QRect& view, const layout::Rect& seen);
    void paintLegend(QPainter& painter, const GraphLook& look, const QRect& view, double bottom);
    void drawMap(const GraphLook& look, QSizeF size, qreal ratio);

    QPixmap m_map;
    QRectF m_mapRect, m_legendRect, m_rampRect;
};

}  // namespace etscope::ui
