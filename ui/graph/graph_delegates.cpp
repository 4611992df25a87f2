// Delegates in the Graph page: which calls have a graph, and showing it in the place of the call.
#include <QLabel>
#include <algorithm>

#include "graph/graph_pane.h"
#include "join/delegate_bodies.h"
#include "session/delegate_stages.h"

namespace etscope::ui {
namespace {

/// Nodes whose bodies are open, taken out of `expanded` with everything inside: bodies come last, so their ids change when
/// one more joins them.
std::set<graph::NodeId> takeBodies(const modules::Hierarchy& hierarchy, std::set<modules::ModuleId>& expanded) {
    std::set<graph::NodeId> owners;
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
        const modules::ModuleId id(i);
        if (!owners.empty() || hierarchy.module(id).kind == modules::ModuleKind::Operator) {
            if (expanded.erase(id) > 0 && hierarchy.module(id).kind == modules::ModuleKind::Operator)
                owners.insert(hierarchy.module(id).owner);
        }
    }
    return owners;
}

void addBodies(const modules::Hierarchy& hierarchy, const std::set<graph::NodeId>& owners, std::set<modules::ModuleId>& expanded) {
    for (std::uint32_t i = 0; i < hierarchy.size(); ++i) {
        const modules::Module& module = hierarchy.module(modules::ModuleId(i));
        const bool body = module.kind == modules::ModuleKind::Operator || module.kind == modules::ModuleKind::Branch;
        if (body && owners.contains(module.owner)) expanded.insert(modules::ModuleId(i));
    }
}

}  // namespace

/// The same stage with one delegate's graph more: node ids stay.
void GraphPane::showOpened(const modules::GraphIndex& before) {
    std::set<graph::NodeId> owners = takeBodies(before.hierarchy(), m_options.expanded);
    const modules::ModuleId body = m_index->hierarchy().bodyOf(m_opening);
    if (body.valid()) {
        owners.insert(m_opening);
    } else {
        m_delegates.erase(m_opening);
        m_matches->setText(tr("this delegate has no graph that can be shown"));
    }
    addBodies(m_index->hierarchy(), owners, m_options.expanded);
    // Modules of bodies have other numbers now.
    if (m_place.module.valid() && before.hierarchy().module(m_place.module).kind != modules::ModuleKind::Module)
        m_place = {m_opening, {}, {}};
    m_opening = {};
    makeOverlay();
    layOut(body.valid() ? GraphPlace{{}, body, {}} : m_place);
    // It was opened for a node inside.
    if (body.valid() && join::callAround(workspace().stageId(), workspace().selection().name.toStdString()))
        onSelection(workspace().selection());
}

/// A node that was selected inside a delegate which is closed now: "0/3/delegate:2/5".
void GraphPane::openAround(const QString& path) {
    const auto around = join::callAround(workspace().stageId(), path.toStdString());
    const graph::NodeId call = around ? m_index->model().findNode(*around) : graph::NodeId();
    if (call.valid() && m_index->model().node(call).delegate >= 0) openDelegate(call);
}

/// Shows the delegate's graph in the place of its call; it closes and opens again like any module.
void GraphPane::openDelegate(graph::NodeId call) {
    if (m_delegates.contains(call) || m_read.running()) return;
    m_delegates.insert(call);
    m_opening = call;
    read();
}

/// Marks the calls that can be opened, once the payloads are decoded.
void GraphPane::findDelegates() {
    if (m_index->model().delegates().empty()) return;
    askBeside<std::set<graph::NodeId>>(
        m_openable, tr("Decoding delegates"),
        [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
         index = m_index](const JobContext& job) -> Result<std::set<graph::NodeId>> {
            const auto stages = session::delegateStages({*session, method}, job);
            if (!stages) return stages.failure();
            const graph::GraphModel& model = index->model();
            std::set<graph::NodeId> nodes;
            for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
                const auto inner = join::delegateStage({*session, method}, stage, model, graph::NodeId(i));
                if (inner && std::ranges::find(*stages, *inner) != stages->end()) nodes.insert(graph::NodeId(i));
            }
            return nodes;
        },
        [this](std::set<graph::NodeId> nodes) { m_canvas->setOpenable(std::move(nodes)); });
}

}  // namespace etscope::ui
