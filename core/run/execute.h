// A plan executed: the one place of etscope where what a file holds is run, and only because the user asked for it. The target is a
// process of its own, bounded in time and memory; what it writes is read as any other hostile file. One thread; blocks until the
// end.
#pragma once

#include <chrono>
#include <set>

#include "run/child_process.h"
#include "run/events.h"
#include "run/target.h"

namespace etscope::run {

/// Executes the plan in the folder and gives its lines to `onLine`, as runChild() does.
using Executor = std::function<Result<ChildEnd>(const std::string& folder, const OnLine& onLine, const JobContext& job)>;

struct RunRequest {
    TargetChoice target;
    std::chrono::milliseconds time = std::chrono::minutes(10);  ///< of the whole run; 0: no limit
    std::uint64_t memory = std::uint64_t{8} << 30U;             ///< of the target's process; 0: no limit
    OnProgress onProgress;
    std::string version;  ///< of etscope
    Executor by = {};     ///< in place of a process that is started for the run alone; bounds time and memory itself
};

struct RunOutcome {
    std::string folder;
    runrecord::RunRecord record;   ///< as run.json has it
    std::set<std::size_t> shared;  ///< modules of the plan whose methods had one memory
};

/// Executes the plan into the folder, which must not exist or be empty: it appears whole, with run.json, or not at all. A run that
/// ended early keeps what it wrote until then, when that is something: its record says state and error. Errors, nothing is written:
/// `run-not-started`, `run-no-executorch`, `run-refused`, `run-aborted`, `run-timeout`, `run-said-too-much`, `run-target-failed`,
/// `run-no-values`, `write-failed`, `cancelled`, those of reading inputs.
Result<RunOutcome> execute(RunPlan plan, const RunRequest& request, const std::string& folder, const JobContext& job);

/// Of one target, without executing anything of a program: which runtime it has. Errors: as above.
Result<runrecord::Target> askTarget(const TargetChoice& target, const JobContext& job);

}  // namespace etscope::run
