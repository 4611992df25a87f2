// MethodColumn: the whole method as a column of boxes with their names, in the order in which it runs: modules and operators
// outside them, modules inside what is open; below each how much of it runs where. What is in view is framed. A place in it is a
// place of the scene. For scenes from top to bottom whose boxes have room. GUI thread only.
#pragma once

#include <QPainter>
#include <optional>
#include <utility>
#include <vector>

#include "graph/graph_look.h"

namespace etscope::ui {

class MethodColumn {
public:
    /// Of the look's scene in an area; no rows where they have no room in it, or the scene runs from left to right.
    MethodColumn() = default;
    MethodColumn(const GraphLook& look, const QRectF& area);

    bool empty() const { return m_rows.empty(); }
    /// Around the boxes.
    QRectF rect() const { return m_rect; }
    /// `seen`: of the scene, to be framed.
    void paint(QPainter& painter, const GraphLook& look, const std::optional<layout::Rect>& seen) const;
    layout::Point toScene(QPointF position) const;

private:
    struct Row {
        view::ItemId item;
        QString name, count;
        layout::Rect scene;
        QRectF box;
        bool inside = false;  ///< of the row above that is not
    };
    /// Where a scene's height lies in the column, and the other way.
    double yOf(double scene) const;
    std::pair<double, double> aroundNames(double top, double bottom) const;
    void addRow(const GraphLook& look, view::ItemId item, bool inside);
    void place(const QRectF& area);
    void paintRow(QPainter& painter, const GraphLook& look, const Row& row) const;

    std::vector<Row> m_rows;
    std::vector<std::pair<double, double>> m_ends;  ///< of scene and column, both growing
    QRectF m_rect;
};

}  // namespace etscope::ui
