// The boxes of a run's timeline. Pure; any thread.
#pragma once

#include "charts/timeline_view.h"
#include "join/runs.h"
#include "session/session.h"

namespace etscope::ui {

/// The names of the lanes of such bars, from above; that of allocations only where there are some.
QStringList timelineLanes(const std::vector<TimelineBar>& bars);
/// The events of a run of the method, named by what they run, and what its allocators gave out, sorted by their beginnings; ticks
/// are nanoseconds.
std::vector<TimelineBar> timelineBars(const session::Session& session, const QString& method, const join::SessionRun& run,
                                      const JobContext& job);

}  // namespace etscope::ui
