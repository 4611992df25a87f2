// What a graph pane finds: what is at fault; what it marks beside the overlay: what saved queries match, and how the modules stand
// by the verdict; and delegates: which calls have a graph, and showing it in the place of the call.
#include <QLabel>
#include <algorithm>
#include <utility>

#include "graph/graph_pane.h"
#include "graph/saved_queries.h"
#include "join/delegate_bodies.h"
#include "profile/node_amounts.h"
#include "session/delegate_stages.h"
#include "view/query.h"

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

bool GraphPane::find(const QString& query, bool forward, bool here) { return isCurrent() && m_search->find(query, forward, here); }

QString GraphPane::badReason() const {
    if (!isCurrent()) return tr("No graph is shown.");
    const ModuleStatesPtr& states = m_canvas->look().states();
    if (states == nullptr) return tr("It is not known what is at fault.");
    if (states->empty()) return tr("Nothing is known of the calls of this stage.");
    return states->atFault().empty() ? tr("No operator of this stage is at fault.") : QString();
}

/// After the last comes the first. What is none of them stands between those before and behind it in the graph.
bool GraphPane::nextBad(bool forward) {
    if (!badReason().isEmpty()) return false;
    const std::vector<graph::NodeId>& bad = m_canvas->look().states()->atFault();
    const auto selected = selectedNodes();
    const auto isBefore = [&selected](graph::NodeId one) { return !selected.empty() && one.index() < selected.front().index(); };
    const auto here = std::ranges::find(bad, m_place.node);
    const std::ptrdiff_t behind = here != bad.end() ? here - bad.begin() + 1 : std::ranges::count_if(bad, isBefore);
    const std::ptrdiff_t count = std::ssize(bad), back = here != bad.end() ? 2 : 1;
    const graph::NodeId next = bad[static_cast<std::size_t>((forward ? behind : behind + count - back) % count)];
    m_place.node == next ? selectNode(next) : workspace().select(addressOf(next));
    return true;
}

/// Finds what the saved queries match.
void GraphPane::markQueries() {
    if (!isCurrent()) return;
    std::vector<QueryMark> marks;
    const auto& saved = SavedQueries::instance().list();
    for (qsizetype i = 0; i < saved.size(); ++i)
        if (saved[i].shown) marks.push_back({static_cast<int>(i), saved[i].text, {}});
    if (marks.empty()) {
        m_markJob.cancel();
        return m_canvas->setMarks({});
    }
    askBeside<std::vector<QueryMark>>(
        m_markJob, tr("Finding what saved queries match"),
        [in = subject(), marks](const JobContext& job) mutable -> Result<std::vector<QueryMark>> {
            for (QueryMark& mark : marks) {
                const auto terms = view::parseGraphQuery(mark.text.toStdString());
                const auto facts = profile::nodeFacts({*in.session, in.method}, in.stage, *in.index, view::factKeys(terms), job);
                if (!facts) return facts.failure();
                mark.nodes = view::findNodes(*in.index, terms, job, *facts);
            }
            return std::move(marks);
        },
        [this](std::vector<QueryMark> found) { m_canvas->setMarks(std::move(found)); });
}

void GraphPane::setJudge(const Workspace& judge) {
    m_judge = &judge;
    connect(&judge, &Workspace::verdictChanged, this, &GraphPane::judgeModules);
    connect(&judge, &Workspace::gapChanged, this, &GraphPane::judgeModules);
    judgeModules();
}

/// The marks go with the verdict; while it is being found out nothing is said.
void GraphPane::judgeModules() {
    m_stateJob.cancel();
    const bool judged = m_judge->verdict() != nullptr && m_judge->session() == workspace().session();
    if (!judged || !isCurrent()) return m_canvas->setStates(nullptr);
    m_stateJob.start(
        tr("Judging modules"),
        [of = subject()](const JobContext& job) {
            return moduleStates({*of.session, of.method}, of.stage, job);
        },
        [this](const Result<ModuleStatesPtr>& states) { m_canvas->setStates(states ? *states : nullptr); }, Urgency::Filling);
}

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
