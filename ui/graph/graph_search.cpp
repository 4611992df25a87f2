// What a graph pane finds: the query of the search line, and what is at fault. A search is a job: another text cancels it.
#include <QLabel>
#include <algorithm>
#include <utility>

#include "graph/graph_pane.h"
#include "look/numbers.h"
#include "profile/node_amounts.h"
#include "view/query.h"

namespace etscope::ui {

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

}  // namespace etscope::ui
