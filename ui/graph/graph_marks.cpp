#include "graph/graph_marks.h"

#include <algorithm>
#include <utility>

#include "graph/saved_queries.h"
#include "join/delegate_bodies.h"
#include "profile/node_amounts.h"
#include "session/delegate_stages.h"
#include "view/query.h"

namespace etscope::ui {
namespace {

Result<std::vector<QueryMark>> matched(const GraphSubject& in, std::vector<QueryMark> marks, const JobContext& job) {
    for (QueryMark& mark : marks) {
        const auto terms = view::parseGraphQuery(mark.text.toStdString());
        const auto facts = profile::nodeFacts(in.at(), in.stage, *in.index, view::factKeys(terms), job);
        if (!facts) return facts.failure();
        mark.nodes = view::findNodes(*in.index, terms, job, *facts);
    }
    return marks;
}

Result<std::set<graph::NodeId>> openableCalls(const GraphSubject& in, const JobContext& job) {
    const auto stages = session::delegateStages(in.at(), job);
    if (!stages) return stages.failure();
    const graph::GraphModel& model = in.index->model();
    std::set<graph::NodeId> nodes;
    for (std::uint32_t i = 0; i < model.nodeCount(); ++i) {
        const auto inner = join::delegateStage(in.at(), in.stage, model, graph::NodeId(i));
        if (inner && std::ranges::find(*stages, *inner) != stages->end()) nodes.insert(graph::NodeId(i));
    }
    return nodes;
}

}  // namespace

GraphMarks::GraphMarks(Page& page, GraphCanvas& canvas, std::function<GraphSubject()> subject)
    : QObject(&page), m_page(page), m_canvas(canvas), m_subject(std::move(subject)) {
    connect(&SavedQueries::instance(), &SavedQueries::changed, this, &GraphMarks::markQueries);
}

void GraphMarks::clear() {
    m_queries.cancel();
    m_canvas.setMarks({});
    m_states.cancel();
    m_canvas.setStates(nullptr);
    m_openable.cancel();
    m_canvas.setNodes(NodeSet::Openable, {});
}

void GraphMarks::markQueries() {
    const GraphSubject in = m_subject();
    if (in.index == nullptr) return;
    std::vector<QueryMark> marks;
    const auto& saved = SavedQueries::instance().list();
    for (qsizetype i = 0; i < saved.size(); ++i)
        if (saved[i].shown) marks.push_back({static_cast<int>(i), saved[i].text, {}});
    if (marks.empty()) {
        m_queries.cancel();
        return m_canvas.setMarks({});
    }
    m_page.askBeside<std::vector<QueryMark>>(
        m_queries, tr("Finding what saved queries match"),
        [in, marks = std::move(marks)](const JobContext& job) { return matched(in, marks, job); },
        [this](std::vector<QueryMark> found) { m_canvas.setMarks(std::move(found)); });
}

void GraphMarks::setJudge(const Workspace& judge) {
    m_judge = &judge;
    connect(&judge, &Workspace::verdictChanged, this, &GraphMarks::judgeModules);
    connect(&judge, &Workspace::gapChanged, this, &GraphMarks::judgeModules);
    judgeModules();
}

void GraphMarks::judgeModules() {
    m_states.cancel();
    const GraphSubject in = m_subject();
    const bool judged = m_judge->verdict() != nullptr && m_judge->session() == in.session;
    if (!judged || in.index == nullptr) return m_canvas.setStates(nullptr);
    m_states.start(
        tr("Judging modules"), [in](const JobContext& job) { return moduleStates(in.at(), in.stage, job); },
        [this](const Result<ModuleStatesPtr>& states) { m_canvas.setStates(states ? *states : nullptr); }, Urgency::Filling);
}

void GraphMarks::findDelegates() {
    const GraphSubject in = m_subject();
    if (in.index->model().delegates().empty()) return;
    m_page.askBeside<std::set<graph::NodeId>>(
        m_openable, tr("Decoding delegates"), [in](const JobContext& job) { return openableCalls(in, job); },
        [this](std::set<graph::NodeId> nodes) { m_canvas.setNodes(NodeSet::Openable, std::move(nodes)); });
}

void GraphMarks::setCounterparts(const QObject* by, const QStringList& paths) {
    m_counterparts[by] = paths;
    const GraphSubject in = m_subject();
    std::set<graph::NodeId> nodes;
    for (const QStringList& all : std::as_const(m_counterparts))
        for (const QString& path : all)
            if (const auto node = in.index != nullptr ? in.index->model().findNode(path.toStdString()) : graph::NodeId();
                node.valid())
                nodes.insert(node);
    m_canvas.setNodes(NodeSet::Counterparts, std::move(nodes));
}

QString GraphMarks::badReason() const {
    if (m_subject().index == nullptr) return tr("No graph is shown.");
    const ModuleStatesPtr& states = m_canvas.look().states();
    if (states == nullptr) return tr("It is not known what is at fault.");
    if (states->empty()) return tr("Nothing is known of the calls of this stage.");
    return states->atFault().empty() ? tr("No operator of this stage is at fault.") : QString();
}

graph::NodeId GraphMarks::nextBad(graph::NodeId node, const std::vector<graph::NodeId>& selected, bool forward) const {
    if (!badReason().isEmpty()) return {};
    const std::vector<graph::NodeId>& bad = m_canvas.look().states()->atFault();
    const auto isBefore = [&selected](graph::NodeId one) { return !selected.empty() && one.index() < selected.front().index(); };
    const auto here = std::ranges::find(bad, node);
    const std::ptrdiff_t behind = here != bad.end() ? here - bad.begin() + 1 : std::ranges::count_if(bad, isBefore);
    const std::ptrdiff_t count = std::ssize(bad), back = here != bad.end() ? 2 : 1;
    return bad[static_cast<std::size_t>((forward ? behind : behind + count - back) % count)];
}

}  // namespace etscope::ui
