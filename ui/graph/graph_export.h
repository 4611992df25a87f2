// Writing a graph to a file: pictures of a part of a scene (.svg, .pdf, .png), and the graph as text for other tools (.dot, .mmd,
// Model Explorer's .json). Whatever is written appears whole or not at all.
#pragma once

#include "graph/graph_canvas.h"
#include "jobs/job.h"

namespace etscope::ui {

/// What a file is made of. Made in the GUI thread: its colours are those of then.
struct GraphPicture {
    ScenePtr scene;
    OverlayPtr overlay;
    AmountRange range;
    SessionPtr session;  ///< Model Explorer: the whole stage
    QString method, stage;
    layout::Rect part;             ///< scene units = pixels
    ModuleStatesPtr states;        ///< how the modules stand; null: nothing is said
    std::vector<QueryMark> marks;  ///< what saved queries match
    const Tokens* colours = &tokens();
};

/// By the suffix of the path. A PNG is written in bands, so that memory does not grow with its height. Errors: `write-failed`,
/// `export-type-unsupported`, `cancelled`, those of the documents. Any thread, with a look of its own.
Result<void> writeGraph(const QString& path, const GraphPicture& picture, const JobContext& job);

/// Of what a canvas shows. GUI thread only.
class GraphExport : public QObject {
    Q_OBJECT
public:
    /// `workspace`: what the canvas shows is of its stage in view.
    GraphExport(GraphCanvas& canvas, const Workspace& workspace) : QObject(&canvas), m_canvas(canvas), m_workspace(workspace) {}
    /// Asks for a file and writes the whole scene, or what of it is in view.
    void ask(bool whole);
    /// A part or all of it, in a job.
    void write(const QString& path, std::function<void(Result<void>)> done, std::optional<layout::Rect> part = {});
    /// All of it, now. Errors: `export-nothing`, those of writeGraph().
    Result<void> writeNow(const QString& path) const;

signals:
    void told(QString what);

private:
    GraphPicture picture(const layout::Rect& part) const;

    GraphCanvas& m_canvas;
    const Workspace& m_workspace;
    Job<bool> m_job{this};
};

}  // namespace etscope::ui
