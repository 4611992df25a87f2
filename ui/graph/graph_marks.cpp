// What a graph pane marks beside the overlay: what saved queries match, and how the modules stand by the verdict.
#include "frame/saved_queries.h"
#include "graph/graph_pane.h"
#include "profile/node_amounts.h"
#include "view/query.h"

namespace etscope::ui {

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
         stage = workspace().stageId()](const JobContext& job) { return moduleStates({*session, method}, stage, job); },
        [this](const Result<ModuleStatesPtr>& states) { m_canvas->setStates(states ? *states : nullptr); }, Urgency::Filling);
}

}  // namespace etscope::ui
