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

const std::string& targetOf(const SummaryRow& call) {
    static const std::string kDelegate(kDelegateCalls), kOther = "other";
    return call.delegateCall ? kDelegate : call.op.empty() ? kOther : call.op;
}

/// One row for each call of each set: that of its instruction, where that was not noted one of what happened in it.
std::vector<std::map<std::int64_t, const SummaryRow*>> callRows(const Summary& summary) {
    std::vector<std::map<std::int64_t, const SummaryRow*>> calls(summary.sets.size());
    for (const SummaryRow& row : summary.rows) {
        if (!row.event.instruction || row.level == TimeLevel::Inside) continue;
        const SummaryRow*& call = calls[row.event.set][*row.event.instruction];
        if (call == nullptr || (row.level == TimeLevel::Instruction && call->level != TimeLevel::Instruction)) call = &row;
    }
    return calls;
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

std::vector<TimeTotal> timeTotals(const Summary& summary) {
    const auto calls = callRows(summary);
    std::vector<TimeTotal> totals;
    for (std::size_t set = 0; set < calls.size(); ++set) {
        const DumpedCalls& known = summary.calls[set];
        Sums sums;
        for (const auto& [instruction, row] : calls[set]) {
            const double ticks = known.byInstruction.at(instruction).ticks.value_or(0);
            add(sums, "target", targetOf(*row), ticks);
            add(sums, "backend", row->backend, ticks);
            addModules(sums, row->module, ticks);
        }
        for (auto& [key, total] : sums) total.share = known.shareOf(total.ticks);
        append(totals, std::move(sums), set, summary.sets[set].method);
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
