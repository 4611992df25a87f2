// Times of an ETDump: nesting of a run's events, and statistics of the same event over several runs. Pure functions; any thread.
// Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "etdump/dump.h"

namespace etscope::etdump {

/// Durations in ticks; percentiles interpolate linearly between the sorted values, as numpy does by default.
struct DurationStatistics {
    std::uint64_t count = 0, min = 0, max = 0;
    double p10 = 0, p50 = 0, p90 = 0, mean = 0;
};
DurationStatistics durationStatistics(std::vector<std::uint64_t> durations);
/// The same of durations that may be sorted where they are.
DurationStatistics durationStatisticsInPlace(std::span<std::uint64_t> durations);

/// Which event of a run encloses each event in time: index within the run, −1 for none. Delegate events stand in their delegate
/// call, whatever their clock says.
std::vector<std::int32_t> parents(const Dump& dump, const Run& run);

}  // namespace etscope::etdump
