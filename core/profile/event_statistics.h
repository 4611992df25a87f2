// Statistics of events over repeated runs of a method. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "etdump/statistics.h"
#include "join/runs.h"
#include "profile/run_sets.h"

namespace etscope::profile {

struct EventStatistics {
    std::size_t set = 0;  ///< in runSets() of the same runs
    std::string method;   ///< empty: runs whose method is not known
    std::string name;     ///< of delegate events: the id as text
    std::optional<std::int64_t> instruction;
    std::string delegateId;
    etdump::EventKind kind = etdump::EventKind::Other;
    etdump::DurationStatistics durations;  ///< ticks
    /// What all its occurrences in a run take together, at the median of the runs that have it: p50 of the durations where it
    /// occurs once in each.
    double perRun = 0;
};

/// The same with every duration, ascending.
struct EventDurations {
    EventStatistics statistics;
    std::vector<std::uint64_t> durations;
};

/// What an event is called: its name, or the id that the backend gives its step; empty when it has neither.
std::string eventName(const etdump::Dump& dump, const etdump::Event& event);

/// One row for each event that occurs at least `least` times in a set of runs: same name, instruction and delegate id; iterations
/// of a loop count. In the order of the first occurrence.
std::vector<EventStatistics> eventStatistics(std::span<const join::SessionRun> runs, std::size_t least = 2);
std::vector<EventDurations> eventDurations(std::span<const join::SessionRun> runs, std::size_t least = 2);
/// Of one of their rows of an instruction alone: its durations, ascending.
std::vector<std::uint64_t> durationsOf(std::span<const join::SessionRun> runs, const EventStatistics& row);

}  // namespace etscope::profile
