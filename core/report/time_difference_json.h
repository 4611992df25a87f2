// "against" of the events document: the same events in two sets of runs.
#pragma once

#include "report/documents.h"

namespace etscope::report {

/// {"files", "runs", "rows"}: what each run of both sides took, rows in the order of profile::timeDifferences(), with the nodes
/// that the left side's instruction runs, and milliseconds where the user says what a tick is. Errors: `cancelled`.
Result<Json> againstJson(const session::Session& left, const session::Session& right, const Selection& selection,
                         std::optional<double> ticksPerSecond, const JobContext& job);

}  // namespace etscope::report
