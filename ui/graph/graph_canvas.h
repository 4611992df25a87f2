// GraphCanvas: draws a Scene with level of detail, and translates mouse and keys into selections and requests. Knows nothing
// of sessions. GUI thread only.
#pragma once

#include <QAbstractScrollArea>
#include <set>

#include "charts/chart_accessible.h"
#include "graph/graph_look.h"
#include "graph/graph_panels.h"

namespace etscope::ui {

class Crossfade;
class PanelKeys;

class GraphCanvas : public QAbstractScrollArea, public AccessibleItems {
    Q_OBJECT
public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    /// The width of scenes, in their units, that a canvas of so many pixels shows whole when it opens.
    static double firstWidth(int pixels);
    /// Shows another scene. Of the same stage, `anchor` (or what is in the middle of the view) stays where it is on the screen;
    /// of another one the view starts at the top.
    void setScene(ScenePtr scene, const GraphPlace& anchor = {});
    const ScenePtr& scene() const { return m_look.scene(); }
    void setSelected(const GraphPlace& place, bool reveal);
    /// Scrolls until the item is in view; what is in view already stays where it is.
    void reveal(view::ItemId item);
    const GraphPlace& selected() const { return m_selected; }
    /// How the modules of the stage stand: blocks wear the marks; null: not known.
    void setStates(ModuleStatesPtr states);
    void setNodes(NodeSet which, std::set<graph::NodeId> nodes);
    /// Nodes that match saved queries: they wear the numbers.
    void setMarks(std::vector<QueryMark> marks);
    bool opens(view::ItemId item) const { return m_look.opens(item); }
    void setOverlay(OverlayPtr overlay);
    const OverlayPtr& overlay() const { return m_look.wholeOverlay(); }
    /// The amounts that the overlay's colours tell apart; nothing: all of them.
    void setRange(std::optional<AmountRange> range);
    AmountRange range() const { return m_look.range(); }
    double zoom() const { return m_zoom; }
    void setZoom(double zoom, QPointF around);
    /// About the middle of the view.
    void zoomBy(double factor) { setZoom(m_zoom * factor, QPointF(viewport()->rect().center())); }
    void fitAll() { fitItem(view::ItemId(std::uint32_t{0})); }
    void fitItem(view::ItemId item);
    void centreOn(const layout::Rect& rect);
    /// Nothing happens when nothing is selected.
    void fitSelected();
    void centreSelected();
    QPointF toView(layout::Point point) const;
    layout::Point toScene(QPointF point) const;
    /// The part of the scene that is in view.
    layout::Rect seen() const;
    /// Map and legend.
    void setPanelsShown(bool shown);
    bool panelsShown() const { return m_panelsShown; }
    const GraphPanels& panels() const { return m_panels; }
    const GraphLook& look() const { return m_look; }

    // What screen readers are told: the items of the view graph, by their numbers.
    std::size_t count() const override;
    int current() const override;
    /// As a click on it does.
    void choose(std::size_t item) override;
    void open(std::size_t item) override { choose(item); }
    QRectF boxOf(std::size_t item) const override;
    /// "aten.linear, aten_linear_default, f32[1,4]": title, name, what it gives.
    QString nameOf(std::size_t item) const override;
    QString tooltipOf(std::size_t item) const override;
    int itemAt(QPointF point) const override;
    /// Those that are drawn: modules that stand for what is in them, or nodes, with the headers of the groups around them.
    std::vector<std::size_t> inView(std::size_t most) const override;

signals:
    void placeClicked(GraphPlace place);
    void itemActivated(view::ItemId item);  ///< double click, chevron
    void stubActivated(graph::ValueId value);  ///< a click on a flag whose source is in view
    void splitRequested(GraphPlace place);  ///< middle click
    void menuRequested(QPoint globalPosition);
    void keyRequested(int key, Qt::KeyboardModifiers modifiers);
    void zoomChanged(double zoom);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct Hit {
        view::ItemId item;
        bool chevron = false;
        std::int64_t edge = -1;  ///< in Scene::edges()
        std::int64_t stub = -1;  ///< in Scene::stubs()
    };
    enum class Ramp { None, Low, High };
    /// `share` of the ramp's width.
    void moveEnd(Ramp end, double share);
    bool takesMapKey(int key);
    bool takesRampKey(int key, bool shift);
    Hit hitAt(QPointF position) const;
    GraphPlace placeInView() const;
    const view::Stub& stubAt(const Hit& hit) const;
    graph::ValueId madeElsewhere(const Hit& hit) const;
    QString tipOf(const Hit& hit) const;
    void hover(QPointF position);
    void tellSelected();
    void tellFocus();
    bool onRamp(QPointF position) const;
    double onWholeRamp(QPointF position) const;
    void placePanelKeys();
    /// The part of the viewport that the scene has; the panels have the rest.
    QRect sceneArea() const;
    double leastZoom() const;
    double fitting(const layout::Rect& rect) const;
    void updateScrollBars();
    void scrollTo(double x, double y);

    GraphLook m_look;
    GraphPanels m_panels;
    GraphPlace m_selected;
    double m_zoom = 1;
    QPoint m_dragFrom, m_pressed;
    Ramp m_draggedEnd = Ramp::None;
    Crossfade* m_fade;
    PanelKeys *m_mapKeys, *m_rampKeys;
    bool m_dragging = false, m_draggingMap = false, m_panelsShown = true;
};

}  // namespace etscope::ui
