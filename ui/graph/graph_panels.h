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
    /// Paints both, one above the other, in a corner of `view` where they cover no node or flag; the part `seen` of the scene is
    /// framed in the map. The map is left out when all of the scene is seen, or no corner has room for both; the legend is one line
    /// when none has room for all of it, and left out in a view that is too small. A corner is kept while it is free.
    void paint(QPainter& painter, const GraphLook& look, const QRect& view, const layout::Rect& seen);
    /// Where the map was painted last; empty when it was not.
    QRectF mapRect() const { return m_mapRect; }
    /// Of an overlay of amounts: the ramp, whose ends can be dragged; its width is the whole of the amounts.
    QRectF rampRect() const { return m_rampRect; }
    /// The place of the scene under a point of the map.
    layout::Point toScene(const GraphLook& look, QPointF position) const;

private:
    enum class Corner : std::uint8_t { BottomRight, BottomLeft, TopRight, TopLeft };
    /// Where the two go; an empty rectangle: not painted.
    struct Places {
        QRectF legend, map;
        bool brief = false;  ///< the legend is one line
    };

    QSizeF mapSize(const GraphLook& look, const QRect& view, const layout::Rect& seen) const;
    QSizeF legendSize(const GraphLook& look, const QRect& view, bool brief) const;
    Places places(const GraphLook& look, const QRect& view, const layout::Rect& seen);
    void paintMap(QPainter& painter, const GraphLook& look, const QRectF& box, const layout::Rect& seen);
    void paintLegend(QPainter& painter, const GraphLook& look, const QRectF& box, bool brief);
    void drawMap(const GraphLook& look, QSizeF size, qreal ratio);

    QPixmap m_map;
    QRectF m_mapRect, m_rampRect;
    Corner m_corner = Corner::BottomRight;
};

}  // namespace etscope::ui
