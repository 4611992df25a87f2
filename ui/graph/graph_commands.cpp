// What keys, clicks and commands of a graph pane do; what commands are called, their keys, what they need.
#include <algorithm>

#include "graph/graph_pane.h"

namespace etscope::ui {

std::span<const GraphCommand> GraphPane::commands() {
    using Needs = GraphCommand::Needs;
    using Switch = ShownGraph::Switch;
    using view::TraceDirection;
    static const GraphCommand kCommands[] = {
        {"graph.trace-up", QT_TRANSLATE_NOOP("Command", "Trace up"), Qt::Key_U, Needs::Selection,
         [](GraphPane& p) { p.m_tracing->trace(p.m_shown.index, p.m_shown.nodesOf(p.m_place), true, false); }},
        {"graph.trace-up-further", QT_TRANSLATE_NOOP("Command", "Trace up, a step more"), Qt::SHIFT | Qt::Key_U, Needs::Selection,
         [](GraphPane& p) { p.m_tracing->further(p.m_shown.index, p.m_shown.nodesOf(p.m_place), TraceDirection::Up); }},
        {"graph.trace-down-further", QT_TRANSLATE_NOOP("Command", "Trace down, a step more"), Qt::SHIFT | Qt::Key_D,
         Needs::Selection,
         [](GraphPane& p) { p.m_tracing->further(p.m_shown.index, p.m_shown.nodesOf(p.m_place), TraceDirection::Down); }},
        {"graph.trace-down", QT_TRANSLATE_NOOP("Command", "Trace down"), Qt::Key_D, Needs::Selection,
         [](GraphPane& p) { p.m_tracing->trace(p.m_shown.index, p.m_shown.nodesOf(p.m_place), false, true); }},
        {"graph.isolate", QT_TRANSLATE_NOOP("Command", "Isolate"), Qt::Key_I, Needs::Selection,
         [](GraphPane& p) { p.m_tracing->isolate(p.m_shown.index, p.m_shown.nodesOf(p.m_place)); }},
        {"graph.between", QT_TRANSLATE_NOOP("Command", "Ways from the last selection"), Qt::Key_B, Needs::TwoNodes,
         [](GraphPane& p) { p.m_tracing->between(p.m_shown.index, p.m_before, p.m_place.node); }},
        {"graph.matches", QT_TRANSLATE_NOOP("Command", "Only what matches the search"), Qt::Key_M, Needs::Found,
         [](GraphPane& p) { p.m_tracing->only(p.m_search->found()); }},
        {"graph.end-trace", QT_TRANSLATE_NOOP("Command", "End the trace"), Qt::Key_Escape, Needs::Graph,
         [](GraphPane& p) { p.m_tracing->end(); }},
        {"graph.activate", QT_TRANSLATE_NOOP("Command", "Expand or collapse"), Qt::Key_Return, Needs::Inside,
         [](GraphPane& p) {
             // A node of an opened pattern folds the pattern again.
             if (view::fold(*p.m_shown.index, p.m_place.node, p.m_shown.options)) return p.layOut(p.m_place);
             p.activate(itemOf(p.m_canvas->scene()->view(), p.m_place));
         }},
        {"graph.expand-all", QT_TRANSLATE_NOOP("Command", "Expand all inside"), Qt::Key_E, Needs::Graph,
         [](GraphPane& p) { p.setAllOpen(true); }},
        {"graph.collapse-all", QT_TRANSLATE_NOOP("Command", "Collapse all inside"), Qt::SHIFT | Qt::Key_E, Needs::Graph,
         [](GraphPane& p) { p.setAllOpen(false); }},
        {"graph.stubs-edges", QT_TRANSLATE_NOOP("Command", "Stubs ↔ edges"), Qt::Key_S, Needs::Selection,
         [](GraphPane& p) {
             const view::ViewGraph& view = p.m_canvas->scene()->view();
             view::toggleStubs(view, itemOf(view, p.m_place), p.m_place.node, p.m_shown.options);
             p.layOut(p.m_place);
         }},
        {"graph.stubs", QT_TRANSLATE_NOOP("Command", "Hide or show stubs"), Qt::Key_H, Needs::Graph,
         [](GraphPane& p) { p.set(Switch::Stubs, !p.m_shown.is(Switch::Stubs)); }},
        {"graph.no-ops", QT_TRANSLATE_NOOP("Command", "Hide or show getitem and no-ops"), Qt::Key_G, Needs::Graph,
         [](GraphPane& p) { p.set(Switch::NoOps, !p.m_shown.is(Switch::NoOps)); }},
        {"graph.patterns", QT_TRANSLATE_NOOP("Command", "Fold or show patterns"), Qt::Key_P, Needs::Graph,
         [](GraphPane& p) { p.set(Switch::Patterns, !p.m_shown.is(Switch::Patterns)); }},
        {"graph.repeats", QT_TRANSLATE_NOOP("Command", "Fold or show the blocks like this one"), Qt::Key_R, Needs::Graph,
         [](GraphPane& p) {
             const modules::ModuleId leader = view::foldLike(*p.m_shown.index, p.m_shown.moduleOf(p.m_place), p.m_shown.options);
             if (!leader.valid()) return p.set(Switch::Repeats, !p.m_shown.is(Switch::Repeats));
             p.m_place = {{}, leader, {}};
             p.layOut(p.m_place, true);
         }},
        {"graph.next-repeat", QT_TRANSLATE_NOOP("Command", "Next block like this one"), Qt::Key_N, Needs::Selection,
         [](GraphPane& p) {
             const auto next = view::nextLike(*p.m_shown.index, p.m_shown.moduleOf(p.m_place));
             if (next.valid()) p.revealModule(next);
         }},
        {"graph.direction", QT_TRANSLATE_NOOP("Command", "Top down or left to right"), Qt::Key_L, Needs::Graph,
         [](GraphPane& p) { p.set(Switch::LeftRight, !p.m_shown.is(Switch::LeftRight)); }},
        {"graph.beside", QT_TRANSLATE_NOOP("Command", "Another graph beside this one"), Qt::Key_V, Needs::Graph,
         [](GraphPane& p) { emit p.splitRequested(); }},
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
         [](GraphPane& p) { p.step(Arrow::Up); }},
        {"graph.down", QT_TRANSLATE_NOOP("Command", "Select a consumer, or what is below"), Qt::Key_Down, Needs::Graph,
         [](GraphPane& p) { p.step(Arrow::Down); }},
        {"graph.left", QT_TRANSLATE_NOOP("Command", "Select what is at the left"), Qt::Key_Left, Needs::Graph,
         [](GraphPane& p) { p.step(Arrow::Left); }},
        {"graph.right", QT_TRANSLATE_NOOP("Command", "Select what is at the right"), Qt::Key_Right, Needs::Graph,
         [](GraphPane& p) { p.step(Arrow::Right); }},
        {"graph.parent", QT_TRANSLATE_NOOP("Command", "Select the module around"), Qt::Key_Backspace, Needs::Selection,
         [](GraphPane& p) {
             const modules::Hierarchy& in = p.m_shown.index->hierarchy();
             const modules::ModuleId module = p.m_shown.moduleOf(p.m_place);
             const modules::ModuleId around = p.m_place.module.valid() ? in.module(module).parent : module;
             if (around.valid() && around != in.root()) p.select({{}, around, {}}, true);
         }}};
    return kCommands;
}

