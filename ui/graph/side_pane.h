// SidePane: a graph beside the main one: another stage, another method, the export that is compared with. It has a workspace of its
// own; what is selected in the main graph is shown here as what it is here, and the other way round, with what says so written
// below. GUI thread only.
#pragma once

#include "graph/graph_pane.h"
#include "join/stage_map.h"

class QLabel;

namespace etscope::ui {

class LabelledCombo;

class SidePane : public QWidget {
    Q_OBJECT
public:
    SidePane(Workspace& main, GraphPane& mainGraph, QWidget* parent = nullptr);
    /// The graph goes before the workspace that it follows.
    ~SidePane() override { delete m_graph; }
    GraphPane* graph() const { return m_graph; }
    Workspace& workspace() { return m_own; }
    /// Shows the other export, or this one.
    void showOther(bool other);

signals:
    void closeRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitBar();
    void makeBar();
    void takeSession();
    void fillCombos();
    void chooseExport(int index);
    void join();
    void follow();
    void lead(const Address& address);
    void followOther(const Address& address);
    void mark(GraphPane& pane, Workspace& of, const join::Counterparts& found);

    Workspace& m_main;
    GraphPane& m_mainGraph;
    Workspace m_own{this};
    GraphPane* m_graph;
    LabelledCombo *m_export, *m_method, *m_stage;
    QLabel* m_evidence;
    std::shared_ptr<const join::StageMap> m_map;
    join::SessionStage m_here, m_there;  ///< that m_map joins, or will
    bool m_otherExport = false;
    bool m_busy = false;  ///< while one side moves the other
    Job<std::shared_ptr<const join::StageMap>> m_join{this};
};

}  // namespace etscope::ui
