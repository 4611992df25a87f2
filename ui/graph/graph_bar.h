// GraphBar: the bar over a graph: where the selection is, what was found, the switches of the view, the zoom; what it has no room
// for is in a menu. GUI thread only.
#pragma once

#include <vector>

#include "graph/graph_canvas.h"
#include "graph/shown_graph.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace etscope::ui {

class GraphBar : public QWidget {
    Q_OBJECT
public:
    /// A step of the way to what is selected.
    struct Crumb {
        QString name;
        QString module = {};   ///< its path: a click selects it
        QString address = {};  ///< of an operator
    };
    GraphBar(GraphCanvas& canvas, QWidget* parent);
    void setCrumbs(QList<Crumb> crumbs);
    void setSwitches(const ShownGraph& graph);
    void setTraced(bool on);
    void tell(const QString& what);
    /// What a graph beside another has at the left, instead of the path, and at the right.
    void setParts(QWidget* left, QWidget* right);
    /// Whether another graph can be had beside this one.
    bool splits() const;

signals:
    void moduleChosen(QString path);
    void switched(ShownGraph::Switch which, bool on);
    void traceChosen(bool on);
    void exportChosen();
    void splitRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// `digits` of room from which on it is shown, 0: always.
    QPushButton* add(const QString& title, const QString& tip, int digits, std::optional<Icon> icon = {});
    void addZoom(GraphCanvas& canvas);
    void showCrumbs();
    void showMore();

    QHBoxLayout* m_row;
    QLabel *m_path, *m_found;
    QPushButton *m_modules, *m_flat, *m_fold, *m_down, *m_right, *m_trace, *m_split;
    QToolButton* m_more;  ///< of what has no room
    std::vector<std::pair<QWidget*, int>> m_parts;
    QList<Crumb> m_crumbs;
};

}  // namespace etscope::ui
