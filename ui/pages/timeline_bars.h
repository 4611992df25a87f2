// The boxes of a run's timeline. Pure; any thread.
#pragma once

#include "charts/step_strip.h"
#include "charts/timeline_view.h"
#include "join/runs.h"
#include "session/session.h"

namespace etscope::ui {

/// A run over time.
struct RunTimeline {
    QStringList lanes;  ///< from above; only those that have bars
    std::vector<TimelineBar> bars;
    std::vector<StepCall> calls;
};
/// The events of a run of the method, named by what they run, their modules, and what its allocators gave out, sorted by their
/// beginnings; ticks are nanoseconds.
RunTimeline runTimeline(const session::Session& session, const QString& method, const join::SessionRun& run, const JobContext& job);

}  // namespace etscope::ui
