// ShownGraph: a graph with what of it is open, folded and hidden, and how it is drawn. A value; changes show once it is laid out.
#pragma once

#include "graph/graph_look.h"

namespace etscope::ui {

struct ShownGraph {
    enum class Switch : std::uint8_t { Modules, Patterns, Repeats, NoOps, Stubs, LeftRight };

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
    /// Of a module all inside, of an input those that take it.
    std::vector<graph::NodeId> nodesOf(const GraphPlace& place) const;
    bool is(Switch which) const;
    /// Patterns and repeated blocks fold or open without exception, but do not hide the selected node or what is erroneous.
    void set(Switch which, bool on, graph::NodeId selected, const OverlayPtr& overlay);
    /// No pattern and no repeated block hides operators with large errors; false when none did, or the overlay tells of none.
    bool showErroneous(const OverlayPtr& overlay);
};

}  // namespace etscope::ui
