#include "graph/shown_graph.h"

#include <algorithm>

#include "graph/graph_canvas.h"
#include "graph/graph_painter.h"
#include "join/delegate_bodies.h"
#include "join/stage_graph.h"
#include "join/value_names.h"
#include "view/first_view.h"
#include "view/trace.h"

namespace etscope::ui {
namespace {

template <class Id>
bool put(std::set<Id>& into, Id id, bool in) {
    return in ? into.insert(id).second : into.erase(id) > 0;
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
    view::ViewOptions named = shown.options;
    named.names = join::valueNames(of.at(), of.stage, job);
    const auto scene = view::firstView(shown.index, std::move(named), FontMeasure(), drawn, GraphCanvas::firstWidth(room), job);
    if (!scene) return scene.failure();
    shown.options.expanded = (*scene)->view().options().expanded;
    return shown;
}

Result<ScenePtr> ShownGraph::layOut(const GraphSubject& of, const JobContext& job) const {
    view::ViewOptions named = options;
    named.names = join::valueNames(of.at(), of.stage, job);
    return view::buildScene(std::make_shared<const view::ViewGraph>(index, std::move(named)), FontMeasure(), drawn, job);
}

modules::ModuleId ShownGraph::moduleOf(const GraphPlace& place) const {
    return place.node.valid() ? index->hierarchy().moduleOf(place.node) : place.module;
}

modules::ModuleId ShownGraph::moduleAround(const GraphPlace& place) const {
    const modules::ModuleId at = place.module.valid() ? index->hierarchy().module(place.module).parent : moduleOf(place);
    return at.valid() && at != index->hierarchy().root() ? at : modules::ModuleId();
}

modules::ModuleId ShownGraph::nextLike(const GraphPlace& place) const {
    for (modules::ModuleId at = moduleOf(place); at.valid(); at = index->hierarchy().module(at).parent) {
        const auto repeats = index->hierarchy().repeats(at);
        if (repeats.size() < 2) continue;
        const auto here = std::ranges::find(repeats, at);
        return here + 1 == repeats.end() ? repeats.front() : *(here + 1);
    }
    return {};
}

std::vector<graph::NodeId> ShownGraph::nodesOf(const GraphPlace& place) const {
    if (place.node.valid()) return {place.node};
    if (place.value.valid()) return view::consumersOf(*index, place.value);
    if (!place.module.valid()) return {};
    const auto nodes = index->hierarchy().nodesBelow(place.module);
    return {nodes.begin(), nodes.end()};
}

void ShownGraph::set(Switch which, bool on, const GraphPlace& selected, const OverlayPtr& overlay) {
    options.*which = on;
    if (which == &view::ViewOptions::foldPatterns)
        options.expandedPatterns.clear();
    else if (which == &view::ViewOptions::foldRepeats)
        options.expandedRuns.clear();
    else
        return;
    if (selected.node.valid()) {
        view::openAround(*index, selected.node, options);
        if (const auto pattern = index->folding().patternOf(selected.node); pattern.valid())
            options.expandedPatterns.insert(pattern);
    }
    showErroneous(overlay);
}

bool ShownGraph::toggle(const view::Item& item) {
    const bool open = item.kind != view::ItemKind::Group;
    if (open && !item.expandable) return false;
    if (item.pattern.valid())
        put(options.expandedPatterns, item.pattern, open);
    else if (item.blocks > 1)
        options.expandedRuns.insert(index->blocks().leaderOf(item.module));
    else
        put(options.expanded, item.module, open);
    return true;
}

void ShownGraph::openAll(const GraphPlace& place, bool open) {
    const modules::Hierarchy& hierarchy = index->hierarchy();
    const modules::ModuleId top = moduleOf(place).valid() ? moduleOf(place) : hierarchy.root();
    std::vector<bool> inside(hierarchy.size());
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {  // parents come before their children
        const modules::ModuleId id(i), parent = hierarchy.module(id).parent;
        inside[i] = id == top || (parent.valid() && inside[parent.index()]);
        if (!inside[i]) continue;
        put(options.expandedRuns, id, open);
        // The module around an operator stays open.
        if (open || id != top || place.module == top || top == hierarchy.root()) put(options.expanded, id, open);
    }
}

modules::ModuleId ShownGraph::foldLike(const GraphPlace& place) {
    const modules::RepeatedBlocks& blocks = index->blocks();
    for (modules::ModuleId at = moduleOf(place); at.valid(); at = index->hierarchy().module(at).parent) {
        const modules::ModuleId leader = blocks.restOf(at).empty() ? blocks.leaderOf(at) : at;
        if (!leader.valid()) continue;
        put(options.expandedRuns, leader, !options.expandedRuns.contains(leader));
        return leader;
    }
    return {};
}

bool ShownGraph::fold(graph::NodeId node) {
    return node.valid() && options.expandedPatterns.erase(index->folding().patternOf(node)) > 0;
}

bool ShownGraph::unfold(graph::NodeId node) {
    const modules::PatternId pattern = index->folding().patternOf(node);
    return pattern.valid() && options.foldPatterns && options.expandedPatterns.insert(pattern).second;
}

bool ShownGraph::showErroneous(const OverlayPtr& overlay) {
    if (overlay == nullptr || overlay->overlay() != Overlay::Error || !overlay->covers(index->model())) return false;
    bool any = false;
    for (std::uint32_t n = 0; n < index->model().nodeCount(); ++n) {
        const graph::NodeId node(n);
        if (!overlay->standsOut(node)) continue;
        if (const modules::PatternId pattern = index->folding().patternOf(node); pattern.valid())
            any = options.expandedPatterns.insert(pattern).second || any;
        for (modules::ModuleId at = index->hierarchy().moduleOf(node); at.valid(); at = index->hierarchy().module(at).parent)
            if (const modules::ModuleId leader = index->blocks().leaderOf(at); leader.valid())
                any = options.expandedRuns.insert(leader).second || any;
    }
    return any;
}

void ShownGraph::toggleStubs(const GraphPlace& place, const view::ViewGraph& view) {
    const view::ItemId item = itemOf(view, place);
    if (!item.valid()) return;
    std::set<graph::ValueId> mine;
    for (const graph::NodeId node : view.nodesOf(item))
        for (const auto& values : {index->flow().inputs(node), index->flow().results(node)})
            mine.insert(values.begin(), values.end());
    if (place.value.valid()) mine.insert(place.value);
    bool changed = false;
    for (auto* chosen : {&options.drawnAsEdges, &options.drawnAsStubs})
        for (const graph::ValueId value : mine) changed = chosen->erase(value) > 0 || changed;
    if (changed) return;
    for (const view::Stub& stub : view.stubs())
        if (stub.item == item && view.itemOf(stub.value).valid())
            changed = options.drawnAsEdges.insert(stub.value).second || changed;
    if (!changed && place.node.valid())
        for (const graph::ValueId value : index->flow().results(place.node)) options.drawnAsStubs.insert(value);
}

}  // namespace etscope::ui
