#include "etdump/allocations.h"

#include <algorithm>
#include <map>

#include "base/checked_math.h"

namespace etscope::etdump {
namespace {

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
