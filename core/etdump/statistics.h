// Times of an ETDump: nesting of a run's events, and statistics of the same event over several runs. Pure functions; any thread.
// Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
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

// What the allocators of a run gave out. Pure; any thread. Rules: docs/FORMATS.md "Allocations".

/// What was given out up to an event of the run.
struct AllocatedBy {
    std::uint32_t event = 0;             ///< the first that was noted behind the allocation; the number of events: none was
    std::optional<std::uint64_t> bytes;  ///< all that was given out so far; nothing where the sum is beyond 64 bits
};

struct AllocatorUse {
    std::int32_t allocator = 0;  ///< 1-based, as the allocations have it
    std::string name;            ///< empty: the run has no such allocator
    std::uint64_t count = 0, largest = 0;
    std::optional<std::uint64_t> bytes = 0;  ///< as above
    /// The most of the timeline. A dump notes no frees: more is never in use than this, less may be.
    std::optional<std::uint64_t> peak = 0;
    std::vector<AllocatedBy> timeline;  ///< one entry for each event before which it gave something out
};

/// One for each allocator of the run, then for each number that names none, ascending.
std::vector<AllocatorUse> allocatorUses(const Dump& dump, const Run& run);

/// Counts and sums of several runs; `largest` and `peak` are those of the run that has the most. Timelines are left out.
void addUse(AllocatorUse& total, const AllocatorUse& use);

}  // namespace etscope::etdump
