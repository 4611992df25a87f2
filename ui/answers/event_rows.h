// The rows of the page Events: what a run's time, or that of all runs of a method, was spent on, and how it differs from that of
// other runs. Pure; any thread.
#pragma once

#include <optional>
#include <set>

#include "join/runs.h"
#include "models/rows.h"
#include "profile/run_sets.h"
#include "profile/time_unit.h"
#include "workspace/workspace.h"

namespace etscope::ui {

inline constexpr double kTicksPerMillisecond = 1e6;

/// An amount in its own unit: what counts no time that is known stands in what it counts.
QString timeText(double amount, profile::TimeUnit unit);
/// None where no program says what the instruction is.
Address instructionAddress(const session::Session& session, const QString& method, const std::optional<std::int64_t>& instruction);

/// What calls are grouped by.
enum class EventsBy : std::uint8_t { Instruction, Operator, Module, Backend, Layer };

/// The other side of a comparison: runs of a session, which may be the one in view.
struct EventsAgainst {
    SessionPtr session;            ///< null: nothing is compared
    std::optional<unsigned> file;  ///< of its ETDump; nothing: all of them
};

struct EventChoice {
    EventsBy by = EventsBy::Instruction;
    std::set<std::size_t> runs;      ///< SessionRun::index; none: all of a set, but those of the other side
    std::optional<std::size_t> set;  ///< of all runs of the session; nothing: firstSet()
    EventsAgainst against;
};

/// The set of the method's runs that is told of where none is chosen: the one whose run takes longest. Of a method that is known
/// there is one set. Nothing: it has no run.
std::optional<std::size_t> firstSet(const profile::RunSets& sets, std::span<const join::SessionRun> runs, const QString& method);

/// Each instruction with its share of all instructions, those that took longest first, and under it what happened inside, with its
/// part of the instruction; grouped, the groups with their shares, and under them their instructions. Errors: `cancelled`, those of
/// the runs.
Result<Rows> eventRows(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job);

/// `once`: nothing of the rows happened more often, so that percentiles say nothing; `compared`: with another side; `narrow`: there
/// is little room.
bool eventColumnSaysLittle(const QString& key, bool once, bool compared, bool narrow);

}  // namespace etscope::ui