QString GraphPane::cannot(const GraphCommand& command) const {
    using Needs = GraphCommand::Needs;
    if (m_canvas->scene() == nullptr) return tr("No graph is shown.");
    const view::ViewGraph& view = m_canvas->scene()->view();
    const view::ItemId item = m_place.valid() ? itemOf(view, m_place) : view::ItemId();
    switch (command.needs) {
        case Needs::Graph: return {};
        case Needs::Selection: return m_place.valid() ? QString() : tr("Nothing is selected.");
        case Needs::TwoNodes:
            return m_place.node.valid() && m_before.valid() ? QString() : tr("Select one operator, then another.");
        case Needs::Found: return !m_search->found().empty() ? QString() : tr("Nothing was searched for.");
        case Needs::Inside:
            return item.valid() && (view.item(item).kind == view::ItemKind::Group || m_canvas->opens(item))
                       ? QString()
                       : tr("There is nothing inside.");
    }
    return {};
}

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

void GraphPane::expandAll() {
    if (m_shown.index == nullptr) return;
    m_shown.options.foldRepeats = false;
    m_shown.options.expanded = view::allModules(m_shown.index->hierarchy());
    layOut(m_place, true);
}

void GraphPane::activate(view::ItemId id) {
    // A scene that is being replaced speaks of other modules.
    if (m_canvas->scene() == nullptr || &m_canvas->scene()->view().index() != m_shown.index.get() || id.index() == 0) return;
    const view::ViewGraph& view = m_canvas->scene()->view();
    if (view::toggle(*m_shown.index, view.item(id), m_shown.options)) return layOut(placeOf(view, id));
    if (view.item(id).kind == view::ItemKind::Node) openDelegate(view.item(id).node);
}

void GraphPane::step(Arrow arrow) {
    const view::ViewGraph& view = m_canvas->scene()->view();
    const view::ItemId from = m_place.valid() ? itemOf(view, m_place) : view::ItemId();
    if (!from.valid() || from.index() == 0) {
        if (m_shown.index->model().nodeCount() > 0) select({graph::NodeId(std::uint32_t{0}), {}, {}}, true);
        return;
    }
    const view::ItemId next = stepFrom(*m_canvas->scene(), from, arrow, m_shown.drawn.direction);
    if (next.valid()) select(placeOf(view, next), true);
}

/// All modules inside the selected one; all of the stage when nothing is selected.
void GraphPane::setAllOpen(bool open) {
    const modules::ModuleId module = m_shown.moduleOf(m_place), root = m_shown.index->hierarchy().root();
    const bool around = module.valid() && module != root && !m_place.module.valid();  // an operator: that stays open
    view::setAllOpen(*m_shown.index, module.valid() ? module : root, open || !around, open, m_shown.options);
    layOut(m_place, true);
}

void GraphPane::set(ShownGraph::Switch which, bool on) {
    m_shown.set(which, on, m_place.node, m_canvas->overlay());
    m_bar->setSwitches(m_shown);
    layOut(m_place, which != ShownGraph::Switch::Stubs);
}

}  // namespace etscope::ui
