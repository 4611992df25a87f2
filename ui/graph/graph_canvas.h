// GraphCanvas: draws a Scene with level of detail, and translates mouse and keys into selections and requests. Knows nothing
// of sessions. GUI thread only.
#pragma once

#include <QAbstractScrollArea>
#include <memory>
#include <set>

#include "graph/scene.h"

namespace etscope::ui {

enum class Overlay { None, Delegation, ValueType };

using ScenePtr = std::shared_ptr<const graph::Scene>;

class GraphCanvas : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    /// Shows another scene; `anchor` (a node of both) stays where it is on the screen.
    void setScene(ScenePtr scene, graph::NodeId anchor = {});
    const ScenePtr& scene() const { return m_scene; }
    void setSelected(graph::NodeId node, bool reveal);
    void setFound(std::set<graph::NodeId> nodes);
    /// Nodes of a trace: everything else is dimmed; empty: no trace.
    void setTraced(std::set<graph::NodeId> nodes);
    void setOverlay(Overlay overlay);
    double zoom() const { return m_zoom; }
    void setZoom(double zoom, QPointF around);
    void fitAll();
    void fitItem(graph::ItemId item);
    void centreOn(const graph::Rect& rect);
    /// Nodes painted in the last frame, for tests of culling.
    int paintedNodes() const { return m_paintedNodes; }
    QPointF toView(graph::Point point) const;
    graph::Point toScene(QPointF point) const;
    /// Paints the whole scene at 100 % with the painter's origin at the scene's corner.
    void paintAll(QPainter& painter) const;
    void setMapShown(bool shown);
    bool mapShown() const { return m_map; }

signals:
    void nodeClicked(graph::NodeId node);
    void itemActivated(graph::ItemId item);  ///< double click, chevron or Enter
    void keyRequested(int key, Qt::KeyboardModifiers modifiers);
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateScrollBars();
    QRectF mapRect() const;
    void paintMap(QPainter& painter) const;
    graph::ItemId itemAt(QPointF position, bool& chevron) const;

    ScenePtr m_scene;
    double m_zoom = 1;
    graph::NodeId m_selected;
    graph::ItemId m_hovered;
    std::set<graph::NodeId> m_found, m_traced;
    Overlay m_overlay = Overlay::None;
    QPoint m_dragFrom;
    bool m_dragging = false, m_map = true;
    int m_paintedNodes = 0;
};

}  // namespace etscope::ui
