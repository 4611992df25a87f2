#include "graph/shown_graph.h"

#include <array>

#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "join/call_titles.h"
#include "join/delegate_bodies.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "view/first_view.h"
#include "view/folding.h"
#include "view/trace.h"

namespace etscope::ui {
namespace {

/// By Switch.
constexpr std::array kSwitches{&view::ViewOptions::modules, &view::ViewOptions::foldPatterns, &view::ViewOptions::foldRepeats,
                               &view::ViewOptions::hideNoOps, &view::ViewOptions::stubs};

/// With what things are called.
view::ViewOptions named(view::ViewOptions options, const GraphSubject& of, const JobContext& job) {
    options.names = join::valueNames(of.at(), of.stage, job);
    options.titles = join::nodeTitles(of.at(), of.stage, job);
    options.bundles = join::callBundles(of.at(), of.stage, job);
    return options;
}

}  // namespace

Result<ShownGraph> ShownGraph::read(const GraphSubject& of, const std::set<graph::NodeId>& open, const view::SceneOptions& drawn,
                                    int room, const JobContext& job) {
    ShownGraph shown;
    shown.options.foldRepeats = shown.options.gatherStubs = true;
    if (!open.empty()) {
        const auto model = join::graphWithDelegates(of.at(), of.stage, open, job);
        if (!model) return model.failure();
        auto index = modules::GraphIndex::build(*model, join::moduleSteps, job);
        if (!index) return index.failure();
        shown.index = *std::move(index);
        return shown;
    }
    auto index = join::graphIndex(of.at(), of.stage, job);
    if (!index) return index.failure();
    shown.index = *std::move(index);
    const auto scene =
        view::firstView(shown.index, named(shown.options, of, job), FontMeasure(), drawn, GraphCanvas::firstWidth(room), job);
    if (!scene) return scene.failure();
    shown.options.expanded = (*scene)->view().options().expanded;
    return shown;
}

Result<ScenePtr> ShownGraph::layOut(const GraphSubject& of, const JobContext& job) const {
    return view::buildScene(std::make_shared<const view::ViewGraph>(index, named(options, of, job)), FontMeasure(), drawn, job);
}

modules::ModuleId ShownGraph::moduleOf(const GraphPlace& place) const {
    return place.node.valid() ? index->hierarchy().moduleOf(place.node) : place.module;
}

std::vector<graph::NodeId> ShownGraph::nodesOf(const GraphPlace& place) const {
    if (place.node.valid()) return {place.node};
    if (place.value.valid()) return view::consumersOf(*index, place.value);
    if (!place.module.valid()) return {};
    const auto nodes = index->hierarchy().nodesBelow(place.module);
    return {nodes.begin(), nodes.end()};
}

bool ShownGraph::is(Switch which) const {
    if (which == Switch::LeftRight) return drawn.direction == layout::Direction::LeftRight;
    return options.*kSwitches[static_cast<std::size_t>(which)];
}

void ShownGraph::set(Switch which, bool on, graph::NodeId selected, const OverlayPtr& overlay) {
    if (which == Switch::LeftRight) {
        drawn.direction = on ? layout::Direction::LeftRight : layout::Direction::TopDown;
        return;
    }
    options.*kSwitches[static_cast<std::size_t>(which)] = on;
    if (which == Switch::Patterns) options.expandedPatterns.clear();
    if (which == Switch::Repeats) options.expandedRuns.clear();
    if (which != Switch::Patterns && which != Switch::Repeats) return;
    if (selected.valid()) {
        view::openAround(*index, selected, options);
        view::unfold(*index, selected, options);
    }
    showErroneous(overlay);
}

bool ShownGraph::showErroneous(const OverlayPtr& overlay) {
    if (overlay == nullptr || overlay->overlay() != Overlay::Error || !overlay->covers(index->model())) return false;
    bool any = false;
    for (std::uint32_t n = 0; n < index->model().nodeCount(); ++n)
        if (const graph::NodeId node(n); overlay->standsOut(node)) any = view::unfoldAll(*index, node, options) || any;
    return any;
}

}  // namespace etscope::ui
