// ChangeGraph: both sides of one module in one drawing: what is gone, what is new, what is another, each with its sign. GUI thread
// only.
#pragma once

#include <QWidget>

#include "compare/union_graph.h"
#include "pages/change_items.h"

class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class ChoiceBar;
class GraphCanvas;

class ChangeGraph : public QWidget {
    Q_OBJECT
public:
    /// Nodes of both sides that are drawn; modules with more are told by what is inside.
    static constexpr std::size_t kMostNodes = 80;
    explicit ChangeGraph(QWidget* parent = nullptr);
    /// Of a row of a module; of others, and of what is the same on both sides, nothing is shown.
    void show(const ChangeItemsPtr& items, int item);
    /// Less room is enough: it scrolls.
    void setLow(bool low);
    GraphCanvas* canvas() const { return m_canvas; }

signals:
    /// Of both sides; invalid: that side does not have it.
    void nodeChosen(etscope::ui::Address left, etscope::ui::Address right);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw();
    void fit();
    void drawNothing();
    void sayCounts(const compare::UnionGraph& graph);
    void choose(graph::NodeId node);

    QHBoxLayout* m_legend;
    ChoiceBar* m_sides;
    QLabel* m_note;
    GraphCanvas* m_canvas;
    ChangeItemsPtr m_items;
    int m_method = -1, m_item = -1;
    compare::UnionGraph m_graph;
};

}  // namespace etscope::ui
