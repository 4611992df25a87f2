// What a graph pane finds: the query of the search line.
#include <QLabel>
#include <algorithm>
#include <utility>

#include "graph/graph_pane.h"
#include "look/numbers.h"
#include "profile/node_amounts.h"
#include "view/query.h"

namespace etscope::ui {

void GraphPane::forgetFound() {
    m_factJob.cancel();
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
    if (query != m_query) {
        m_query = query;
        const auto terms = view::parseGraphQuery(query.toStdString());
        const auto wrong = std::ranges::find_if(terms, [](const view::QueryTerm& term) { return !term.error.empty(); });
        if (wrong != terms.end()) {
            m_found.clear();
            m_canvas->setFound({});
            m_matches->setText(text(wrong->error));
            return false;
        }
        const auto keys = view::factKeys(terms);
        const bool known = std::ranges::all_of(keys, [this](const std::string& key) { return m_factKeys.contains(key); });
        if (!known) return findWithFacts(keys);
        m_found = view::findNodes(*m_index, terms, {}, m_facts);
        m_foundAt = 0;
        m_canvas->setFound({m_found.begin(), m_found.end()});
    } else if (!m_found.empty()) {
        m_foundAt = (m_foundAt + (forward ? 1 : m_found.size() - 1)) % m_found.size();
    }
    m_matches->setText(m_found.empty() ? tr("no match") : tr("%1 of %2").arg(countText(m_foundAt + 1), countText(m_found.size())));
    if (m_found.empty()) return false;
    if (here)
        workspace().preview(addressOf(m_found[m_foundAt]));
    else
        workspace().select(addressOf(m_found[m_foundAt]));
    return true;
}

/// Asks the session for what the query needs, then searches again.
bool GraphPane::findWithFacts(const std::vector<std::string>& keys) {
    m_matches->setText(tr("searching …"));
    std::vector<std::string> all(m_factKeys.begin(), m_factKeys.end());
    all.insert(all.end(), keys.begin(), keys.end());
    const QString query = std::exchange(m_query, QString());
    m_factJob.start(
        tr("Reading what the query asks for"),
        [session = workspace().session(), method = workspace().method().toStdString(), stage = workspace().stageId(),
         index = m_index, all](const JobContext& job) { return profile::nodeFacts({*session, method}, stage, *index, all, job); },
        [this, query, all](Result<view::NodeFacts> facts) {
            if (!facts) {
                m_matches->setText(text(facts.error().message));
                return emit searched(false);
            }
            m_facts = std::move(*facts);
            m_factKeys = {all.begin(), all.end()};
            emit searched(find(query, true, true));
        });
    return true;  // until that is known
}

}  // namespace etscope::ui
