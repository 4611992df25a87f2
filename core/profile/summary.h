// The statistics of every event of a session's runs, each with the level its time is of, where its call belongs, and its share.
// Any thread. Rules: docs/FORMATS.md "Times".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profile/call_places.h"
#include "profile/delegate_metadata.h"
#include "profile/event_statistics.h"
#include "profile/time_difference.h"
#include "profile/time_unit.h"
#include "session/session.h"

namespace etscope::profile {

struct SummaryRow {
    EventStatistics event;
    TimeLevel level = TimeLevel::Other;
    TimeUnit unit = TimeUnit::Ticks;
    std::string op, backend, module;  ///< empty: not known, or there is none
    std::string delegateNode;         ///< of a step inside a delegate: CallPlace
    std::vector<std::string> nodes;
    /// What the backend noted beside it, of its first occurrence that has any; nothing: it noted nothing.
    std::optional<DelegateMetadata> metadata;
    bool metadataVaries = false;  ///< other occurrences noted other bytes
    bool delegateCall = false;    ///< of what happens at an instruction: that calls a delegate
    std::optional<std::int64_t> layer;
    /// Of an instruction its part of the time of all calls of its set, DumpedCalls::shareOf(); of others of that of all events of
    /// their level. Nothing where these overlap, have several units or no length.
    std::optional<double> share;
    /// Of what happens inside an instruction: of that instruction's time; nothing where it was not noted or counts otherwise.
    std::optional<double> partOfCall;
};

/// Of all its occurrences together, in its unit.
double ticksOf(const SummaryRow& row);

struct Summary {
    std::vector<RunSet> sets;
    std::vector<DumpedCalls> calls;  ///< of each set
    std::vector<SummaryRow> rows;    ///< in the order of eventStatistics()
};

/// Errors: `cancelled`.
Result<Summary> summary(const session::Session& session, std::span<const join::SessionRun> runs, const JobContext& job);
/// Of all runs of a method, kept after the first call; without one it has no sets. Errors: `cancelled`, those of the runs.
Result<std::shared_ptr<const Summary>> methodSummary(const session::MethodView& method, const JobContext& job);

// Calls that should take as long as each other: the n-th of the same operator in each of the repeated modules. Pure; any thread.
// Rules: docs/FORMATS.md "Times".

/// A call against its likes.
struct Likeness {
    std::size_t calls = 0;  ///< it and its likes
    double median = 0;      ///< of their medians, in ticks
    double ratio = 0;       ///< its own median over that
    /// Whether it is an outlier among them.
    bool odd() const noexcept { return ratio >= 1.5; }
};

/// What a call runs.
using NameOfCall = std::function<std::string(const SummaryRow&)>;

/// Rows that are likes of each other, in the order of the summary; three at least in each group.
std::vector<std::vector<std::size_t>> likes(const Summary& summary, const NameOfCall& nameOf);
/// Of a row against its likes, itself among them; a ratio of 0: they took no time.
Likeness likeness(const Summary& summary, const std::vector<std::size_t>& rows, std::size_t row);
/// Of each row of the summary; nothing: it is no call, or has fewer than two likes.
std::vector<std::optional<Likeness>> likenesses(const Summary& summary, const NameOfCall& nameOf);

}  // namespace etscope::profile
