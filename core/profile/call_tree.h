// The calls of a set of runs as a tree: what happened inside each call, what of it nobody measured, and calls of one operator,
// module or backend together. Pure; any thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profile/summary.h"

namespace etscope::profile {

struct CallNode {
    enum class Kind : std::uint8_t {
        Group,      ///< calls of one name
        Call,       ///< an instruction
        Inside,     ///< a kernel, or a step that a backend noted
        Remainder,  ///< what of a delegate call its backend did not note: the call itself, what is copied for it
        Other       ///< of no instruction, or without the instruction around it
    };
    Kind kind = Kind::Other;
    int parent = -1;                 ///< a node before it; −1: none
    std::optional<std::size_t> row;  ///< of the summary; of a remainder that of its call; nothing: a group
    std::string name;                ///< of a group; may be empty
    std::size_t calls = 0;           ///< of a group: how many calls it has
    TimeUnit unit = TimeUnit::Ticks;
    /// Of the occurrences; of groups and remainders of the sums of each run.
    etdump::DurationStatistics durations;
    double ticks = 0;             ///< of all occurrences together
    double perRun = 0;            ///< of a run at the median; of a group those of its calls together
    std::optional<double> share;  ///< of all calls: those of the calls add up to 1, so do those of the groups
    std::optional<double> part;   ///< of the call around
};

/// What a call is grouped by; calls of one name stand together.
using GroupName = std::function<std::string(const SummaryRow& call)>;

/// Of runs of one set and their summary; `groupOf` empty: no groups. Parents stand before what is in them, which keeps the order of
/// time; the call or group that takes longest in a run is first, what is of no instruction last. Errors: `cancelled`.
Result<std::vector<CallNode>> callTree(const Summary& summary, std::span<const join::SessionRun> runs, const GroupName& groupOf,
                                       const JobContext& job);

}  // namespace etscope::profile
