// What keys and buttons of a graph pane do.
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "graph/graph_pane.h"
#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {

std::span<const GraphCommand> GraphPane::commands() {
    using Needs = GraphCommand::Needs;
    using view::TraceDirection;
    static const GraphCommand kCommands[] = {
        {"graph.trace-up", QT_TRANSLATE_NOOP("Command", "Trace up"), Qt::Key_U, Needs::Selection,
         [](GraphPane& p) { p.trace(true, false); }},
        {"graph.trace-up-further", QT_TRANSLATE_NOOP("Command", "Trace up, a step more"), Qt::SHIFT | Qt::Key_U, Needs::Selection,
         [](GraphPane& p) { p.traceFurther(TraceDirection::Up); }},
        {"graph.trace-down-further", QT_TRANSLATE_NOOP("Command", "Trace down, a step more"), Qt::SHIFT | Qt::Key_D,
         Needs::Selection, [](GraphPane& p) { p.traceFurther(TraceDirection::Down); }},
        {"graph.trace-down", QT_TRANSLATE_NOOP("Command", "Trace down"), Qt::Key_D, Needs::Selection,
         [](GraphPane& p) { p.trace(false, true); }},
        {"graph.isolate", QT_TRANSLATE_NOOP("Command", "Isolate"), Qt::Key_I, Needs::Selection, [](GraphPane& p) { p.isolate(); }},
        {"graph.between", QT_TRANSLATE_NOOP("Command", "Ways from the last selection"), Qt::Key_B, Needs::TwoNodes,
         [](GraphPane& p) { p.showBetween(); }},
        {"graph.matches", QT_TRANSLATE_NOOP("Command", "Only what matches the search"), Qt::Key_M, Needs::Found,
         [](GraphPane& p) { p.showMatches(); }},
        {"graph.end-trace", QT_TRANSLATE_NOOP("Command", "End the trace"), Qt::Key_Escape, Needs::Graph,
         [](GraphPane& p) { p.endTrace(); }},
        {"graph.activate", QT_TRANSLATE_NOOP("Command", "Expand or collapse"), Qt::Key_Return, Needs::Inside,
         [](GraphPane& p) { p.activateSelected(); }},
        {"graph.expand-all", QT_TRANSLATE_NOOP("Command", "Expand all inside"), Qt::Key_E, Needs::Graph,
         [](GraphPane& p) { p.setAllExpanded(true); }},
        {"graph.collapse-all", QT_TRANSLATE_NOOP("Command", "Collapse all inside"), Qt::SHIFT | Qt::Key_E, Needs::Graph,
         [](GraphPane& p) { p.setAllExpanded(false); }},
        {"graph.stubs-edges", QT_TRANSLATE_NOOP("Command", "Stubs ↔ edges"), Qt::Key_S, Needs::Selection,
         [](GraphPane& p) { p.toggleStubs(); }},
        {"graph.stubs", QT_TRANSLATE_NOOP("Command", "Hide or show stubs"), Qt::Key_H, Needs::Graph,
         [](GraphPane& p) { p.hideStubs(); }},
        {"graph.no-ops", QT_TRANSLATE_NOOP("Command", "Hide or show getitem and no-ops"), Qt::Key_G, Needs::Graph,
         [](GraphPane& p) { p.setHideNoOps(!p.m_options.hideNoOps); }},
        {"graph.patterns", QT_TRANSLATE_NOOP("Command", "Fold or show patterns"), Qt::Key_P, Needs::Graph,
         [](GraphPane& p) { p.setFold(!p.m_options.foldPatterns); }},
        {"graph.repeats", QT_TRANSLATE_NOOP("Command", "Fold or show the blocks like this one"), Qt::Key_R, Needs::Graph,
         [](GraphPane& p) { p.foldRepeats(); }},
        {"graph.next-repeat", QT_TRANSLATE_NOOP("Command", "Next block like this one"), Qt::Key_N, Needs::Selection,
         [](GraphPane& p) { p.nextRepeat(); }},
        {"graph.direction", QT_TRANSLATE_NOOP("Command", "Top down or left to right"), Qt::Key_L, Needs::Graph,
         [](GraphPane& p) {
             const bool down = p.m_sceneOptions.direction == layout::Direction::TopDown;
             p.setDirection(down ? layout::Direction::LeftRight : layout::Direction::TopDown);
         }},
        {"graph.beside", QT_TRANSLATE_NOOP("Command", "Another graph beside this one"), Qt::Key_V, Needs::Graph,
         [](GraphPane& p) { p.m_split->click(); }},
        {"graph.fit", QT_TRANSLATE_NOOP("Command", "Fit all"), Qt::Key_F, Needs::Graph, [](GraphPane& p) { p.m_canvas->fitAll(); }},
        {"graph.fit-selection", QT_TRANSLATE_NOOP("Command", "Fit the selection"), Qt::SHIFT | Qt::Key_F, Needs::Selection,
         [](GraphPane& p) { p.m_canvas->fitSelected(); }},
        {"graph.centre", QT_TRANSLATE_NOOP("Command", "Bring the selection into the middle"), Qt::Key_Space, Needs::Selection,
         [](GraphPane& p) { p.m_canvas->centreSelected(); }},
        {"graph.zoom-100", QT_TRANSLATE_NOOP("Command", "Zoom to 100 %"), Qt::Key_0, Needs::Graph,
         [](GraphPane& p) { p.m_canvas->zoomBy(1 / p.m_canvas->zoom()); }},
        {"graph.zoom-in", QT_TRANSLATE_NOOP("Command", "Zoom in"), Qt::Key_Plus, Needs::Graph,
         [](GraphPane& p) { p.m_canvas->zoomBy(1.25); }},
        {"graph.zoom-out", QT_TRANSLATE_NOOP("Command", "Zoom out"), Qt::Key_Minus, Needs::Graph,
         [](GraphPane& p) { p.m_canvas->zoomBy(0.8); }},
        {"graph.panels", QT_TRANSLATE_NOOP("Command", "Show or hide map and legend"), Qt::Key_O, Needs::Graph,
         [](GraphPane& p) { p.m_canvas->setPanelsShown(!p.m_canvas->panelsShown()); }},
        {"graph.up", QT_TRANSLATE_NOOP("Command", "Select the producer, or what is above"), Qt::Key_Up, Needs::Graph,
         [](GraphPane& p) { p.step(Qt::Key_Up); }},
        {"graph.down", QT_TRANSLATE_NOOP("Command", "Select a consumer, or what is below"), Qt::Key_Down, Needs::Graph,
         [](GraphPane& p) { p.step(Qt::Key_Down); }},
        {"graph.left", QT_TRANSLATE_NOOP("Command", "Select what is at the left"), Qt::Key_Left, Needs::Graph,
         [](GraphPane& p) { p.step(Qt::Key_Left); }},
        {"graph.right", QT_TRANSLATE_NOOP("Command", "Select what is at the right"), Qt::Key_Right, Needs::Graph,
         [](GraphPane& p) { p.step(Qt::Key_Right); }},
        {"graph.parent", QT_TRANSLATE_NOOP("Command", "Select the module around"), Qt::Key_Backspace, Needs::Selection,
         [](GraphPane& p) { p.selectParent(); }}};
    return kCommands;
}

