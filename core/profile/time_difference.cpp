#include "profile/time_difference.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "base/enum_table.h"
#include "etdump/event_names.h"

namespace etscope::profile {
namespace {

constexpr std::size_t kResamplings = 1000, kLeastSample = 3;
constexpr double kLow = 0.025, kHigh = 0.975;

/// SplitMix64 (Steele, Lea and Flood, 2014): a fixed sequence on every machine.
class Sequence {
public:
    std::size_t below(std::size_t bound) {
        std::uint64_t z = (m_state += 0x9E37'79B9'7F4A'7C15ULL);
        z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
        z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBULL;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % bound);
    }

private:
    std::uint64_t m_state = 0;
};

/// Between the sorted values, as numpy interpolates.
double quantile(std::span<const double> sorted, double q) {
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

double median(std::span<const std::uint64_t> sorted) {
    const std::size_t half = sorted.size() / 2;
    const auto upper = static_cast<double>(sorted[half]);
    return sorted.size() % 2 == 1 ? upper : (static_cast<double>(sorted[half - 1]) + upper) / 2;
}

/// The median of as many values drawn from the sample, each may be drawn again. The sample ascends: places stand for values.
double resampledMedian(std::span<const std::uint64_t> sorted, std::vector<std::size_t>& drawn, Sequence& sequence) {
    drawn.resize(sorted.size());
    for (std::size_t& place : drawn) place = sequence.below(sorted.size());
    const auto half = drawn.begin() + static_cast<std::ptrdiff_t>(drawn.size() / 2);
    std::nth_element(drawn.begin(), half, drawn.end());
    const auto upper = static_cast<double>(sorted[*half]);
    if (drawn.size() % 2 == 1) return upper;
    return (static_cast<double>(sorted[*std::max_element(drawn.begin(), half)]) + upper) / 2;
}

/// By the set that both sides' runs are of.
using TimeKey = std::tuple<std::size_t, std::optional<std::int64_t>, std::string, std::string>;

TimeKey keyOf(std::size_t set, const EventStatistics& event, std::optional<std::int64_t> instruction) {
    return {set, instruction, event.name, event.delegateId};
}

/// Sets of the runs on the right alone as setsOfBoth() numbers them.
std::vector<std::size_t> setsOfTheRight(std::span<const join::SessionRun> left, std::span<const join::SessionRun> right) {
    const RunSets together = setsOfBoth(left, right), alone = runSets(right);
    std::vector<std::size_t> sets(alone.sets.size());
    for (std::size_t r = 0; r < right.size(); ++r) sets[alone.setOfRun[r]] = together.setOfRun[left.size() + r];
    return sets;
}

TimeDifference rowOf(const EventStatistics& event, std::size_t set) {
    TimeDifference row;
    row.set = set;
    row.method = event.method;
    row.name = event.name;
    row.instruction = event.instruction;
    row.delegateId = event.delegateId;
    row.level = timeLevelOf(event);
    return row;
}

}  // namespace

std::optional<bool> MedianDifference::withinNoise() const noexcept {
    if (!low || !high) return std::nullopt;
    return *low <= 0 && *high >= 0;
}

MedianDifference medianDifference(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right) {
    MedianDifference result{median(left), median(right), {}, {}};
    if (std::min(left.size(), right.size()) < kLeastSample) return result;
    Sequence sequence;
    std::vector<std::size_t> drawn;
    std::vector<double> differences;
    differences.reserve(kResamplings);
    for (std::size_t i = 0; i < kResamplings; ++i) {
        const double before = resampledMedian(left, drawn, sequence);
        differences.push_back(resampledMedian(right, drawn, sequence) - before);
    }
    std::ranges::sort(differences);
    result.low = quantile(differences, kLow);
    result.high = quantile(differences, kHigh);
    return result;
}

std::string_view timeLevelName(TimeLevel level) noexcept {
    static constexpr EnumTable<TimeLevel::Other> kNames({"execute", "instruction", "kernel", "inside", "other"});
    return kNames[level];
}

TimeLevel timeLevelOf(etdump::EventKind kind, std::string_view name, bool inside) noexcept {
    if (inside || kind == etdump::EventKind::Delegate) return TimeLevel::Inside;
    if (kind == etdump::EventKind::DelegateCall || name == "OPERATOR_CALL") return TimeLevel::Instruction;
    if (kind == etdump::EventKind::Operator) return TimeLevel::Kernel;
    return name == "Method::execute" ? TimeLevel::Execute : etdump::isControlCall(name) ? TimeLevel::Instruction : TimeLevel::Other;
}

TimeLevel timeLevelOf(const EventStatistics& event) noexcept {
    return timeLevelOf(event.kind, event.name, !event.delegateId.empty());
}

RunTotal totalOf(const join::SessionRun& run) {
    RunTotal total;
    for (const etdump::Event& event : run.dump->events(run.run())) {
        const bool inside = event.place.delegate.kind != etdump::DelegateId::Kind::None;
        const TimeLevel level = timeLevelOf(event.kind, run.dump->text(event.name), inside);
        const auto ticks = static_cast<double>(event.duration());
        if (level == TimeLevel::Execute) total.execute = total.execute.value_or(0) + ticks;
        if (level == TimeLevel::Instruction) total.instructions = total.instructions.value_or(0) + ticks;
    }
    return total;
}

RunSets setsOfBoth(std::span<const join::SessionRun> left, std::span<const join::SessionRun> right) {
    std::vector<join::SessionRun> both(left.begin(), left.end());
    both.insert(both.end(), right.begin(), right.end());
    return runSets(both);
}

Result<std::vector<TimeDifference>> timeDifferences(std::span<const join::SessionRun> left, std::span<const join::SessionRun> right,
                                                    const InstructionMap& map, const JobContext& job) {
    const std::vector<EventDurations> before = eventDurations(left, 1), after = eventDurations(right, 1);
    const std::vector<std::size_t> setOfRight = setsOfTheRight(left, right);
    std::map<TimeKey, const EventDurations*> open;
    for (const EventDurations& event : after)
        open.try_emplace(keyOf(setOfRight[event.statistics.set], event.statistics, event.statistics.instruction), &event);
    std::unordered_set<const EventDurations*> taken;
    std::vector<TimeDifference> rows;
    for (const EventDurations& event : before) {
        if (job.cancelled()) return cancelledFailure();
        TimeDifference& row = rows.emplace_back(rowOf(event.statistics, event.statistics.set));
        row.left = event.statistics.durations;
        const auto there = row.instruction ? map(row.method, *row.instruction) : std::nullopt;
        const auto hit = open.find(keyOf(event.statistics.set, event.statistics, row.instruction ? there : std::nullopt));
        if (hit == open.end() || taken.contains(hit->second) || (row.instruction && !there)) continue;
        const EventDurations& other = *hit->second;
        taken.insert(&other);
        if (there != row.instruction) row.rightInstruction = there;
        row.right = other.statistics.durations;
        row.medians = medianDifference(event.durations, other.durations);
    }
    for (const EventDurations& event : after) {
        if (taken.contains(&event)) continue;
        rows.push_back(rowOf(event.statistics, setOfRight[event.statistics.set]));
        rows.back().right = event.statistics.durations;
    }
    return rows;
}

}  // namespace etscope::profile
