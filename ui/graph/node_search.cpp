#include "graph/node_search.h"

#include <algorithm>
#include <utility>

#include "look/language.h"
#include "look/numbers.h"
#include "profile/node_amounts.h"

namespace etscope::ui {

void NodeSearch::forget() {
    m_job.cancel();
    m_query.clear();
    m_found.clear();
    m_at = 0;
    m_canvas.setNodes(NodeSet::Found, {});
    emit told({});
}

void NodeSearch::startAnew() {
    m_facts = {};
    if (m_job.running()) search(m_query);
}

bool NodeSearch::find(const QString& query, bool forward, bool here) {
    if (query.isEmpty()) {
        forget();
        return false;
    }
    m_here = here;
    if (query != m_query) return search(query);
    if (m_job.running()) return true;  // until that is known
    if (!m_found.empty()) m_at = (m_at + (forward ? 1 : m_found.size() - 1)) % m_found.size();
    return showFound();
}

/// Asks the session for what the query needs and was not asked for yet, and looks for it.
bool NodeSearch::search(const QString& query) {
    m_job.cancel();
    m_query = query;
    m_found.clear();
    m_at = 0;
    const auto terms = view::parseGraphQuery(query.toStdString());
    const auto wrong = std::ranges::find_if(terms, [](const view::QueryTerm& term) { return !term.error.empty(); });
    if (wrong != terms.end()) {
        m_canvas.setNodes(NodeSet::Found, {});
        emit told(text(wrong->error));
        return false;
    }
    emit told(tr("searching …"));
    std::set<std::string> keys = m_facts.keys;
    for (const std::string& key : view::factKeys(terms)) keys.insert(key);
    Found found{{keys == m_facts.keys ? m_facts.known : nullptr, keys}, {}};
    m_job.start(
        keys == m_facts.keys ? tr("Searching the graph") : tr("Reading what the query asks for"),
        [in = m_subject(), terms, found](const JobContext& job) mutable -> Result<Found> {
            if (found.facts.known == nullptr) {
                const std::vector<std::string> all(found.facts.keys.begin(), found.facts.keys.end());
                auto facts = profile::nodeFacts(in.at(), in.stage, *in.index, all, job);
                if (!facts) return facts.failure();
                found.facts.known = std::make_shared<const view::NodeFacts>(*std::move(facts));
            }
            found.nodes = view::findNodes(*in.index, terms, job, *found.facts.known);
            return std::move(found);
        },
        [this](Result<Found> answer) { take(std::move(answer)); });
    return true;
}

void NodeSearch::take(Result<Found> answer) {
    if (m_subject().index == nullptr) return forget();  // hidden meanwhile: what is in view is another graph
    if (!answer) {
        m_query.clear();  // another time it is asked again
        emit told(text(answer.error().message));
        return emit searched(false);
    }
    m_facts = std::move(answer->facts);
    m_found = std::move(answer->nodes);
    m_canvas.setNodes(NodeSet::Found, {m_found.begin(), m_found.end()});
    emit searched(showFound());
}

QString NodeSearch::countText() const { return tr("%1 of %2").arg(ui::countText(m_at + 1), ui::countText(m_found.size())); }

void NodeSearch::standAt(graph::NodeId node) {
    if (m_found.empty()) return;
    const auto hit = std::ranges::find(m_found, node);
    if (hit != m_found.end()) m_at = static_cast<std::size_t>(hit - m_found.begin());
    emit told(hit != m_found.end() ? countText() : tr("%n match(es)", nullptr, counted(m_found.size())));
}

/// The one that it stands at.
bool NodeSearch::showFound() {
    emit told(m_found.empty() ? tr("no match") : countText());
    if (m_found.empty()) return false;
    emit reached(m_found[m_at], m_here);
    return true;
}

}  // namespace etscope::ui
