#include "profile/summary.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "compare/run_cases.h"
#include "profile/timed_runs.h"

namespace etscope::profile {
namespace {

using Level = std::pair<std::size_t, TimeLevel>;  ///< set and level

/// What lies between two ticks of one clock: events of a level, steps inside one call.
using Clock = std::tuple<TimeLevel, std::int32_t, std::int32_t>;

struct Span {
    std::uint64_t start = 0, end = 0;
};

bool overlap(std::vector<Span>& spans) {
    std::ranges::sort(spans, {}, [](const Span& span) { return std::pair(span.start, span.end); });
    const auto crosses = [](const Span& a, const Span& b) { return b.start < a.end; };
    return std::ranges::adjacent_find(spans, crosses) != spans.end();
}

/// Levels whose events contain each other or overlap in a run: their times cannot be added.
std::set<Level> overlapping(std::span<const join::SessionRun> runs, const RunSets& sets) {
    std::set<Level> found;
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const etdump::Dump& dump = *runs[r].dump;
        std::map<Clock, std::vector<Span>> spans;
        for (const etdump::Event& event : dump.events(runs[r].run())) {
            const TimeLevel level =
                timeLevelOf(event.kind, dump.text(event.name), event.place.delegate.kind != etdump::DelegateId::Kind::None);
            const bool inside = level == TimeLevel::Inside;
            const Clock clock{level, inside ? event.place.chain : 0, inside ? event.place.instruction : 0};
            if (event.clockWrapped) found.insert({sets.setOfRun[r], level});
            spans[clock].push_back({event.start, event.end});
        }
        for (auto& [clock, list] : spans)
            if (overlap(list)) found.insert({sets.setOfRun[r], std::get<0>(clock)});
    }
    return found;
}

class Maker {
public:
    Maker(const session::Session& session, const RunSet& set, const DumpedCalls& calls, const JobContext& job)
        : m_places({session, set.method}, job), m_calls(calls) {}

    SummaryRow row(EventStatistics event) const {
        SummaryRow row;
        row.level = timeLevelOf(event);
        if (event.instruction) {
            const DumpedCall* call = m_calls.find(*event.instruction);
            CallPlace place = row.level == TimeLevel::Inside
                                  ? m_places.ofStep(*event.instruction, event.delegateId)
                                  : m_places.of(*event.instruction, call != nullptr ? *call : DumpedCall{});
            row.delegateCall = place.delegateCall;
            row.op = std::move(place.op);
            row.backend = std::move(place.backend);
            row.module = std::move(place.module);
            row.delegateNode = std::move(place.delegateNode);
            row.nodes = std::move(place.nodes);
            if (const auto layer = layerOf(row.module)) row.layer = layer->index;
        }
        row.unit = timeUnitOf(row.backend, event.name, event.delegateId);
        row.event = std::move(event);
        return row;
    }

private:
    CallPlaces m_places;
    const DumpedCalls& m_calls;
};

/// What backends noted beside their events.
class NotedBytes {
public:
    NotedBytes(std::span<const join::SessionRun> runs, const RunSets& sets) {
        for (std::size_t r = 0; r < runs.size(); ++r) {
            const etdump::Dump& dump = *runs[r].dump;
            for (const etdump::Event& event : dump.events(runs[r].run())) {
                const auto bytes = dump.metadata(event);
                if (bytes.empty()) continue;
                const auto [at, fresh] = m_noted.try_emplace(
                    Key{sets.setOfRun[r], event.place.chain < 0 ? -1 : event.place.instruction, eventName(dump, event)},
                    Noted{bytes, false});
                if (!fresh) at->second.varies = at->second.varies || !std::ranges::equal(at->second.bytes, bytes);
            }
        }
    }

