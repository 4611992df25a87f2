// Two dumps, or two groups of runs, side by side: how much longer an event takes, and whether that is more than its own scatter.
// Any thread. Rules: docs/FORMATS.md "Differences of times".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "profile/event_statistics.h"

namespace etscope::profile {

/// How the medians of two samples differ: right − left, in ticks, and where the difference lies in 95 of 100 resamplings of both.
struct MedianDifference {
    double left = 0, right = 0;
    std::optional<double> low, high;  ///< nothing with fewer than three durations on a side
    double difference() const noexcept { return right - left; }
    /// Whether the interval holds 0; nothing without one.
    std::optional<bool> withinNoise() const noexcept;
};

/// Percentile bootstrap of the difference of medians (Efron and Tibshirani, An Introduction to the Bootstrap, chapter 13), 1000
/// resamplings of a fixed sequence: the same answer every time. Samples ascend and are not empty.
MedianDifference medianDifference(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right);

/// The level that an event's time is of: those of one level do not contain each other.
enum class TimeLevel : std::uint8_t { Execute, Instruction, Kernel, Inside, Other };
/// "execute", "instruction", "kernel", "inside", "other".
std::string_view timeLevelName(TimeLevel level) noexcept;
TimeLevel timeLevelOf(const EventStatistics& event) noexcept;
/// `inside`: it has a delegate id.
TimeLevel timeLevelOf(etdump::EventKind kind, std::string_view name, bool inside) noexcept;

struct TimeDifference {
    std::size_t set = 0;  ///< of setsOfBoth() of the same runs
    std::string method, name;
    std::optional<std::int64_t> instruction;       ///< on the left; of events of the right alone, there
    std::optional<std::int64_t> rightInstruction;  ///< where it is another
    std::string delegateId;
    TimeLevel level = TimeLevel::Other;
    etdump::DurationStatistics left, right;   ///< no occurrence: the side has no such event
    std::optional<MedianDifference> medians;  ///< of events of both sides
};

/// What one run took, in ticks.
struct RunTotal {
    std::optional<double> execute;       ///< its Method::execute; nothing: none was noted
    std::optional<double> instructions;  ///< all its instructions together; nothing: none was noted
};
RunTotal totalOf(const join::SessionRun& run);

/// The sets of the runs of both sides: runs of unknown methods are of one where they executed the same. Those of the left come
/// first, numbered as runSets() of the left alone has them.
RunSets setsOfBoth(std::span<const join::SessionRun> left, std::span<const join::SessionRun> right);

/// Instruction of the left side's method → that of the right side.
using InstructionMap = std::function<std::optional<std::int64_t>(const std::string& method, std::int64_t instruction)>;

/// Events of both sides by set of runs, instruction, name and delegate id, those of the left in their order, then those of the
/// right alone. Errors: `cancelled`.
Result<std::vector<TimeDifference>> timeDifferences(std::span<const join::SessionRun> left, std::span<const join::SessionRun> right,
                                                    const InstructionMap& map, const JobContext& job);

}  // namespace etscope::profile
