#include "etdump/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/checked_math.h"

namespace etscope::etdump {
namespace {

double percentile(std::span<const std::uint64_t> sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double low = static_cast<double>(sorted[below]), high = static_cast<double>(sorted[above]);
    return low + (high - low) * (at - static_cast<double>(below));
}

using Bytes = std::optional<std::uint64_t>;

Bytes sum(const Bytes& a, const Bytes& b) { return a && b ? checkedAdd(*a, *b) : std::nullopt; }

void add(AllocatorUse& use, const Allocation& allocation) {
    ++use.count;
    use.largest = std::max(use.largest, allocation.size);
    use.bytes = sum(use.bytes, allocation.size);
    use.peak = use.bytes;
    if (use.timeline.empty() || use.timeline.back().event != allocation.eventsBefore)
        use.timeline.push_back({allocation.eventsBefore, {}});
    use.timeline.back().bytes = use.bytes;
}

}  // namespace

DurationStatistics durationStatistics(std::vector<std::uint64_t> durations) { return durationStatisticsInPlace(durations); }

DurationStatistics durationStatisticsInPlace(std::span<std::uint64_t> durations) {
    DurationStatistics result;
    if (durations.empty()) return result;
    std::ranges::sort(durations);
    result.count = durations.size();
    result.min = durations.front();
    result.max = durations.back();
    result.p10 = percentile(durations, 0.1);
    result.p50 = percentile(durations, 0.5);
    result.p90 = percentile(durations, 0.9);
    for (const std::uint64_t duration : durations) result.mean += static_cast<double>(duration);
    result.mean /= static_cast<double>(durations.size());
    return result;
}

std::vector<std::int32_t> parents(const Dump& dump, const Run& run) {
    const auto events = dump.events(run);
    std::vector<std::int32_t> parent(events.size(), -1);
    // Instructions that call delegates, by number: the call is noted behind its inner events.
    std::map<std::int64_t, std::vector<std::uint32_t>> calls;
    const auto key = [](const Place& place) {
        return std::int64_t{place.chain} << 32 | static_cast<std::uint32_t>(place.instruction);
    };
    for (std::uint32_t e = 0; e < events.size(); ++e)
        if (events[e].kind == EventKind::DelegateCall) calls[key(events[e].place)].push_back(e);
    std::vector<std::uint32_t> order;
    for (std::uint32_t e = 0; e < events.size(); ++e) {
        if (events[e].kind != EventKind::Delegate) {
            order.push_back(e);
            continue;
        }
        const auto of = calls.find(key(events[e].place));
        if (of == calls.end()) continue;
        const auto next = std::ranges::lower_bound(of->second, e);
        if (next != of->second.end()) parent[e] = static_cast<std::int32_t>(*next);
    }
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        if (events[a].start != events[b].start) return events[a].start < events[b].start;
        return events[a].duration() != events[b].duration() ? events[a].duration() > events[b].duration() : a > b;
    });
    std::vector<std::uint32_t> open;
    for (const std::uint32_t e : order) {
        while (!open.empty() && events[open.back()].end < events[e].end) open.pop_back();
        if (!open.empty()) parent[e] = static_cast<std::int32_t>(open.back());
        open.push_back(e);
    }
    return parent;
}

std::vector<AllocatorUse> allocatorUses(const Dump& dump, const Run& run) {
    std::vector<AllocatorUse> uses;
    for (std::size_t a = 0; a < run.allocators.size(); ++a) {
        uses.emplace_back();
        uses.back().allocator = static_cast<std::int32_t>(a + 1);
        uses.back().name = run.allocators[a];
    }
    std::map<std::int32_t, AllocatorUse> strange;
    for (const Allocation& allocation : dump.allocations(run)) {
        const bool known = allocation.allocator >= 1 && static_cast<std::size_t>(allocation.allocator) <= run.allocators.size();
        add(known ? uses[static_cast<std::size_t>(allocation.allocator) - 1] : strange[allocation.allocator], allocation);
    }
    for (auto& [number, use] : strange) {
        use.allocator = number;
        uses.push_back(std::move(use));
    }
    return uses;
}

void addUse(AllocatorUse& total, const AllocatorUse& use) {
    total.count += use.count;
    total.largest = std::max(total.largest, use.largest);
    total.bytes = sum(total.bytes, use.bytes);
    total.peak = total.peak && use.peak ? Bytes(std::max(*total.peak, *use.peak)) : std::nullopt;
}

}  // namespace etscope::etdump
