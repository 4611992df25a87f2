// GraphColours: by what a graph is coloured: an overlay, the values of a file that the overlay of values shows, its thresholds.
// GUI thread only.
#pragma once

#include "graph/graph_canvas.h"
#include "workspace/page.h"

namespace etscope::ui {

class GraphColours : public QObject {
    Q_OBJECT
public:
    using Values = std::shared_ptr<const profile::CustomValues>;

    /// `subject`: the graph in view; without an index: none. What is dropped on the page is read as values.
    GraphColours(Page& page, GraphCanvas& canvas, std::function<GraphSubject()> subject);
    /// An Overlay by its number in overlayNames().
    void set(int overlay);
    /// Colours by these (Overlay::Custom).
    void setValues(const Values& values);
    /// Reads values of nodes from a CSV or JSON file and colours by them; false when it holds none.
    bool load(const QString& path);
    /// Colours anew when what is known of a method's numeric gap is of another run.
    void setJudge(const Workspace& judge);
    /// Colours the graph that is in view now.
    void show();
    void clear();
    void askForValues();
    /// By keyboard what dragging the legend's ends does.
    void askForRange();
    bool eventFilter(QObject* page, QEvent* event) override;

signals:
    void changed(Overlay overlay);
    void shown();  ///< a graph has its colours
    void loaded(Values values);
    void told(QString what);
    void notValues(QString path);  ///< a file that was dropped

private:
    Page& m_page;
    GraphCanvas& m_canvas;
    std::function<GraphSubject()> m_subject;
    Overlay m_overlay = Overlay::None;
    Values m_values;
    Job<OverlayPtr> m_job{this};
};

}  // namespace etscope::ui
