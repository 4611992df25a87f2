// NodeSearch: the nodes of a graph that a query finds, and the one of them that it stands at. A job finds them: another text
// cancels it. GUI thread only.
#pragma once

#include "graph/graph_canvas.h"
#include "jobs/job.h"
#include "view/query.h"

namespace etscope::ui {

class NodeSearch : public QObject {
    Q_OBJECT
public:
    /// `subject`: the graph in view; without an index: none.
    NodeSearch(GraphCanvas& canvas, std::function<GraphSubject()> subject, QObject* parent)
        : QObject(parent), m_canvas(canvas), m_subject(std::move(subject)) {}
    /// The next one; of another query the first. False when there is none; true until that is known. `here`: the text is being
    /// typed: what is found is shown, not gone to.
    bool find(const QString& query, bool forward, bool here);
    void forget();
    /// What the session was asked of the graph holds no more, and what is searched for is searched in the one in view.
    void startAnew();
    /// What is selected, by whatever led there: the number told is its own.
    void standAt(graph::NodeId node);
    const std::vector<graph::NodeId>& found() const { return m_found; }

signals:
    void told(QString what);
    void reached(graph::NodeId node, bool here);
    /// What find() answered before it could know.
    void searched(bool found);

private:
    /// What the session was asked of the stage.
    struct Facts {
        std::shared_ptr<const view::NodeFacts> known = std::make_shared<const view::NodeFacts>();
        std::set<std::string> keys = {};  ///< that it answers
    };
    struct Found {
        Facts facts;
        std::vector<graph::NodeId> nodes;
    };
    bool search(const QString& query);
    void take(Result<Found> answer);
    bool showFound();
    QString countText() const;

    GraphCanvas& m_canvas;
    std::function<GraphSubject()> m_subject;
    QString m_query;
    Facts m_facts;
    std::vector<graph::NodeId> m_found;
    std::size_t m_at = 0;
    bool m_here = false;
    Job<Found> m_job{this};
};

}  // namespace etscope::ui
