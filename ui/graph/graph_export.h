// Writing a graph to a file: pictures of a part of a scene (.svg, .pdf, .png), and the graph as text for other tools (.dot, .mmd,
// Model Explorer's .json). Whatever is written appears whole or not at all. Any thread, with a look of its own.
#pragma once

#include "base/job_context.h"
#include "graph/graph_look.h"

namespace etscope::ui {

/// Every file that can be written, as a file dialog wants it.
QString graphFileFilter();

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
/// `export-type-unsupported`, `cancelled`, those of the documents.
Result<void> writeGraph(const QString& path, const GraphPicture& picture, const JobContext& job);

}  // namespace etscope::ui
