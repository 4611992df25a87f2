// The parts of the events document that are about several events: statistics, totals, allocations, notes. Used by
// eventsDocument().
#pragma once

#include <span>
#include <vector>

#include "join/runs.h"
#include "profile/summary.h"
#include "report/documents.h"

namespace etscope::report {

/// The runs of a selection.
using RunList = std::vector<join::SessionRun>;

/// "run_sets", "summary", "totals", each with the ticks of a second where they are told. Errors: `cancelled`.
Result<void> addSummary(Json& document, const session::Session& session, const RunList& runs, std::optional<double> ticksPerSecond,
                        const JobContext& job);
/// Of one run: a row for each allocator, with its timeline.
Json allocationsJson(const etdump::Dump& dump, const etdump::Run& run);
/// Of all: a row for each dump and allocator; the file is its index in the session.
Json allAllocationsJson(const RunList& runs);
/// "none", "outputs" or "intermediate": what the run logged.
std::string_view loggingOf(const join::SessionRun& run);
/// Sentences about what the times hold besides the work.
Json notesJson(const RunList& runs);

}  // namespace etscope::report
