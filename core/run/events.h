// What a target says while it executes a plan: lines "@etscope {…}". A target is not trusted: what does not fit the plan is left
// out. Internal to core/run; one thread.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "run/run_plan.h"

namespace etscope::run {

/// Where a run is.
struct Progress {
    std::size_t done = 0, all = 0;  ///< executions of calls
    std::string method;             ///< of the call that runs
};
using OnProgress = std::function<void(const Progress&)>;

/// What was heard so far.
struct Heard {
    runrecord::Target target;
    bool knowsTarget = false;  ///< the target named its runtime
    bool ended = false;        ///< it came to its end
    std::optional<std::string> absent, refused;
    std::vector<std::string> missingKernels;
    bool withoutDumps = false;                       ///< the runtime is built without event tracing
    std::optional<std::size_t> module, call;         ///< that runs now
    std::vector<std::vector<std::size_t>> executed;  ///< by module: calls that were begun, in their order
    std::vector<std::vector<bool>> finished;         ///< the same: whether they came to their end
    std::set<std::size_t> shared;                    ///< modules whose methods have one memory
    std::set<std::size_t> written;                   ///< modules whose dump is written
};

class Listener {
public:
    /// Keeps references; fills states, messages and outputs of the plan's calls.
    Listener(RunPlan& plan, const JobContext& job, const OnProgress& onProgress);

    /// Whether the line is the target's; a hook of runChild().
    bool take(std::string_view line);
    const Heard& heard() const& noexcept { return m_heard; }
    const Heard& heard() const&& = delete;

private:
    void onCall(std::size_t call);
    void onEnd(std::size_t call, runrecord::CallState state);

    RunPlan& m_plan;
    const JobContext& m_job;
    const OnProgress& m_onProgress;
    Heard m_heard;
    Progress m_progress;
    std::string m_kind;
};

}  // namespace etscope::run
