#include "profile/run_sets.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/escaped.h"
#include "base/name_text.h"
#include "profile/time_difference.h"

namespace etscope::profile {
namespace {

/// A method's name, or what a run of an unknown method did: its block and each instruction with the names of its events.
using Signature = std::tuple<std::string, std::string, std::vector<join::RunTrace::Step>>;

Signature signatureOf(const join::SessionRun& run) {
    if (run.attribution.method) return {*run.attribution.method, {}, {}};
    return {{}, nameText(run.dump->text(run.run().name)), join::traceOf(*run.dump, run.run()).steps};
}

std::size_t instructionsOf(const Signature& signature) {
    std::set<std::int64_t> instructions;
    for (const join::RunTrace::Step& step : std::get<2>(signature)) instructions.insert(step.instruction);
    return instructions.size();
}

/// Nothing: it tells none.
std::optional<std::uint64_t> timeOf(const join::SessionRun& run) {
    constexpr double kMost = 9e18;  // sums of hostile times are beyond 64 bits
    const RunTotal total = totalOf(run);
    const auto time = total.execute ? total.execute : total.instructions;
    return time ? std::optional(static_cast<std::uint64_t>(std::min(*time, kMost))) : std::nullopt;
}

}  // namespace

Sentence RunSet::title() const {
    if (!method.empty()) return escaped(method);
    if (number > 0) return Sentence::of("unknown method %1 (%2 {2:instruction|instructions})", number, instructions);
    return block.empty() ? Sentence::of("runs without instructions") : Sentence(escaped(block));
}

RunSets runSets(std::span<const join::SessionRun> runs) {
    RunSets result;
    std::map<Signature, std::size_t> known;
    std::size_t unknown = 0;
    for (const join::SessionRun& run : runs) {
        const auto [at, fresh] = known.try_emplace(signatureOf(run), result.sets.size());
        if (fresh) {
            RunSet& set = result.sets.emplace_back();
            set.method = run.attribution.method.value_or("");
            set.block = nameText(run.dump->text(run.run().name));
            set.instructions = instructionsOf(at->first);
            if (set.instructions > 0) set.number = ++unknown;
        }
        result.sets[at->second].runs.push_back(run.index);
        result.setOfRun.push_back(at->second);
    }
    return result;
}

std::vector<join::SessionRun> runsLike(const join::SessionRun& one, std::span<const join::SessionRun> runs) {
    const Signature wanted = signatureOf(one);
    std::vector<join::SessionRun> found;
    for (const join::SessionRun& run : runs)
        if (signatureOf(run) == wanted) found.push_back(run);
    return found;
}

etdump::DurationStatistics runTimes(std::span<const join::SessionRun> runs) {
    std::vector<std::uint64_t> times;
    for (const join::SessionRun& run : runs)
        if (const auto one = timeOf(run)) times.push_back(*one);
    return etdump::durationStatistics(std::move(times));
}

std::vector<etdump::DurationStatistics> setTimes(std::span<const RunSet> sets, std::span<const join::SessionRun> runs) {
    std::unordered_map<std::size_t, std::size_t> setOf;
    for (std::size_t set = 0; set < sets.size(); ++set)
        for (const std::size_t run : sets[set].runs) setOf[run] = set;
    std::vector<std::vector<std::uint64_t>> ofSet(sets.size());
    for (const join::SessionRun& run : runs)
        if (const auto one = timeOf(run)) ofSet[setOf.at(run.index)].push_back(*one);
    std::vector<etdump::DurationStatistics> times;
    for (std::vector<std::uint64_t>& own : ofSet) times.push_back(etdump::durationStatistics(std::move(own)));
    return times;
}

std::optional<std::size_t> longestSet(std::span<const RunSet> sets, std::span<const etdump::DurationStatistics> times,
                                      std::optional<std::string_view> method) {
    const auto keyOf = [&](std::size_t set) { return std::pair(!sets[set].method.empty(), times[set].p50); };
    std::optional<std::size_t> longest;
    for (std::size_t set = 0; set < times.size(); ++set) {
        if (times[set].count == 0 || (method && sets[set].method != *method)) continue;
        if (!longest || keyOf(set) > keyOf(*longest)) longest = set;
    }
    return longest;
}

}  // namespace etscope::profile
