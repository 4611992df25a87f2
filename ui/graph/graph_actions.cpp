// What keys and buttons of a graph pane do.
#include <QPushButton>
#include <algorithm>

#include "graph/graph_pane.h"

namespace etscope::ui {

bool GraphPane::isOpen(view::ItemId item) const { return m_canvas->scene()->view().item(item).kind == view::ItemKind::Group; }

void GraphPane::activate(view::ItemId id) {
    // A scene that is being replaced speaks of other modules.
    if (!shown() || &m_canvas->scene()->view().index() != m_index.get()) return;
    const view::Item item = m_canvas->scene()->view().item(id);
    switch (item.kind) {
        case view::ItemKind::Group:
            if (!item.pattern.valid()) return setExpanded(item.module, false);
            m_options.expandedPatterns.erase(item.pattern);
            return layOut(placeOf(m_canvas->scene()->view(), id));
        case view::ItemKind::Module:
            if (item.blocks > 1) {
                m_options.expandedRuns.insert(m_index->blocks().leaderOf(item.module));
                return layOut({{}, item.module, {}});
            }
            return setExpanded(item.module, true);
        case view::ItemKind::Pattern:
            m_options.expandedPatterns.insert(item.pattern);
            return layOut(placeOf(m_canvas->scene()->view(), id));
        case view::ItemKind::Node:
            if (item.expandable) return setExpanded(item.module, true);
            if (m_index->model().node(item.node).delegate >= 0) openDelegate(item.node);
            return;
        case view::ItemKind::Input:
        case view::ItemKind::Output: return;
    }
}

void GraphPane::activateSelected() {
    if (!shown() || !m_place.valid()) return;
    // A node of an opened pattern folds the pattern again.
    if (const modules::PatternId pattern = m_place.node.valid() ? m_index->folding().patternOf(m_place.node) : modules::PatternId();
        pattern.valid() && m_options.expandedPatterns.erase(pattern) > 0)
        return layOut(m_place);
    if (const view::ItemId item = itemOf(m_canvas->scene()->view(), m_place); item.valid() && item.index() != 0) activate(item);
}

void GraphPane::goToProducer(graph::ValueId value) {
    if (!shown()) return;
    const view::ItemId item = m_canvas->scene()->view().itemOf(value);
    if (item.valid()) select(placeOf(m_canvas->scene()->view(), item), true);
}

void GraphPane::setExpanded(modules::ModuleId module, bool open) {
    if (open)
        m_options.expanded.insert(module);
    else
        m_options.expanded.erase(module);
    layOut({{}, module, {}});
}

/// All modules inside the selected one; all of the stage when nothing is selected.
void GraphPane::setAllExpanded(bool open) {
    if (!shown()) return;
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    const modules::ModuleId top = selectedModule().valid() ? selectedModule() : hierarchy.root();
    std::vector<bool> inside(hierarchy.size());
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {  // parents come before their children
        const modules::ModuleId id(i), parent = hierarchy.module(id).parent;
        inside[i] = id == top || (parent.valid() && inside[parent.index()]);
        if (!inside[i]) continue;
        if (open)
            m_options.expandedRuns.insert(id);
        else
            m_options.expandedRuns.erase(id);
        if (open)
            m_options.expanded.insert(id);
        else if (id != top || m_place.module == top || top == hierarchy.root())
            m_options.expanded.erase(id);
    }
    layOut(m_place, true);
}

void GraphPane::expandAll() {
    if (m_index == nullptr) return;
    m_options.foldRepeats = false;
    m_options.expanded = view::allModules(m_index->hierarchy());
    layOut(m_place, true);
}

modules::ModuleId GraphPane::selectedModule() const {
    if (m_index == nullptr) return {};
    return m_place.module.valid() ? m_place.module
           : m_place.node.valid() ? m_index->hierarchy().moduleOf(m_place.node)
                                  : modules::ModuleId();
}

std::vector<graph::NodeId> GraphPane::selectedNodes() const {
    if (m_index == nullptr) return {};
    if (m_place.node.valid()) return {m_place.node};
    if (m_place.value.valid()) return view::consumersOf(*m_index, m_place.value);
    if (!m_place.module.valid()) return {};
    const auto nodes = m_index->hierarchy().nodesBelow(m_place.module);
    return {nodes.begin(), nodes.end()};
}

void GraphPane::selectParent() {
    modules::ModuleId module = selectedModule();
    if (m_place.module.valid()) module = m_index->hierarchy().module(m_place.module).parent;
    if (module.valid() && module != m_index->hierarchy().root()) select({{}, module, {}}, true);
}

/// The next module like the selected one or like the one around it.
void GraphPane::nextRepeat() {
    const modules::Hierarchy& hierarchy = m_index->hierarchy();
    for (modules::ModuleId module = selectedModule(); module.valid(); module = hierarchy.module(module).parent) {
        const auto repeats = hierarchy.repeats(module);
        if (repeats.size() < 2) continue;
        const auto at = std::find(repeats.begin(), repeats.end(), module);
        return revealModule(at + 1 == repeats.end() ? repeats.front() : *(at + 1));
    }
}

/// Shows or folds the blocks like the one that is selected; without one, those of the whole stage.
void GraphPane::foldRepeats() {
    const modules::RepeatedBlocks& blocks = m_index->blocks();
    for (modules::ModuleId at = selectedModule(); at.valid(); at = m_index->hierarchy().module(at).parent) {
        const modules::ModuleId leader = blocks.restOf(at).empty() ? blocks.leaderOf(at) : at;
        if (!leader.valid()) continue;
        if (m_options.expandedRuns.erase(leader) == 0) m_options.expandedRuns.insert(leader);
        m_place = {{}, leader, {}};
        return layOut(m_place, true);
    }
    setFoldRepeats(!m_options.foldRepeats);
}

void GraphPane::setFoldRepeats(bool fold) {
    m_options.foldRepeats = fold;
    m_options.expandedRuns.clear();
    showSelectedAndWrong();
    layOut(m_place, true);
}

/// Selects the module; opens those around it when it is hidden.
void GraphPane::revealModule(modules::ModuleId module) {
    const GraphPlace place{{}, module, {}};
    const ScenePtr& scene = m_canvas->scene();
    if (!m_options.modules) {
        // A flat view has no modules: the first node stands for it.
        if (const auto nodes = m_index->hierarchy().nodesBelow(module); !nodes.empty()) select({nodes.front(), {}, {}}, true);
        return;
    }
    const view::ItemId item = scene != nullptr ? itemOf(scene->view(), place) : view::ItemId();
    if (item.valid() && scene->view().item(item).module == module && scene->view().item(item).blocks == 1)
        return select(place, true);
    view::openAround(*m_index, module, m_options);
    m_place = place;
    updateCrumbs();
    layOut(place, true);
    workspace().select(addressOf(place));
}

void GraphPane::step(Arrow arrow) {
    const view::ViewGraph& view = m_canvas->scene()->view();
    const view::ItemId from = m_place.valid() ? itemOf(view, m_place) : view::ItemId();
    if (!from.valid() || from.index() == 0) {
        if (m_index->model().nodeCount() > 0) select({graph::NodeId(std::uint32_t{0}), {}, {}}, true);
        return;
    }
    const view::ItemId next = stepFrom(*m_canvas->scene(), from, arrow, m_sceneOptions.direction);
    if (next.valid()) select(placeOf(view, next), true);
}

void GraphPane::setHideNoOps(bool hide) {
    m_options.hideNoOps = hide;
    layOut(m_place, true);
}

void GraphPane::hideStubs() {
    m_options.stubs = !m_options.stubs;
    layOut(m_place);
}

/// Stubs of the selected item become edges and back. An item without stubs shows its results as stubs, and back.
void GraphPane::toggleStubs() {
    if (!shown()) return;
    const view::ViewGraph& view = m_canvas->scene()->view();
    const view::ItemId item = itemOf(view, m_place);
    if (!item.valid()) return;
    std::set<graph::ValueId> mine;
    for (const graph::NodeId node : view.nodesOf(item))
        for (const auto& values : {m_index->flow().inputs(node), m_index->flow().results(node)})
            mine.insert(values.begin(), values.end());
    if (m_place.value.valid()) mine.insert(m_place.value);
    bool changed = false;
    for (auto* chosen : {&m_options.drawnAsEdges, &m_options.drawnAsStubs})
        for (const graph::ValueId value : mine) changed = chosen->erase(value) > 0 || changed;
    if (changed) return layOut(m_place);
    for (const view::Stub& stub : view.stubs())
        if (stub.item == item && view.itemOf(stub.value).valid())
            changed = m_options.drawnAsEdges.insert(stub.value).second || changed;
    if (!changed && m_place.node.valid())
        for (const graph::ValueId value : m_index->flow().results(m_place.node)) m_options.drawnAsStubs.insert(value);
    layOut(m_place);
}

void GraphPane::setDirection(layout::Direction direction) {
    m_sceneOptions.direction = direction;
    m_down->setChecked(direction == layout::Direction::TopDown);
    m_right->setChecked(direction == layout::Direction::LeftRight);
    layOut(m_place, true);
}

void GraphPane::setFold(bool fold) {
    m_fold->setChecked(fold);
    m_options.foldPatterns = fold;
    m_options.expandedPatterns.clear();
    showSelectedAndWrong();
    layOut(m_place, true);
}

/// Neither folded patterns nor folded blocks hide what is selected or erroneous.
void GraphPane::showSelectedAndWrong() {
    if (m_index != nullptr && m_place.node.valid()) {
        view::openAround(*m_index, m_place.node, m_options);
        if (const auto pattern = m_index->folding().patternOf(m_place.node); pattern.valid())
            m_options.expandedPatterns.insert(pattern);
    }
    if (const OverlayPtr& map = m_canvas->overlay(); map != nullptr && map->overlay() == Overlay::Error) openErroneous(*map);
}

}  // namespace etscope::ui
