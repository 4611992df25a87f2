// ShownGraph: a graph with what of it is open, folded and hidden, and how it is drawn. A value; changes show once it is laid out.
#pragma once

#include <set>

#include "graph/graph_look.h"

namespace etscope::ui {

struct ShownGraph {
    using Switch = bool view::ViewOptions::*;

    std::shared_ptr<const modules::GraphIndex> index;  ///< null: there is none, and no place is valid
    view::ViewOptions options;
    view::SceneOptions drawn;

    /// Reads a stage, with the graphs of the calls `open` in their place; without them, with as much open as `room` pixels show.
    /// Errors: `cancelled`, those of the session's graphs.
    static Result<ShownGraph> read(const GraphSubject& of, const std::set<graph::NodeId>& open, const view::SceneOptions& drawn,
                                   int room, const JobContext& job);
    /// Errors: `cancelled`.
    Result<ScenePtr> layOut(const GraphSubject& of, const JobContext& job) const;

    /// The module, or the one around an operator.
    modules::ModuleId moduleOf(const GraphPlace& place) const;
    /// The module around it; invalid: none but the stage.
    modules::ModuleId moduleAround(const GraphPlace& place) const;
    /// The next module like this one or like one around it.
    modules::ModuleId nextLike(const GraphPlace& place) const;
    /// Of a module all inside, of an input those that take it.
    std::vector<graph::NodeId> nodesOf(const GraphPlace& place) const;

    /// Patterns and repeated blocks are folded or shown without exception, but do not hide what is selected or erroneous.
    void set(Switch which, bool on, const GraphPlace& selected, const OverlayPtr& overlay);
    /// Opens or closes an item; false when it is not of that kind.
    bool toggle(const view::Item& item);
    /// All modules inside the place; of none, of the stage.
    void openAll(const GraphPlace& place, bool open);
    /// Shows or folds the blocks like the one around the place, and returns the first of them; invalid: there are none.
    modules::ModuleId foldLike(const GraphPlace& place);
    /// Folds the pattern of the node; false when it has none that is open.
    bool fold(graph::NodeId node);
    /// Opens the pattern that hides the node; false when none does.
    bool unfold(graph::NodeId node);
    /// No pattern and no repeated block hides operators with large errors; false when none did, or the overlay is of something
    /// else.
    bool showErroneous(const OverlayPtr& overlay);
    /// Stubs of the item that shows the place become edges and back. An item without stubs shows its results as stubs, and back.
    void toggleStubs(const GraphPlace& place, const view::ViewGraph& view);
};

}  // namespace etscope::ui