QString GraphPane::cannot(const GraphCommand& command) const {
    using Needs = GraphCommand::Needs;
    if (!shown()) return tr("No graph is shown.");
    const view::ItemId item = m_place.valid() ? itemOf(m_canvas->scene()->view(), m_place) : view::ItemId();
    switch (command.needs) {
        case Needs::Graph: return {};
        case Needs::Selection: return m_place.valid() ? QString() : tr("Nothing is selected.");
        case Needs::TwoNodes:
            return m_place.node.valid() && m_before.valid() ? QString() : tr("Select one operator, then another.");
        case Needs::Found: return !m_found.empty() ? QString() : tr("Nothing was searched for.");
        case Needs::Inside:
            return item.valid() && (isOpen(item) || m_canvas->opens(item)) ? QString() : tr("There is nothing inside.");
    }
    return {};
}

bool GraphPane::isOpen(view::ItemId item) const { return m_canvas->scene()->view().item(item).kind == view::ItemKind::Group; }

/// The command of exactly these keys, else that of the key without Shift: some keyboards have + only with it.
void GraphPane::onKey(int key, Qt::KeyboardModifiers modifiers) {
    if (key == Qt::Key_Enter) key = Qt::Key_Return;
    if (key == Qt::Key_Equal) key = Qt::Key_Plus;
    const auto commandOf = [key](Qt::KeyboardModifiers with) {
        return std::ranges::find(commands(), QKeyCombination(with, Qt::Key(key)), &GraphCommand::keys);
    };
    auto command = commandOf(modifiers & Qt::ShiftModifier);
    if (command == commands().end()) command = commandOf({});
    if (command != commands().end()) run(*command);
}

void GraphPane::run(const GraphCommand& command) {
    if (cannot(command).isEmpty()) command.run(*this);
}

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

/// Arrows follow the drawing: along the flow to producers and consumers, across it to neighbours.
void GraphPane::step(int key) {
    const view::ViewGraph& view = m_canvas->scene()->view();
    const view::ItemId from = m_place.valid() ? itemOf(view, m_place) : view::ItemId();
    if (!from.valid() || from.index() == 0) {
        if (m_index->model().nodeCount() > 0) select({graph::NodeId(std::uint32_t{0}), {}, {}}, true);
        return;
    }
    const bool sideways = m_sceneOptions.direction == layout::Direction::LeftRight, back = key == Qt::Key_Up || key == Qt::Key_Left;
    const bool vertical = key == Qt::Key_Up || key == Qt::Key_Down;
    const view::ItemId next = vertical != sideways ? along(from, back) : beside(from, back);
    if (next.valid()) select(placeOf(view, next), true);
}

