// GraphPane: the stage in view of a workspace on a canvas, with modules that open and close, search, trace, overlays, export.
// Reading, laying out and overlays are jobs. GUI thread only.
#pragma once

#include <QMap>
#include <set>
#include <span>

#include "graph/graph_canvas.h"
#include "graph/graph_export.h"
#include "graph/graph_trace.h"
#include "graph/kept_views.h"
#include "graph/node_search.h"
#include "graph/scene_steps.h"
#include "view/view_graph.h"
#include "workspace/page.h"

class QHBoxLayout;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;
class QVBoxLayout;

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
    QString badReason() const override;
    Result<void> exportTo(const QString& path) override;
    void startExport(const QString& path, std::function<void(Result<void>)> done) override;
    bool hasContent() const override { return workspace().session() != nullptr && !workspace().session()->methods().empty(); }
    GraphCanvas* canvas() const { return m_canvas; }
    static std::span<const GraphCommand> commands();
    /// Why the command cannot be run now; empty: it can.
    QString cannot(const GraphCommand& command) const;
    /// Nothing happens when it cannot be run.
    void run(const GraphCommand& command);
    /// Marks the nodes of these paths: what is selected in the graph `by` is them here.
    void setCounterparts(const QObject* by, const QStringList& paths);
    /// What a graph beside another has at the left of its bar, instead of the path, and at the right.
    void setBarParts(QWidget* left, QWidget* right);
    /// Whose verdict says how the modules stand, where it is of the same session: the own workspace's, unless told otherwise.
    void setJudge(const Workspace& judge);
    /// Colours by these (Overlay::Custom).
    void setValues(const std::shared_ptr<const profile::CustomValues>& values);

public slots:
    /// Opens every module and every repeated block.
    void expandAll();
    /// An Overlay by its number in overlayNames().
    void setOverlay(int overlay);
    /// Reads values of nodes from a CSV or JSON file and colours by them (Overlay::Custom); false when it holds none.
    bool loadValues(const QString& path);

signals:
    void valuesLoaded(std::shared_ptr<const profile::CustomValues> values);
    void splitRequested();

protected:
    QWidget* contentFocus() const override { return hasContent() ? m_canvas : nullptr; }
    void refresh() override;
    void leave() override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    using IndexPtr = std::shared_ptr<const modules::GraphIndex>;
    void makeBar(QVBoxLayout* column);
    void makeZoom(QHBoxLayout* bar);
    void setModules(bool modules);
    void fitBar();
    void showMore();
    void showCounterparts();
    void leaveStage();
    void remember();
    QString stageInView() const { return workspace().method() + QLatin1Char('/') + workspace().stage(); }
    /// Whether the graph that was read is the one in view: a hidden pane keeps another until it is shown.
    bool isCurrent() const { return m_index != nullptr && m_key == stageInView(); }
    /// Whether the canvas shows it: while a menu is open, the stage may have gone.
    bool shown() const { return m_index != nullptr && m_canvas->scene() != nullptr; }
    NodeSearch::Subject subject() const;
    void read();
    void takeIndex(IndexPtr index);
    void makeOverlay();
    void openErroneous(const OverlayMap& map);
    void layOut(const GraphPlace& anchor, bool reveal = false);
    void takeScene(const ScenePtr& scene, const GraphPlace& anchor, bool reveal);
    void onSelection(const Address& address);
    void onClick(const GraphPlace& place) { select(place, false); }
    void select(const GraphPlace& place, bool reveal);
    void selectNode(graph::NodeId node);
    void updateCrumbs();
    Address addressOf(graph::NodeId node) const;
    Address addressOf(const GraphPlace& place) const;
    /// Nothing of this stage is selected, but perhaps what it is here.
    void showRelated();
    GraphPlace placeOfAddress(const Address& address) const;
    void markQueries();
    void judgeModules();

    // graph_search.cpp: graphs of delegates in the place of their calls.
    void openDelegate(graph::NodeId call);
    void openAround(const QString& path);
    void showOpened(const modules::GraphIndex& before);
    void findDelegates();

    // graph_actions.cpp: what keys, buttons and the menu do.
    void onKey(int key, Qt::KeyboardModifiers modifiers);
    bool isOpen(view::ItemId item) const;
    void activate(view::ItemId item);
    void activateSelected();
    void goToProducer(graph::ValueId value);
    void setExpanded(modules::ModuleId module, bool open);
    void setAllExpanded(bool open);
    void selectParent();
    void nextRepeat();
    void foldRepeats();
    void setFoldRepeats(bool fold);
    void showSelectedAndWrong();
    void revealModule(modules::ModuleId module);
    void step(Arrow arrow);
    std::vector<graph::NodeId> selectedNodes() const;
    modules::ModuleId selectedModule() const;
    void setHideNoOps(bool hide);
    void hideStubs();
    void toggleStubs();
    void setDirection(layout::Direction direction);
    void setFold(bool fold);
    void showMenu(QPoint position);
    void addCopies(QMenu* menu);
    void addView(QMenu* menu);
    GraphPicture picture(const layout::Rect& part) const;
    void chooseExport(layout::Rect part);
    void exportGraph(const QString& path, layout::Rect part, std::function<void(Result<void>)> done);
    void chooseValues();
    void chooseRange();

    GraphCanvas* m_canvas;
    GraphTrace* m_tracing;
    NodeSearch* m_search;
    QLabel *m_crumbs, *m_zoom, *m_matches;
    QPushButton *m_modules, *m_flat, *m_fold, *m_down, *m_right, *m_trace, *m_split;
    QHBoxLayout* m_bar;
    struct BarPart {
        QWidget* widget;
        int digits;  ///< of room from which on it is shown
    };
    std::vector<BarPart> m_barParts;
    QToolButton* m_more;  ///< of what has no room in the bar
    QMap<const QObject*, QStringList> m_counterparts;
    IndexPtr m_index;
    view::ViewOptions m_options;
    view::SceneOptions m_sceneOptions;
    KeptViews m_kept;                     ///< by stageInView()
    QString m_key;                        ///< stageInView() of what is read or shown
    std::set<graph::NodeId> m_delegates;  ///< calls whose graphs are shown in their place
    graph::NodeId m_opening;              ///< the call that is being opened: shown open once its graph is read
    GraphPlace m_place;
    graph::NodeId m_before;  ///< the node that was selected before this one
    Overlay m_overlay = Overlay::None;
    std::shared_ptr<const profile::CustomValues> m_values;
    Job<IndexPtr> m_read{this};
    std::shared_ptr<std::set<modules::ModuleId>> m_first;  ///< what a first view opens: filled while the stage is read
    Job<ScenePtr> m_layout{this};
    Job<OverlayPtr> m_colouring{this};
    Job<std::vector<QueryMark>> m_markJob{this};
    const Workspace* m_judge = nullptr;
    Job<ModuleStatesPtr> m_stateJob{this};
    Job<std::set<graph::NodeId>> m_openable{this};
    Job<bool> m_export{this};
};

}  // namespace etscope::ui
