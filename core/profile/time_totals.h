// Where the time of a set of runs went: its calls added up by operator, by what runs them, by module and by layer; the steps inside
// delegates by what they do. Pure; any thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/summary.h"

namespace etscope::profile {

/// What delegate calls are called among operators.
inline constexpr std::string_view kDelegateCalls = "delegate call";

struct TimeTotal {
    std::size_t set = 0;  ///< in runSets() of the same runs
    std::string method;   ///< empty: not known
    std::string by;       ///< "target", "backend", "module", "layer", "step"
    std::string name;     ///< "aten::add.out", "XnnpackBackend", "CPU", "layers.0.attention", "layers.0", "Add (ND)"
    std::size_t calls = 0;
    double ticks = 0;             ///< of a run, the medians of the calls added up; of steps the means, in their `unit`
    std::optional<double> share;  ///< of all calls of the set, of steps of all steps; nothing where these cannot be added
    TimeUnit unit = TimeUnit::Ticks;
};

/// A call counts once for its operator, for the backend that runs it, for each of the modules around all its nodes, and for its
/// layer; without a record nothing is said of modules. Largest first within set and kind.
std::vector<TimeTotal> timeTotals(const Summary& summary);

/// Steps inside delegates by backend and what they do ("step"); steps whose work has no name are left out of the names, not of
/// the whole.
std::vector<TimeTotal> stepTotals(const Summary& summary);

}  // namespace etscope::profile
