#include "report/events_summary.h"

#include <map>

#include "etdump/allocations.h"
#include "profile/time_totals.h"
#include "report/json_values.h"

namespace etscope::report {
namespace {

Json rowJson(const profile::SummaryRow& row, std::optional<double> ticksPerSecond) {
    const etdump::DurationStatistics& times = row.event.durations;
    Json out{{"set", row.event.set},
             {"method", textOrNull(row.event.method)},
             {"level", profile::timeLevelName(row.level)},
             {"name", row.event.name},
             {"instruction", orNull(row.event.instruction)},
             {"delegate_debug_id", textOrNull(row.event.delegateId)},
             {"operator", textOrNull(row.op)},
             {"module", textOrNull(row.module)},
             {"layer", orNull(row.layer)},
             {"backend", textOrNull(row.backend)},
             {"unit", textOrNull(profile::timeUnitName(row.unit))},
             {"count", times.count},
             {"min", times.min},
             {"p10", times.p10},
             {"p50", times.p50},
             {"p90", times.p90},
             {"max", times.max},
             {"mean", times.mean},
             {"share", orNull(row.share)}};
    const auto seconds = profile::secondsOf(row.unit, ticksPerSecond);
    if (ticksPerSecond) out["p50_ms"] = seconds ? number(times.p50 * *seconds * 1e3) : Json(nullptr);
    return out;
}

Json totalJson(const profile::TimeTotal& total) {
    return {{"set", total.set},
            {"method", textOrNull(total.method)},
            {"by", total.by},
            {"name", total.name},
            {"calls", total.calls},
            {"ticks", total.ticks},
            {"unit", textOrNull(profile::timeUnitName(total.unit))},
            {"share", orNull(total.share)}};
}

Json useJson(const etdump::AllocatorUse& use) {
    return {{"allocator", use.name.empty() ? Json(use.allocator) : Json(use.name)},
            {"count", use.count},
            {"bytes", orNull(use.bytes)},
            {"largest", use.largest},
            {"peak", orNull(use.peak)}};
}

/// "run 1", "runs 1, 3 and 5 more".
std::string runsText(const std::vector<std::size_t>& runs) {
    constexpr std::size_t kTold = 5;
    std::string text = runs.size() == 1 ? "run " : "runs ";
    for (std::size_t i = 0; i < std::min(kTold, runs.size()); ++i) text += (i == 0 ? "" : ", ") + std::to_string(runs[i]);
    return runs.size() > kTold ? text + " and " + std::to_string(runs.size() - kTold) + " more" : text;
}

}  // namespace

Result<void> addSummary(Json& document, const session::Session& session, const RunList& runs, std::optional<double> ticksPerSecond,
                        const JobContext& job) {
    const auto summary = profile::summary(session, runs, job);
    if (!summary) return summary.failure();
    std::vector<profile::EventStatistics> events;
    for (const profile::SummaryRow& row : summary->rows) events.push_back(row.event);
    const auto totals = profile::timeTotals(session, events, job);
    if (!totals) return totals.failure();
    Json sets = Json::array(), rows = Json::array(), sums = Json::array();
    for (const profile::RunSet& set : summary->sets)
        sets.push_back(
            {{"set", sets.size()}, {"method", textOrNull(set.method)}, {"name", textOrNull(set.block)}, {"runs", set.runs}});
    for (const profile::SummaryRow& row : summary->rows) rows.push_back(rowJson(row, ticksPerSecond));
    for (const auto& list : {*totals, profile::stepTotals(*summary)})
        for (const profile::TimeTotal& total : list) sums.push_back(totalJson(total));
    document["run_sets"] = std::move(sets);
    document["summary"] = std::move(rows);
    document["totals"] = std::move(sums);
    return {};
}

Json allocationsJson(const etdump::Dump& dump, const etdump::Run& run) {
    Json list = Json::array();
    for (const etdump::AllocatorUse& use : etdump::allocatorUses(dump, run)) {
        Json one = useJson(use);
        Json& timeline = one["timeline"] = Json::array();
        for (const etdump::AllocatedBy& at : use.timeline) timeline.push_back({{"event", at.event}, {"bytes", orNull(at.bytes)}});
        list.push_back(std::move(one));
    }
    return list;
}

Json allAllocationsJson(const RunList& runs) {
    std::map<std::tuple<unsigned, std::string, std::int32_t>, etdump::AllocatorUse> uses;
    for (const join::SessionRun& run : runs)
        for (const etdump::AllocatorUse& use : etdump::allocatorUses(*run.dump, run.run())) {
            // Numbers are the run's own: one allocator has one name, not one number.
            const auto [at, fresh] = uses.try_emplace({run.file, use.name, use.name.empty() ? use.allocator : 0});
            if (fresh) at->second.name = use.name, at->second.allocator = use.allocator;
            etdump::addUse(at->second, use);
        }
    Json list = Json::array();
    for (const auto& [key, use] : uses) {
        Json one = useJson(use);
        one["file"] = std::get<0>(key);
        list.push_back(std::move(one));
    }
    return list;
}

std::string_view loggingOf(const join::SessionRun& run) {
    bool outputs = false;
    for (const etdump::LoggedValue& value : run.dump->values(run.run())) {
        if (!value.programOutput) return "intermediate";
        outputs = true;
    }
    return outputs ? "outputs" : "none";
}

Json notesJson(const RunList& runs) {
    std::vector<std::size_t> logged;
    for (const join::SessionRun& run : runs)
        if (loggingOf(run) == "intermediate") logged.push_back(run.index);
    Json notes = Json::array();
    if (!logged.empty())
        notes.push_back(runsText(logged) +
                        " logged intermediate values: the runtime copies them while the kernel or the delegate call is timed, so "
                        "these times are longer than those of a run that logs none");
    return notes;
}

}  // namespace etscope::report
