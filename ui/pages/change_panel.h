// ChangePanel: one module of two exports: what it is before and after, and where else the same changed. ChangeGraph: both sides of
// it in one drawing: what is gone, what is new, what is another, each with its sign. GUI thread only.
#pragma once

#include <QWidget>

#include "answers/change_items.h"
#include "compare/union_graph.h"
#include "look/make.h"

class QBoxLayout;
class QGridLayout;
class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class ChangeGraph;
class ChangePlaces;
class ChoiceBar;
class GraphCanvas;
class TextLabel;

class ChangePanel : public SteadyScrollArea {
    Q_OBJECT
public:
    explicit ChangePanel(QWidget* parent = nullptr);
    /// −1: nothing is chosen.
    void show(const ChangeItemsPtr& items, int item);
    ChangePlaces* places() const { return m_places; }
    ChangeGraph* graph() const { return m_graph; }

signals:
    /// Another place was chosen: an item, or a module that the item of its likes tells of.
    void placeChosen(int item, QString path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addRow(const QString& title, const QString& before, const QString& after);
    void showFacts(const ChangeItem& item);
    void showPlaces(const ChangeItemsPtr& items, int item);

    QWidget* m_page;
    TextLabel *m_title, *m_sentence;
    QLabel *m_placesTitle, *m_placesNote;
    QWidget* m_table = nullptr;
    QGridLayout* m_rows = nullptr;
    QBoxLayout* m_sides = nullptr;  ///< facts, and the graph with its likes
    ChangeGraph* m_graph;
    ChangePlaces* m_places;
    ChangeItemsPtr m_items;
};

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
    void nodeChosen(etscope::ui::Address before, etscope::ui::Address after);

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
