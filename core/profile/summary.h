// The statistics of every event of a session's runs, each with the level its time is of, where its call belongs, and its share.
// Any thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profile/event_statistics.h"
#include "profile/run_sets.h"
#include "profile/time_difference.h"
#include "profile/time_unit.h"
#include "session/session.h"

namespace etscope::profile {

struct SummaryRow {
    EventStatistics event;
    TimeLevel level = TimeLevel::Other;
    TimeUnit unit = TimeUnit::Ticks;
    std::string op, backend, module;  ///< empty: not known, or there is none
    std::optional<std::int64_t> layer;
    /// Of the time of all events of its level in its set of runs; nothing where they overlap, have several units or no length.
    std::optional<double> share;
    /// Of what happens inside an instruction: of that instruction's time; nothing where it was not noted or counts otherwise.
    std::optional<double> partOfCall;
};

/// Of all its occurrences together, in its unit.
double ticksOf(const SummaryRow& row);

struct Summary {
    std::vector<RunSet> sets;
    std::vector<SummaryRow> rows;  ///< in the order of eventStatistics()
};

/// Errors: `cancelled`.
Result<Summary> summary(const session::Session& session, std::span<const join::SessionRun> runs, const JobContext& job);

}  // namespace etscope::profile
