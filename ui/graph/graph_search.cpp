// What a graph pane finds: the query of the search line (a job: another text cancels it), and what is at fault; what it marks
// beside the overlay: what saved queries match, and how the modules stand by the verdict; and delegates: which calls have a graph,
// and showing it in the place of the call.
#include <QLabel>
#include <algorithm>
#include <utility>

#include "graph/graph_pane.h"
#include "graph/saved_queries.h"
#include "join/delegate_bodies.h"
#include "look/numbers.h"
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

void GraphPane::forgetFound() {
    m_search.cancel();
    m_query.clear();
    m_found.clear();
    m_foundAt = 0;
    m_canvas->setFound({});
    m_matches->clear();
}

bool GraphPane::find(const QString& query, bool forward, bool here) {
    if (!isCurrent()) return false;
    if (query.isEmpty()) {
        forgetFound();
        return false;
    }
    m_foundHere = here;
    if (query != m_query) return search(query);
    if (m_search.running()) return true;  // until that is known
    if (!m_found.empty()) m_foundAt = (m_foundAt + (forward ? 1 : m_found.size() - 1)) % m_found.size();
    return showFound();
}

/// Asks the session for what the query needs and was not asked for yet, and looks for it.
bool GraphPane::search(const QString& query) {
    m_search.cancel();
    m_query = query;
    m_found.clear();
    m_foundAt = 0;
    const auto terms = view::parseGraphQuery(query.toStdString());
    const auto wrong = std::ranges::find_if(terms, [](const view::QueryTerm& term) { return !term.error.empty(); });
    if (wrong != terms.end()) {
        m_canvas->setFound({});
        m_matches->setText(text(wrong->error));
        return false;
    }
    m_matches->setText(tr("searching …"));
    std::set<std::string> keys = m_facts.keys;
    for (const std::string& key : view::factKeys(terms)) keys.insert(key);
    Found found{{keys == m_facts.keys ? m_facts.known : nullptr, keys}, {}};
    m_search.start(
        keys == m_facts.keys ? tr("Searching the graph") : tr("Reading what the query asks for"),
        [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
         index = m_index, terms, found](const JobContext& job) mutable -> Result<Found> {
            if (found.facts.known == nullptr) {
                const std::vector<std::string> all(found.facts.keys.begin(), found.facts.keys.end());
                auto facts = profile::nodeFacts({*session, method}, stage, *index, all, job);
                if (!facts) return facts.failure();
                found.facts.known = std::make_shared<const view::NodeFacts>(*std::move(facts));
            }
            found.nodes = view::findNodes(*index, terms, job, *found.facts.known);
            return std::move(found);
        },
        [this](Result<Found> answer) {
            if (!isCurrent()) return forgetFound();  // hidden meanwhile: what is in view is another graph
            if (!answer) {
                m_query.clear();  // another time it is asked again
                m_matches->setText(text(answer.error().message));
                return emit searched(false);
            }
            m_facts = std::move(answer->facts);
            m_found = std::move(answer->nodes);
            m_canvas->setFound({m_found.begin(), m_found.end()});
            emit searched(showFound());
        });
    return true;
}

/// The one that it stands at.
bool GraphPane::showFound() {
    m_matches->setText(m_found.empty() ? tr("no match") : tr("%1 of %2").arg(countText(m_foundAt + 1), countText(m_found.size())));
    if (m_found.empty()) return false;
    const Address address = addressOf(m_found[m_foundAt]);
    m_foundHere ? workspace().preview(address) : workspace().select(address);
    return true;
}

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
        [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
         index = m_index, marks](const JobContext& job) mutable -> Result<std::vector<QueryMark>> {
            for (QueryMark& mark : marks) {
                const auto terms = view::parseGraphQuery(mark.text.toStdString());
                const auto facts = profile::nodeFacts({*session, method}, stage, *index, view::factKeys(terms), job);
                if (!facts) return facts.failure();
                mark.nodes = view::findNodes(*index, terms, job, *facts);
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
        [session = workspace().session(), method = workspace().method().toStdString(),
         stage = workspace().stageId()](const JobContext& job) {
            return moduleStates({*session, method}, stage, job);
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
