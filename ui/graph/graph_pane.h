// GraphPane: the stage in view of a workspace on a canvas: what is read, laid out, selected, and asked for by clicks and commands.
// What it is made of does not know it. Reading, laying out and overlays are jobs. GUI thread only.
#pragma once

#include <span>

#include "graph/graph_bar.h"
#include "graph/graph_colours.h"
#include "graph/graph_export.h"
#include "graph/graph_marks.h"
#include "graph/graph_trace.h"
#include "graph/kept_views.h"
#include "graph/node_search.h"
#include "graph/open_delegates.h"
#include "graph/scene_steps.h"
#include "graph/shown_graph.h"

namespace etscope::ui {

class GraphPane;

/// What can be done with a graph: by its key, from the menu of the canvas and from the palette.
struct GraphCommand {
    /// A graph, something selected, two nodes selected one after the other, something inside the selection, a search.
    enum class Needs { Graph, Selection, TwoNodes, Inside, Found };
    const char* id;  ///< of Commands
    const char* title;
    QKeyCombination keys;
    Needs needs;
    void (*run)(GraphPane&);
};

class GraphPane : public Page {
    Q_OBJECT
public:
    explicit GraphPane(Workspace& workspace, QWidget* parent = nullptr);
    bool find(const QString& text, bool forward, bool here = false) override;
    /// The next operator that is at fault, in the order of execution.
    bool nextBad(bool forward) override;
    QString badReason() const override { return m_marks->badReason(); }
    Result<void> exportTo(const QString& path) override { return m_export->writeNow(path); }
    void startExport(const QString& path, std::function<void(Result<void>)> done) override {
        m_export->write(path, std::move(done));
    }
    bool hasContent() const override { return workspace().session() != nullptr && !workspace().session()->methods().empty(); }
    GraphCanvas* canvas() const { return m_canvas; }
    GraphBar& bar() const { return *m_bar; }
    /// Whose verdicts the graph tells.
    void setJudge(const Workspace& judge);
    GraphColours& colours() const { return *m_colours; }
    GraphMarks& marks() const { return *m_marks; }
    static std::span<const GraphCommand> commands();
    /// Why the command cannot be run now; empty: it can.
    QString cannot(const GraphCommand& command) const;
    /// Nothing happens when it cannot be run.
    void run(const GraphCommand& command);
    /// Opens every module and every repeated block.
    void expandAll();

signals:
    void splitRequested();

protected:
    QWidget* contentFocus() const override { return hasContent() ? m_canvas : nullptr; }
    void refresh() override;
    void leave() override;

private:
    void connectCanvas();
    void connectBar();
    /// Whether the graph that was read is the one in view: a hidden pane keeps another until it is shown.
    bool isCurrent() const;
    /// The graph in view; without an index: none.
    GraphSubject subject() const;
    void leaveStage();
    void read();
    void takeStage(ShownGraph stage);
    void showOpened(const modules::GraphIndex& before);
    void layOut(const GraphPlace& anchor, bool reveal = false);
    void takeScene(const ScenePtr& scene, const GraphPlace& anchor, bool reveal);
    Address addressOf(const GraphPlace& place) const;
    void onSelection(const Address& address);
    void select(const GraphPlace& place, bool reveal);
    void selectNode(graph::NodeId node);
    void revealModule(modules::ModuleId module);
    /// Nothing of this stage is selected, but perhaps what it is here.
    void showRelated();
    void updateCrumbs();
    void openDelegate(graph::NodeId call);

    // graph_commands.cpp, graph_menu.cpp: what keys, clicks, buttons and the menu do.
    void onKey(int key, Qt::KeyboardModifiers modifiers);
    void activate(view::ItemId item);
    void step(Arrow arrow);
    void setAllOpen(bool open);
    void set(ShownGraph::Switch which, bool on);
    void showMenu(QPoint position);

    GraphCanvas* m_canvas;
    GraphBar* m_bar;
    GraphTrace* m_tracing;
    NodeSearch* m_search;
    GraphColours* m_colours;
    GraphMarks* m_marks;
    GraphExport* m_export;
    ShownGraph m_shown;
    KeptViews m_kept;  ///< by stage
    QString m_key;     ///< the stage that is read or shown
    OpenDelegates m_delegates;
    GraphPlace m_place;
    graph::NodeId m_before;  ///< the node that was selected before this one
    Job<ShownGraph> m_read{this};
    Job<ScenePtr> m_layout{this};
};

}  // namespace etscope::ui
