// The Graph page: the stage in view on a canvas, with modules that open and close, search, trace, overlays. GUI thread only.
#pragma once

#include <map>

#include "frame/page.h"
#include "graph/graph_canvas.h"
#include "graph/trace.h"
#include "graph/view_graph.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace etscope::ui {

class GraphPage : public Page {
    Q_OBJECT
public:
    explicit GraphPage(Workspace& workspace, QWidget* parent = nullptr);
    bool find(const QString& text, bool forward) override;
    bool exportTo(const QString& path) override;
    bool hasContent() const override { return workspace().session() != nullptr && !workspace().session()->methods().empty(); }
    GraphCanvas* canvas() const { return m_canvas; }

public slots:
    void setOverlay(int overlay);
    /// Opens the module with that path and brings it into view, when that stage is shown.
    void showModule(const QString& method, const QString& stage, const QString& path);

protected:
    void refresh() override;

private:
    using IndexPtr = std::shared_ptr<const graph::GraphIndex>;
    void makeBar(QVBoxLayout* column);
    void takeIndex(IndexPtr index);
    void layOut(graph::NodeId anchor);
    void onSelection(const Address& address);
    void activate(graph::ItemId item);
    void setExpanded(graph::ModuleId module, bool open, graph::NodeId anchor);
    void setAllExpanded(bool open);
    void onKey(int key, Qt::KeyboardModifiers modifiers);
    void step(int key);
    void trace(graph::TraceDirection direction);
    void select(graph::NodeId node);
    void updateCrumbs();

    GraphCanvas* m_canvas;
    QStackedWidget* m_stack;
    QLabel *m_crumbs, *m_zoom, *m_message;
    QPushButton *m_modules, *m_flat, *m_fold, *m_down, *m_right, *m_trace;
    IndexPtr m_index;
    graph::ViewOptions m_options;
    graph::SceneOptions m_sceneOptions;
    std::map<QString, graph::ViewOptions> m_remembered;  ///< per method/stage
    QString m_key;
    graph::NodeId m_selected;
    std::vector<graph::NodeId> m_found;
    QString m_query;
    std::size_t m_foundAt = 0;
    std::weak_ptr<const session::Session> m_shown;
    Job<IndexPtr> m_read;
    Job<ScenePtr> m_layout;
};

}  // namespace etscope::ui
