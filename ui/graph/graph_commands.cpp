// What keys, clicks and commands of a graph pane do; what commands are called, their keys, what they need.
#include <algorithm>

#include "graph/graph_pane.h"

namespace etscope::ui {

std::span<const GraphCommand> GraphPane::commands() {
    using Needs = GraphCommand::Needs;
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
             if (p.m_shown.fold(p.m_place.node)) return p.layOut(p.m_place);
             p.activate(itemOf(p.m_canvas->scene()->view(), p.m_place));
         }},
        {"graph.expand-all", QT_TRANSLATE_NOOP("Command", "Expand all inside"), Qt::Key_E, Needs::Graph,
         [](GraphPane& p) {
             p.m_shown.openAll(p.m_place, true);
             p.layOut(p.m_place, true);
         }},
        {"graph.collapse-all", QT_TRANSLATE_NOOP("Command", "Collapse all inside"), Qt::SHIFT | Qt::Key_E, Needs::Graph,
         [](GraphPane& p) {
             p.m_shown.openAll(p.m_place, false);
             p.layOut(p.m_place, true);
         }},
        {"graph.stubs-edges", QT_TRANSLATE_NOOP("Command", "Stubs ↔ edges"), Qt::Key_S, Needs::Selection,
         [](GraphPane& p) {
             p.m_shown.toggleStubs(p.m_place, p.m_canvas->scene()->view());
             p.layOut(p.m_place);
         }},
        {"graph.stubs", QT_TRANSLATE_NOOP("Command", "Hide or show stubs"), Qt::Key_H, Needs::Graph,
         [](GraphPane& p) { p.set(&view::ViewOptions::stubs, !p.m_shown.options.stubs); }},
        {"graph.no-ops", QT_TRANSLATE_NOOP("Command", "Hide or show getitem and no-ops"), Qt::Key_G, Needs::Graph,
         [](GraphPane& p) { p.set(&view::ViewOptions::hideNoOps, !p.m_shown.options.hideNoOps); }},
        {"graph.patterns", QT_TRANSLATE_NOOP("Command", "Fold or show patterns"), Qt::Key_P, Needs::Graph,
         [](GraphPane& p) { p.set(&view::ViewOptions::foldPatterns, !p.m_shown.options.foldPatterns); }},
        {"graph.repeats", QT_TRANSLATE_NOOP("Command", "Fold or show the blocks like this one"), Qt::Key_R, Needs::Graph,
         [](GraphPane& p) {
             const modules::ModuleId leader = p.m_shown.foldLike(p.m_place);
             if (!leader.valid()) return p.set(&view::ViewOptions::foldRepeats, !p.m_shown.options.foldRepeats);
             p.m_place = {{}, leader, {}};
             p.layOut(p.m_place, true);
         }},
        {"graph.next-repeat", QT_TRANSLATE_NOOP("Command", "Next block like this one"), Qt::Key_N, Needs::Selection,
         [](GraphPane& p) {
             if (const auto next = p.m_shown.nextLike(p.m_place); next.valid()) p.revealModule(next);
         }},
        {"graph.direction", QT_TRANSLATE_NOOP("Command", "Top down or left to right"), Qt::Key_L, Needs::Graph,
         [](GraphPane& p) {
             const bool down = p.m_shown.drawn.direction == layout::Direction::TopDown;
             p.setDirection(down ? layout::Direction::LeftRight : layout::Direction::TopDown);
         }},
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
             if (const auto around = p.m_shown.moduleAround(p.m_place); around.valid()) p.select({{}, around, {}}, true);
         }}};
    return kCommands;
}

QString GraphPane::cannot(const GraphCommand& command) const {
    using Needs = GraphCommand::Needs;
    if (!shown()) return tr("No graph is shown.");
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
    if (!shown() || &m_canvas->scene()->view().index() != m_shown.index.get() || id.index() == 0) return;
    const view::ViewGraph& view = m_canvas->scene()->view();
    if (m_shown.toggle(view.item(id))) return layOut(placeOf(view, id));
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

void GraphPane::set(ShownGraph::Switch which, bool on) {
    m_shown.set(which, on, m_place, m_canvas->overlay());
    m_bar->setSwitches(m_shown.options, m_shown.drawn.direction);
    layOut(m_place, which != &view::ViewOptions::stubs);
}

void GraphPane::setDirection(layout::Direction direction) {
    m_shown.drawn.direction = direction;
    m_bar->setSwitches(m_shown.options, direction);
    layOut(m_place, true);
}

}  // namespace etscope::ui