    void add(SummaryRow& row) const {
        const auto found = m_noted.find(
            {row.event.set, row.event.instruction ? static_cast<std::int32_t>(*row.event.instruction) : -1, row.event.name});
        if (found == m_noted.end()) return;
        row.metadata = delegateMetadata(row.backend, found->second.bytes);
        row.metadataVaries = found->second.varies;
    }

private:
    using Key = std::tuple<std::size_t, std::int32_t, std::string>;  ///< set, instruction, name or id
    struct Noted {
        std::span<const std::byte> bytes;  ///< of the dump
        bool varies = false;
    };
    std::map<Key, Noted> m_noted;
};

/// What shares are of. Clocks of microseconds give many a step a median of 0: of steps the means.
double shareTicks(const SummaryRow& row) { return row.level == TimeLevel::Inside ? ticksOf(row) : row.event.perRun; }

void addShares(Summary& summary, const std::set<Level>& overlapping) {
    struct Whole {
        double ticks = 0;
        std::set<TimeUnit> units;
    };
    std::map<Level, Whole> wholes;
    for (const SummaryRow& row : summary.rows) {
        Whole& whole = wholes[{row.event.set, row.level}];
        whole.ticks += shareTicks(row);
        whole.units.insert(row.unit);
    }
    const auto added = [&](const Level& level) { return wholes[level].units.size() <= 1 && !overlapping.contains(level); };
    for (std::size_t set = 0; set < summary.calls.size(); ++set) summary.calls[set].added = added({set, TimeLevel::Instruction});
    for (SummaryRow& row : summary.rows) {
        const Level level{row.event.set, row.level};
        const double whole = wholes[level].ticks;
        if (row.level == TimeLevel::Instruction && row.event.instruction)
            row.share = summary.calls[row.event.set].shareOf(row.event.perRun);
        else if (whole > 0 && added(level))
            row.share = shareTicks(row) / whole;
    }
}

/// Kernels and steps by the instruction around them.
void addParts(Summary& summary) {
    std::map<std::pair<std::size_t, std::int64_t>, const SummaryRow*> calls;
    for (const SummaryRow& row : summary.rows)
        if (row.level == TimeLevel::Instruction && row.event.instruction)
            calls.try_emplace({row.event.set, *row.event.instruction}, &row);
    for (SummaryRow& row : summary.rows) {
        if ((row.level != TimeLevel::Kernel && row.level != TimeLevel::Inside) || !row.event.instruction) continue;
        const auto call = calls.find({row.event.set, *row.event.instruction});
        if (call == calls.end() || call->second->unit != row.unit || !(ticksOf(*call->second) > 0)) continue;
        row.partOfCall = ticksOf(row) / ticksOf(*call->second);
    }
}

/// "layers.3.attention" → "layers.*.attention": modules of one kind are numbered.
std::string withoutNumbers(const std::string& module) {
    std::string kind;
    for (std::size_t begin = 0; begin < module.size();) {
        const std::size_t end = std::min(module.find('.', begin), module.size());
        const std::string_view part = std::string_view(module).substr(begin, end - begin);
        const bool number = !part.empty() && std::ranges::all_of(part, [](char c) { return c >= '0' && c <= '9'; });
        kind += number ? std::string_view("*") : part;
        if (end < module.size()) kind += '.';
        begin = end + 1;
    }
    return kind;
}

/// Of their medians.
double medianOf(const Summary& summary, const std::vector<std::size_t>& rows) {
    std::vector<double> values;
    for (const std::size_t row : rows) values.push_back(summary.rows[row].event.durations.p50);
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

Likeness against(const Summary& summary, std::size_t row, std::size_t calls, double median) {
    return {calls, median, median > 0 ? summary.rows[row].event.durations.p50 / median : 0};
}

}  // namespace

double ticksOf(const SummaryRow& row) { return row.event.durations.mean * static_cast<double>(row.event.durations.count); }

Result<Summary> summary(const session::Session& session, std::span<const join::SessionRun> runs, const JobContext& job) {
    RunSets sets = runSets(runs);
    std::vector<std::vector<EventStatistics>> ofSet(sets.sets.size());
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (EventStatistics& event : eventStatistics(runs, 1)) {
        order.emplace_back(event.set, ofSet[event.set].size());
        ofSet[event.set].push_back(std::move(event));
    }
    Summary result;
    for (const std::vector<EventStatistics>& events : ofSet) result.calls.push_back(callsOf(events));
    std::vector<std::unique_ptr<Maker>> makers;
    for (std::size_t s = 0; s < ofSet.size(); ++s) {
        if (job.cancelled()) return cancelledFailure();
        makers.push_back(std::make_unique<Maker>(session, sets.sets[s], result.calls[s], job));
    }
    const NotedBytes noted(runs, sets);
    for (const auto& [set, index] : order) {
        if (job.cancelled()) return cancelledFailure();
        result.rows.push_back(makers[set]->row(std::move(ofSet[set][index])));
        noted.add(result.rows.back());
    }
    addShares(result, overlapping(runs, sets));
    addParts(result);
    result.sets = std::move(sets.sets);
    return result;
}

Result<std::shared_ptr<const Summary>> methodSummary(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    return method.session.store().get<Summary>("profile::methodSummary " + method.name, job,
                                               [&]() -> Result<std::shared_ptr<const Summary>> {
                                                   std::vector<join::SessionRun> own;
                                                   for (join::SessionRun& run : timedRuns(**runs))
                                                       if (run.attribution.method == method.name) own.push_back(std::move(run));
                                                   auto made = summary(method.session, own, job);
                                                   if (!made) return made.failure();
                                                   return std::make_shared<const Summary>(*std::move(made));
                                               });
}

std::vector<std::vector<std::size_t>> likes(const Summary& summary, const NameOfCall& nameOf) {
    constexpr std::size_t kLeast = 3;
    using Key = std::tuple<std::size_t, std::string, std::string, std::size_t>;
    std::map<Key, std::size_t> before;  ///< of one name in one module
    std::map<Key, std::vector<std::size_t>> groups;
    for (std::size_t r = 0; r < summary.rows.size(); ++r) {
        const SummaryRow& row = summary.rows[r];
        if (row.level != TimeLevel::Instruction || !row.event.instruction || !row.layer) continue;
        std::string name = nameOf(row);
        const std::size_t nth = before[{row.event.set, name, row.module, 0}]++;
        groups[{row.event.set, std::move(name), withoutNumbers(row.module), nth}].push_back(r);
    }
    std::vector<std::vector<std::size_t>> found;
    for (auto& [key, rows] : groups)
        if (rows.size() >= kLeast) found.push_back(std::move(rows));
    return found;
}

Likeness likeness(const Summary& summary, const std::vector<std::size_t>& rows, std::size_t row) {
    return against(summary, row, rows.size(), medianOf(summary, rows));
}

std::vector<std::optional<Likeness>> likenesses(const Summary& summary, const NameOfCall& nameOf) {
    std::vector<std::optional<Likeness>> found(summary.rows.size());
    for (const std::vector<std::size_t>& rows : likes(summary, nameOf)) {
        const double median = medianOf(summary, rows);
        if (!(median > 0)) continue;
        for (const std::size_t row : rows) found[row] = against(summary, row, rows.size(), median);
    }
    return found;
}

}  // namespace etscope::profile
