// Scripts as calls of a run: each side in a fresh module, what is kept carried as the graph does it, and what the calls gave.
// Internal to core/consistency; one thread.
#pragma once

#include "consistency/bench.h"
#include "run/execute.h"

namespace etscope::consistency {

/// A script's calls in a plan, by step.
struct PlacedScript {
    std::vector<std::size_t> calls, modules;
    bool sharesMemory = false;  ///< the methods must have one memory
};

class RuntimeCalls {
public:
    /// Errors: `no-program`.
    static Result<RuntimeCalls> make(const session::Session& session, run::TargetKind target);

    /// Adds the script to the plan. A sentence: why the program cannot play it; nothing was added.
    std::optional<Sentence> add(const Script& script, PlacedScript& placed);
    run::RunPlan& plan() noexcept { return m_plan; }

private:
    RuntimeCalls(const session::Session& session, run::TargetKind target, run::RunPlan plan)
        : m_session(&session), m_target(target), m_plan(std::move(plan)) {}
    const program::ExecutionPlan* planOf(const Subject& subject) const;
    std::optional<Sentence> whyNotTogether(const Script& script, bool& shares) const;
    Result<run::PlannedCall> callOf(const Script& script, std::size_t step, const std::vector<std::size_t>& calls,
                                    const std::map<std::size_t, run::FedInput>& carried) const;

    const session::Session* m_session;
    run::TargetKind m_target;
    run::RunPlan m_plan;
};

/// The outputs that the calls wrote, as a way; a sentence: why there is none.
std::optional<Sentence> playedWay(const PlacedScript& placed, const Script& script, const run::RunOutcome& outcome, Way& way,
                                  const JobContext& job);
/// Whether all its calls were begun: what stopped the run was not one of them.
bool wasTried(const PlacedScript& placed, const run::RunOutcome& outcome);

}  // namespace etscope::consistency
