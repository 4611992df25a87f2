// GraphTrace: which nodes of a graph stay bright while everything else is dimmed. They are found in a job: another trace, or the
// end of it, cancels that. GUI thread only.
#pragma once

#include "graph/graph_canvas.h"
#include "jobs/job.h"
#include "view/trace.h"

namespace etscope::ui {

class GraphTrace : public QObject {
    Q_OBJECT
public:
    using IndexPtr = std::shared_ptr<const modules::GraphIndex>;
    using Nodes = std::vector<graph::NodeId>;

    GraphTrace(GraphCanvas& canvas, QObject* parent) : QObject(parent), m_canvas(canvas) {}
    /// What feeds the nodes, what follows them.
    void trace(IndexPtr index, const Nodes& from, bool up, bool down);
    /// One step more than the last time, from the same nodes.
    void further(IndexPtr index, const Nodes& from, view::TraceDirection direction);
    /// The nodes and who takes their values.
    void isolate(IndexPtr index, const Nodes& nodes);
    /// The nodes on the ways between the two, whichever feeds the other.
    void between(IndexPtr index, graph::NodeId one, graph::NodeId other);
    void only(const Nodes& nodes);
    void end();

signals:
    void shown(bool any);
    void told(QString what);

private:
    using Reach = std::function<Nodes(const modules::GraphIndex&)>;
    void dimAllBut(IndexPtr index, Reach reach, std::function<void(const Nodes&)> done = {});

    GraphCanvas& m_canvas;
    graph::NodeId m_from;
    view::TraceDirection m_direction = view::TraceDirection::Up;
    std::uint32_t m_hops = 0;  ///< of the last trace step by step
    Job<Nodes> m_job{this};
};

}  // namespace etscope::ui
