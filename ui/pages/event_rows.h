// The rows of the page Events: what a run's time, or that of all runs of a method, was spent on. Pure; any thread.
#pragma once

#include <optional>
#include <span>

#include "join/runs.h"
#include "pages/rows_page.h"

namespace etscope::ui {

inline constexpr double kTicksPerMillisecond = 1e6;
/// Ticks are taken as nanoseconds.
QString millisecondsText(double ticks);

/// None where no program says what the instruction is.
Address instructionAddress(const session::Session& session, const QString& method, const std::optional<std::int64_t>& instruction);

enum class EventTable : std::uint8_t { OfRun, OfAllRuns, ByOperator, ByBackend, ByModule, ByLayer };

struct EventChoice {
    EventTable table = EventTable::OfRun;
    std::optional<std::size_t> run;  ///< SessionRun::index, for OfRun; nothing: the first run of the method
};

/// Events: each instruction with its share of all instructions, those that took longest first, and behind it what happened inside,
/// with its part of the instruction. Totals: with their shares of all calls. Errors: `cancelled`, those of the runs.
Result<Rows> eventRows(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job);

const RowsSpec& eventSpec();
/// Columns that tell how occurrences differ.
std::span<const int> percentileColumns();

}  // namespace etscope::ui
