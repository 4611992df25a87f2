// Runs that are looked at together: those of one method; of runs whose method is not known, those that executed the same. Pure; any
// thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "etdump/statistics.h"
#include "join/runs.h"

namespace etscope::profile {

/// Runs of one method; of runs whose method is not known, those of one block name that ran the same instructions under the same
/// names.
struct RunSet {
    std::string method;             ///< empty: not known
    std::string block;              ///< name of the block: "Execute", "Default", the application's; of the first run
    std::vector<std::size_t> runs;  ///< SessionRun::index, ascending
    std::size_t number = 0;         ///< of an unknown method: among those that ran instructions, from 1; 0: of all others
    std::size_t instructions = 0;   ///< of an unknown method: how many different ones each of the runs executed
    /// Its method; "unknown method 2 (8 instructions)"; of runs that executed none the block.
    Sentence title() const;
};

struct RunSets {
    std::vector<RunSet> sets;           ///< in the order of their first runs
    std::vector<std::size_t> setOfRun;  ///< of each run that was given
};

RunSets runSets(std::span<const join::SessionRun> runs);
/// Those of `runs` that are of a set with `one`, which need not be among them, in their order.
std::vector<join::SessionRun> runsLike(const join::SessionRun& one, std::span<const join::SessionRun> runs);

/// What each run took, in ticks: its executions, else its instructions together. A count of 0: no run tells.
etdump::DurationStatistics runTimes(std::span<const join::SessionRun> runs);
/// The same of each set; `runs` are those that the sets were made of.
std::vector<etdump::DurationStatistics> setTimes(std::span<const RunSet> sets, std::span<const join::SessionRun> runs);
/// The set whose run takes longest at the median, of a known method before all others, of times as setTimes() gives them; `method`:
/// one of that method, of unknown ones where it is empty. Nothing: no run of those tells.
std::optional<std::size_t> longestSet(std::span<const RunSet> sets, std::span<const etdump::DurationStatistics> times,
                                      std::optional<std::string_view> method = {});

}  // namespace etscope::profile