/// The first producer or consumer among the edges; producers that only a stub names count too.
view::ItemId GraphPane::along(view::ItemId item, bool back) const {
    const view::Scene& scene = *m_canvas->scene();
    for (const std::uint32_t number : scene.edgesAt(item)) {
        const view::ViewEdge& edge = scene.view().edges()[scene.edges()[number].edge];
        const view::ItemId other = back ? edge.from : edge.to;
        if (other != item && placeOf(scene.view(), other).valid()) return other;
    }
    if (back)
        for (const graph::NodeId node : scene.view().nodesOf(item))
            for (const graph::ValueId value : m_index->flow().inputs(node))
                if (const view::ItemId maker = scene.view().itemOf(value); maker.valid() && maker != item) return maker;
    return {};
}

/// The nearest box at the same height (in left-right: at the same distance).
view::ItemId GraphPane::beside(view::ItemId item, bool before) const {
    const view::Scene& scene = *m_canvas->scene();
    const bool sideways = m_sceneOptions.direction == layout::Direction::LeftRight;
    const layout::Rect here = scene.rectOf(item), b = scene.bounds();
    const layout::Rect band =
        sideways ? layout::Rect{here.x, b.y, here.width, b.height} : layout::Rect{b.x, here.y, b.width, here.height};
    view::ItemId best;
    double nearest = 0;
    for (const std::uint32_t number : scene.visible(band).nodes) {
        const view::SceneNode& node = scene.nodes()[number];
        const layout::Point there = node.rect.centre(), from = here.centre();
        const double distance = (sideways ? there.y - from.y : there.x - from.x) * (before ? -1 : 1);
        if (distance <= 0 || (best.valid() && distance >= nearest) || !placeOf(scene.view(), node.item).valid()) continue;
        best = node.item;
        nearest = distance;
    }
    return best;
}

void GraphPane::trace(bool up, bool down) {
    const auto from = selectedNodes();
    if (from.empty()) return m_trace->setChecked(false);
    std::set<graph::NodeId> reached;
    for (const auto& [wanted, direction] : {std::pair{up, view::TraceDirection::Up}, std::pair{down, view::TraceDirection::Down}})
        if (wanted)
            for (const graph::NodeId node : view::trace(*m_index, from, direction)) reached.insert(node);
    m_trace->setChecked(true);
    m_canvas->setTraced(std::move(reached));
}

/// One step more than the last time, from the same selection.
void GraphPane::traceFurther(view::TraceDirection direction) {
    const auto from = selectedNodes();
    if (from.empty()) return;
    const bool again = m_traceFrom == from.front() && m_traceDirection == direction;
    m_hops = again ? m_hops + 1 : 1;
    m_traceFrom = from.front();
    m_traceDirection = direction;
    const auto reached = view::trace(*m_index, from, direction, m_hops);
    m_trace->setChecked(true);
    m_canvas->setTraced({reached.begin(), reached.end()});
    const int hops = counted(m_hops);
    const QString steps =
        direction == view::TraceDirection::Up ? tr("%n step(s) up", nullptr, hops) : tr("%n step(s) down", nullptr, hops);
    m_matches->setText(tr("%1: %n node(s)", nullptr, counted(reached.size())).arg(steps));
}

void GraphPane::setHideNoOps(bool hide) {
    m_options.hideNoOps = hide;
    layOut(m_place, true);
}

/// The selected values and who takes them.
void GraphPane::isolate() {
    const auto from = selectedNodes();
    if (from.empty()) return;
    std::set<graph::NodeId> reached(from.begin(), from.end());
    for (const graph::NodeId node : from)
        for (const graph::ValueId value : m_index->flow().results(node))
            for (const graph::NodeId user : m_index->flow().consumers(value)) reached.insert(user);
    m_trace->setChecked(true);
    m_canvas->setTraced(std::move(reached));
}

/// The nodes on the ways between what is selected and what was selected before, whichever feeds the other.
void GraphPane::showBetween() {
    if (!m_place.node.valid() || !m_before.valid()) return;
    auto nodes = view::traceBetween(*m_index, m_before, m_place.node);
    if (nodes.empty()) nodes = view::traceBetween(*m_index, m_place.node, m_before);
    if (nodes.empty()) return m_matches->setText(tr("no way leads from one to the other"));
    m_trace->setChecked(true);
    m_canvas->setTraced({nodes.begin(), nodes.end()});
}

/// Dims what the search did not find.
void GraphPane::showMatches() {
    if (m_found.empty()) return;
    m_trace->setChecked(true);
    m_canvas->setTraced({m_found.begin(), m_found.end()});
}

void GraphPane::hideStubs() {
    m_options.stubs = !m_options.stubs;
    layOut(m_place);
}

void GraphPane::endTrace() {
    m_trace->setChecked(false);
    m_canvas->setTraced({});
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
