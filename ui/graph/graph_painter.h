// GraphPainter: one frame of a scene: what is drawn at which zoom, in which colours. Used by the canvas and by exports.
#pragma once

#include <QPainter>
#include <set>

#include "graph/graph_canvas.h"
#include "look/tokens.h"

namespace etscope::ui {

/// Measures texts with the window's fonts.
class FontMeasure final : public graph::TextMeasure {
public:
    double width(std::string_view text, graph::TextRole role) const override;
};

/// Backend word of a node for the delegation overlay; empty: runs on the CPU.
QString backendOf(const graph::GraphIndex& index, graph::NodeId node);

struct GraphLook {
    double zoom = 1;
    graph::ItemId selected, hovered;
    const std::set<graph::NodeId>* found = nullptr;
    const std::set<graph::NodeId>* traced = nullptr;
    Overlay overlay = Overlay::None;
};

class GraphPainter {
public:
    GraphPainter(QPainter& painter, const graph::Scene& scene, const GraphLook& look) : m_p(painter), m_scene(scene), m_look(look), m_t(tokens()) {}
    /// Paints what touches `area`; the painter's transformation maps scene units to pixels. Returns the nodes painted.
    int paint(const graph::Rect& area);

private:
    bool dimmed(graph::ItemId item) const;
    void group(const graph::SceneGroup& group);
    void edge(const graph::SceneEdge& edge);
    void stub(const graph::SceneStub& stub);
    void node(const graph::SceneNode& node);
    void nodeText(const graph::SceneNode& node, const graph::Item& item);
    void tag(const graph::SceneNode& node, const QString& text);
    void chevron(double x, double y, bool open);
    FamilyColours colours(const graph::Item& item) const;
    QString tagText(const graph::Item& item) const;
    QPen cosmetic(const QColor& colour, double width) const;

    QPainter& m_p;
    const graph::Scene& m_scene;
    const GraphLook& m_look;
    const Tokens& m_t;
};

}  // namespace etscope::ui
