// Where the time of a method went: its calls added up by operator, by what runs them, and by module. Any thread.
#pragma once

#include <string>
#include <vector>

#include "profile/event_statistics.h"
#include "session/session.h"

namespace etscope::profile {

struct TimeTotal {
    std::string method;
    std::string by;    ///< "target", "backend", "module"
    std::string name;  ///< "aten::add.out", "XnnpackBackend", "CPU", "layers.0.attention"
    std::size_t calls = 0;
    double ticks = 0;  ///< sum of the medians of the calls
    double share = 0;  ///< of all calls of the method
};

/// Of the statistics of all runs (eventStatistics with `least` 1). A call counts once, for its operator, for the backend that runs
/// it, and for the module that holds all its nodes; without a record nothing is said of modules. Largest first within method and
/// kind. Errors: `cancelled`.
Result<std::vector<TimeTotal>> timeTotals(const session::Session& session, const std::vector<EventStatistics>& statistics,
                                          const JobContext& job);

}  // namespace etscope::profile
