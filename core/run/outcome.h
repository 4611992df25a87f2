// What a target left, made into a record: which run of which dump was which call, buffers cut to what is used, hashes, what ended
// it. Internal to core/run; one thread.
#pragma once

#include "run/child_process.h"
#include "run/events.h"
#include "run/execute.h"

namespace etscope::run {

/// "; it said: …": the last line of what a target said that is more than chatter; empty: there is none.
std::string lastSaid(std::string_view said);

/// What ended the run early; nothing: it came to its end.
std::optional<Error> endOf(const RunPlan& plan, const Heard& heard, const ChildEnd& end, const RunRequest& request);

/// Fills passes, calls, notes and written files of the record from what is in `folder`; removes files that are not whole. `plan`:
/// with what was heard of its calls. Errors: `write-failed`, `cancelled`.
Result<void> collect(const RunPlan& plan, const Heard& heard, const std::string& folder, runrecord::RunRecord& record,
                     const JobContext& job);

/// Whether anything of the run can be used.
bool isOfUse(const runrecord::RunRecord& record);

}  // namespace etscope::run
