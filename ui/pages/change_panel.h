// ChangePanel: one module of two exports: what it is before and after, and where else the same changed. GUI thread only.
#pragma once

#include "look/scrolling.h"

#include "pages/change_items.h"

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace etscope::ui {

class ChangeGraph;
class ChangePlaces;
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

}  // namespace etscope::ui
