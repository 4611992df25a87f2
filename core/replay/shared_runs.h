// The runs of other methods between those of one method that is audited: replayed for the state that they leave in memory that the
// methods share. Where none is shared nothing is done. One thread.
#pragma once

#include <memory>
#include <vector>

#include "replay/fed_inputs.h"
#include "replay/replay.h"
#include "replay/shared_state.h"

namespace etscope::replay {

class SharedRuns {
public:
    /// `memory` counts what is held. Plan and session must live as long. Errors: those of compare::runs() and fedRuns().
    static Result<std::unique_ptr<SharedRuns>> make(const session::Session& session, const program::ExecutionPlan& plan,
                                                    std::shared_ptr<evaluate::Memory> memory, const JobContext& job);
    /// Before a run of the method: replays what ran before it in its dump, and puts what was left into `memory`. Errors:
    /// `cancelled`.
    Result<void> before(const join::SessionRun& run, PlanMemory& memory, const JobContext& job);
    void after(const PlanMemory& memory) { m_state.leave(m_plan, memory); }

private:
    struct Other {
        const program::ExecutionPlan* plan;
        std::vector<join::SessionRun> runs;
        std::shared_ptr<const FedRuns> fed;
        std::unique_ptr<Replay> replay;  ///< of the dump at m_file
    };
    struct Step {
        std::size_t other, run;  ///< of m_others, of its runs; SIZE_MAX: of nobody knows which method
        std::size_t index, file;
    };
    SharedRuns(const session::Session& session, const program::ExecutionPlan& plan, std::shared_ptr<evaluate::Memory> memory)
        : m_session(session), m_plan(plan), m_memory(std::move(memory)), m_state(session.programFile()->program->plans()) {}
    Result<void> replay(const Step& step, const JobContext& job);

    const session::Session& m_session;
    const program::ExecutionPlan& m_plan;
    std::shared_ptr<evaluate::Memory> m_memory;
    SharedState m_state;
    std::vector<Other> m_others;
    std::vector<Step> m_steps;  ///< in the order of the session
    std::size_t m_next = 0;
    std::optional<unsigned> m_file;  ///< of the last run
};

}  // namespace etscope::replay
