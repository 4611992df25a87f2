#include "profile/time_totals.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "profile/call_places.h"

namespace etscope::profile {
namespace {

/// By kind and name.
using Sums = std::map<std::pair<std::string, std::string>, TimeTotal>;

void add(Sums& sums, const char* by, const std::string& name, double ticks) {
    if (name.empty()) return;
    TimeTotal& total = sums[{by, name}];
    ++total.calls;
    total.ticks += ticks;
}

/// A module's time is that of the modules inside, too. Deeper ones than these are not told apart.
void addModules(Sums& sums, const std::string& module, double ticks) {
    constexpr std::size_t kMostModules = 400;
    std::size_t end = 0;
    for (std::size_t depth = 0; depth < kMostModules && end != std::string::npos; ++depth) {
        end = module.find('.', depth == 0 ? 0 : end + 1);
        add(sums, "module", module.substr(0, end), ticks);
    }
    if (const auto layer = layerOf(module)) add(sums, "layer", layer->path, ticks);
}

const std::string& targetOf(const CallPlace& place) {
    static const std::string kDelegate(kDelegateCalls), kOther = "other";
    return place.delegateCall ? kDelegate : place.op.empty() ? kOther : place.op;
}

void append(std::vector<TimeTotal>& totals, Sums sums, std::size_t set, const std::string& method) {
    const std::size_t first = totals.size();
    for (auto& [key, total] : sums) {
        total.set = set;
        total.method = method;
        std::tie(total.by, total.name) = key;
        totals.push_back(std::move(total));
    }
    std::stable_sort(totals.begin() + static_cast<std::ptrdiff_t>(first), totals.end(),
                     [](const TimeTotal& a, const TimeTotal& b) { return a.by != b.by ? a.by < b.by : a.ticks > b.ticks; });
}

}  // namespace

Result<std::vector<TimeTotal>> timeTotals(const session::Session& session, const std::vector<EventStatistics>& statistics,
                                          const JobContext& job) {
    std::map<std::size_t, std::vector<EventStatistics>> ofSet;
    for (const EventStatistics& event : statistics) ofSet[event.set].push_back(event);
    std::vector<TimeTotal> totals;
    for (const auto& [set, events] : ofSet) {
        if (job.cancelled()) return cancelledFailure();
        const std::string& method = events.front().method;
        const CallPlaces places({session, method}, job);
        Sums sums;
        double all = 0;
        for (const auto& [instruction, call] : callsOf(events)) {
            const CallPlace place = places.of(instruction, call);
            all += call.ticks;
            add(sums, "target", targetOf(place), call.ticks);
            add(sums, "backend", place.backend, call.ticks);
            addModules(sums, place.module, call.ticks);
        }
        for (auto& [key, total] : sums)
            if (all > 0) total.share = total.ticks / all;
        append(totals, std::move(sums), set, method);
    }
    return totals;
}

std::vector<TimeTotal> stepTotals(const Summary& summary) {
    std::map<std::size_t, Sums> ofSet;
    for (const SummaryRow& row : summary.rows) {
        if (row.level != TimeLevel::Inside || row.op.empty()) continue;
        Sums& sums = ofSet[row.event.set];
        const std::string name = row.backend.empty() || row.backend == "delegate" ? row.op : row.backend + ": " + row.op;
        add(sums, "step", name, row.event.durations.mean);
        TimeTotal& total = sums[{"step", name}];
        total.unit = row.unit;
        if (row.share) total.share = total.share.value_or(0) + *row.share;
    }
    std::vector<TimeTotal> totals;
    for (auto& [set, sums] : ofSet) append(totals, std::move(sums), set, summary.sets[set].method);
    return totals;
}

}  // namespace etscope::profile
