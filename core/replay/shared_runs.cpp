#include "replay/shared_runs.h"

#include <algorithm>

#include "compare/run_cases.h"
#include "replay/executed.h"

namespace etscope::replay {

Result<std::unique_ptr<SharedRuns>> SharedRuns::make(const session::Session& session, const program::ExecutionPlan& plan,
                                                     std::shared_ptr<evaluate::Memory> memory, const JobContext& job) {
    std::unique_ptr<SharedRuns> made(new SharedRuns(session, plan, memory));
    const auto sharers = made->m_state.sharers(plan);
    if (sharers.empty()) return made;
    for (const program::ExecutionPlan* sharer : sharers) {
        auto runs = executionsOf({session, sharer->name}, job);
        if (!runs) return runs.failure();
        Other other{sharer, *std::move(runs), nullptr, nullptr};
        for (std::size_t i = 0; i < other.runs.size(); ++i)
            made->m_steps.push_back({made->m_others.size(), i, other.runs[i].index, other.runs[i].file});
        auto fed = fedRuns({session, sharer->name}, job);
        if (!fed) return fed.failure();
        other.fed = *fed;
        made->m_others.push_back(std::move(other));
    }
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    for (const join::SessionRun& run : **all)
        if (!run.attribution.method && run.kind() == etdump::BlockKind::Execute)
            made->m_steps.push_back({SIZE_MAX, 0, run.index, run.file});
    std::ranges::sort(made->m_steps, {}, &Step::index);
    return made;
}

Result<void> SharedRuns::replay(const Step& step, const JobContext& job) {
    if (step.other == SIZE_MAX) {
        m_state.forget();
        return {};
    }
    Other& other = m_others[step.other];
    m_state.enter(*other.plan, other.replay->memory());
    const auto nothing = [](const ReplayedCall&) -> Result<Replay::Next> { return Replay::Next::GoOn; };
    const auto done = other.replay->run(other.runs[step.run], other.fed->at(step.index).seen(m_memory), nothing, job);
    m_state.leave(*other.plan, other.replay->memory());
    return done;
}

Result<void> SharedRuns::before(const join::SessionRun& run, PlanMemory& memory, const JobContext& job) {
    if (m_file != run.file) {  // a process of its own
        m_state.restart();
        for (Other& other : m_others) other.replay = std::make_unique<Replay>(m_session, *other.plan, m_memory);
    }
    m_file = run.file;
    for (; m_next < m_steps.size() && m_steps[m_next].index < run.index; ++m_next)
        if (m_steps[m_next].file == run.file)
            if (const auto done = replay(m_steps[m_next], job); !done) return done;
    m_state.enter(m_plan, memory);
    return {};
}

}  // namespace etscope::replay
