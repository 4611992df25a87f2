#include "findings/cost_answer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/bytes_text.h"
#include "base/escaped.h"
#include "base/number_text.h"
#include "compare/run_cases.h"
#include "findings/resident.h"
#include "findings/undelegated.h"
#include "profile/run_sets.h"
#include "profile/summary.h"
#include "profile/time_text.h"
#include "profile/time_totals.h"
#include "session/file_names.h"

namespace etscope::findings {
namespace {

using session::Session;

std::uint64_t bytesOfFiles(const Session& session) {
    std::uint64_t bytes = 0;
    for (const session::SessionFile& file : session.files()) bytes += file.size;
    return bytes;
}

/// The parts of one kind or two, added.
std::uint64_t bytesOfKinds(const Resident& resident, ResidentKind one, ResidentKind other) {
    std::uint64_t bytes = 0;
    for (const ResidentPart& part : resident.parts)
        if (part.kind == one || part.kind == other) bytes += part.bytes.value_or(0);
    return bytes;
}

Sentence memoryText(const Resident& resident) {
    if (resident.parts.empty()) return Sentence::of("No program says how much memory is planned");
    using Kind = ResidentKind;
    std::vector<Sentence> parts;
    const auto add = [&](std::uint64_t bytes, const char* words) {
        if (bytes > 0) parts.push_back(Sentence::of(words, bytesText(bytes)));
    };
    add(bytesOfKinds(resident, Kind::Program, Kind::Data), Sentence::phrase("%1 of files"));
    add(bytesOfKinds(resident, Kind::Packed, Kind::Packed), Sentence::phrase("%1 of weights of backends"));
    add(bytesOfKinds(resident, Kind::State, Kind::State), Sentence::phrase("%1 of state"));
    add(bytesOfKinds(resident, Kind::Arena, Kind::Workspace), Sentence::phrase("%1 of activations"));
    return Sentence::of("%1 will be resident with all methods loaded: %2", resident.text(), Sentence::list(std::move(parts), ", "));
}

Sentence sizesText(const Session& session) {
    const auto& files = session.files();
    const auto largest = std::ranges::max_element(files, {}, &session::SessionFile::size);
    if (files.size() < 2) return Sentence::of("The file holds %1", bytesText(bytesOfFiles(session)));
    return Sentence::of("%1 files hold %2, %3 the most: %4", files.size(), bytesText(bytesOfFiles(session)),
                        session::fileNames(session)[static_cast<std::size_t>(largest - files.begin())], bytesText(largest->size));
}

/// "560.2 µs", "560151 ticks".
std::string ticksText(double ticks, const AnswerOptions& options) {
    return profile::timeText(ticks, "ticks", options.ticksPerSecond) + (options.ticksPerSecond ? "" : " ticks");
}

/// Of methods beside those that have delegates: what they run is no operator that fell back, and runs on the CPU all the same.
Sentence withoutDelegates(const Session& session) {
    std::vector<Sentence> names;
    std::size_t operators = 0;
    for (const session::Method& method : session.methods()) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        if (plan == nullptr || plan->damaged || !plan->delegates.empty()) continue;
        names.push_back(Sentence(escaped(method.name)));
        operators += operatorCalls(*plan);
    }
    if (names.empty()) return {};
    const std::size_t count = names.size();
    return Sentence::of("%1 {2:has|have} no delegate: all that {2:it runs|they run}, %3 {3:operator|operators}, is outside",
                        Sentence::list(std::move(names), ", "), count, operators);
}

/// What runs outside delegates: how often, and which operator for most of the time. That is told of a run: shares of methods are of
/// different times.
Result<ViewAnswer> fallbackAnswer(const Session& session, const AnswerOptions& options, const JobContext& job) {
    const auto rows = undelegated({session, {}}, job);
    if (!rows) return rows.failure();
    ViewAnswer made{Target::Fallback, Sentence::of("No operator was found outside the delegates of a method that has some")};
    const auto delegates = [&](const session::Method& method) {
        const program::ExecutionPlan* plan = session.plan(method.name);
        return plan != nullptr && !plan->damaged && !plan->delegates.empty();
    };
    if (rows->empty() && std::ranges::none_of(session.methods(), delegates))
        made.text = session.programFile() != nullptr ? Sentence::of("No delegate was found: nothing falls back to the CPU")
                                                     : Sentence::of("No program says what runs outside delegates");
    if (rows->empty()) return made;
    std::size_t nodes = 0;
    for (const UndelegatedOperator& row : *rows) nodes += row.nodes.size();
    const UndelegatedOperator& first = rows->front();
    made.text = Sentence::of("%1 {1:operator runs|operators run} outside delegates", nodes);
    if (first.ticks)
        made.text += Sentence::of(", %1 takes the most time: %2 of a run of %3 (p50)", escaped(first.target),
                                  ticksText(*first.ticks, options), escaped(first.method));
    if (first.share) made.text += Sentence::of(", %1 % of it", printed("%.0f", *first.share * 100));
    made.more = Sentence::list({first.reason, withoutDelegates(session)}, "; ");
    return made;
}

/// ", 58 % of it in 210 calls of linear".
Sentence largestPart(const std::vector<profile::TimeTotal>& totals, std::size_t set) {
    const auto first = std::ranges::lower_bound(totals, set, {}, &profile::TimeTotal::set);  // they stand set by set
    const auto total = std::find_if(
        first, totals.end(), [&](const profile::TimeTotal& one) { return one.set != set || (one.by == "target" && one.share); });
    if (total == totals.end() || total->set != set) return {};
    const std::string share = printed("%.0f", *total->share * 100);
    return total->name == profile::kDelegateCalls
               ? Sentence::of("%1 % of it in %2 delegate {2:call|calls}", share, total->calls)
               : Sentence::of("%1 % of it in %2 {2:call|calls} of %3", share, total->calls, escaped(total->name));
}

/// What the runs of a session take, by set.
struct SetTimes {
    std::vector<profile::RunSet> sets;
    std::vector<etdump::DurationStatistics> times;  ///< of each set; a count of 0: no run of it tells
    std::vector<profile::TimeTotal> totals;
    std::optional<std::size_t> longest;  ///< nothing: no run tells
};

Result<SetTimes> setTimesOf(const Session& session, const JobContext& job) {
    const auto runs = compare::runs(session, job);
    if (!runs) return runs.failure();
    auto summary = profile::summary(session, **runs, job);
    if (!summary) return summary.failure();
    SetTimes made;
    made.totals = profile::timeTotals(*summary);
    made.sets = std::move(summary->sets);
    made.times = profile::setTimes(made.sets, **runs);
    made.longest = profile::longestSet(made.sets, made.times);
    return made;
}

/// "A run of forward takes 560.2 µs (p50 of 3), 58 % of it in 210 calls of linear".
Sentence runText(const SetTimes& all, std::size_t set, const AnswerOptions& options) {
    const etdump::DurationStatistics& times = all.times[set];
    const std::string time = ticksText(times.p50, options);
    const bool alone =
        all.sets[set].method.empty() && std::ranges::count_if(all.times, [](const auto& one) { return one.count > 0; }) == 1;
    const Sentence run = alone ? Sentence::of("A run takes %1 (p50 of %2)", time, times.count)
                               : Sentence::of("A run of %1 takes %2 (p50 of %3)", all.sets[set].title(), time, times.count);
    return Sentence::list({run, largestPart(all.totals, set)}, ", ");
}

/// What the view of times answers where it does not show the runs that take longest.
std::vector<ViewAnswer> otherTimes(const Session& session, const SetTimes& all, const Sentence& more,
                                   const AnswerOptions& options) {
    std::vector<ViewAnswer> views;
    std::set<std::string> told;
    for (std::size_t set = 0; set < all.sets.size(); ++set) {
        if (all.times[set].count == 0) continue;
        told.insert(all.sets[set].method);
        if (set != *all.longest)
            views.push_back({Target::Time, runText(all, set, options), more, all.sets[set].method, all.sets[set].runs});
    }
    for (const session::Method& method : session.methods())
        if (!told.contains(method.name))
            views.push_back(
                {Target::Time, Sentence::of("No run of %1 says how long it takes", escaped(method.name)), more, method.name});
    return views;
}

Answer costOf(const Session& session, const Resident& resident) {
    const std::uint64_t files = bytesOfFiles(session);
    Answer made{.question = Question::Cost,
                .state = std::nullopt,
                .status = Sentence(resident.parts.empty() ? bytesText(files) : resident.text()),
                .text = Sentence::of("The files hold %1", bytesText(files)),
                .more = Sentence::of("No run says how long it takes"),
                .evidence = {Target::Sizes, Sentence::of("Where the bytes go"), {}},
                .next = {Target::Sizes, Sentence::of("Show the sizes"), {}}};
    if (!resident.parts.empty()) made.text += Sentence::of("; %1 will be resident with all methods loaded", resident.text());
    return made;
}

Result<Answer> timeAnswer(const Session& session, const Resident& resident, const AnswerOptions& options, const JobContext& job) {
    Answer made = costOf(session, resident);
    const auto all = setTimesOf(session, job);
    if (!all) return all.failure();
    if (!all->longest) return made;
    made.more = std::exchange(made.text, runText(*all, *all->longest, options));
    made.status = Sentence::list({Sentence(ticksText(all->times[*all->longest].p50, options)), made.status}, " · ");
    made.views = otherTimes(session, *all, made.more, options);
    made.next = {Target::Time, Sentence::of("Show the time"), {}};
    return made;
}

}  // namespace

Result<Answer> answerOfCost(const Session& session, const AnswerOptions& options, const JobContext& job) {
    const auto resident = findings::resident(session, job);
    if (!resident) return resident.failure();
    auto made = timeAnswer(session, **resident, options, job);
    if (!made) return made;
    auto fallback = fallbackAnswer(session, options, job);
    if (!fallback) return fallback.failure();
    made->views.insert(made->views.end(),
                       {{Target::Memory, memoryText(**resident)}, {Target::Sizes, sizesText(session)}, *std::move(fallback)});
    return made;
}

}  // namespace etscope::findings
