// GraphMarks: what the nodes of a graph wear beside the overlay: numbers of the saved queries that they match, how modules stand by
// the verdict, a ring where they are what is selected elsewhere, a chevron where a delegate can be opened. GUI thread only.
#pragma once

#include <QMap>

#include "graph/graph_canvas.h"
#include "workspace/page.h"

namespace etscope::ui {

class GraphMarks : public QObject {
    Q_OBJECT
public:
    /// `subject`: the graph in view; without an index: none.
    GraphMarks(Page& page, GraphCanvas& canvas, std::function<GraphSubject()> subject);
    /// Whose verdict says how the modules stand, where it is of the same session.
    void setJudge(const Workspace& judge);
    /// Marks the nodes of these paths: what is selected in the graph `by` is them here.
    void setCounterparts(const QObject* by, const QStringList& paths);
    void markQueries();
    /// The marks go with the verdict; while it is being found out nothing is said.
    void judgeModules();
    /// Marks the calls that can be opened, once the payloads are decoded.
    void findDelegates();
    void clear();
    /// Why nothing is at fault; empty: something is.
    QString badReason() const;
    /// After the last comes the first. What is none of them stands between those before and behind it in the graph.
    graph::NodeId nextBad(graph::NodeId node, const std::vector<graph::NodeId>& selected, bool forward) const;

private:
    Page& m_page;
    GraphCanvas& m_canvas;
    std::function<GraphSubject()> m_subject;
    const Workspace* m_judge = nullptr;
    QMap<const QObject*, QStringList> m_counterparts;
    Job<std::vector<QueryMark>> m_queries{this};
    Job<ModuleStatesPtr> m_states{this};
    Job<std::set<graph::NodeId>> m_openable{this};
};

}  // namespace etscope::ui
