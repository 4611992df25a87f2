// What the allocators of a run gave out. Pure; any thread. Rules: docs/FORMATS.md "Allocations".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "etdump/dump.h"

namespace etscope::etdump {

/// What was given out up to an event of the run.
struct AllocatedBy {
    std::uint32_t event = 0;             ///< the first that was noted behind the allocation; the number of events: none was
    std::optional<std::uint64_t> bytes;  ///< all that was given out so far; nothing where the sum is beyond 64 bits
};

struct AllocatorUse {
    std::int32_t allocator = 0;  ///< 1-based, as the allocations have it
    std::string name;            ///< empty: the run has no such allocator
    std::uint64_t count = 0, largest = 0;
    std::optional<std::uint64_t> bytes = 0;  ///< as above
    /// The most of the timeline. A dump notes no frees: more is never in use than this, less may be.
    std::optional<std::uint64_t> peak = 0;
    std::vector<AllocatedBy> timeline;  ///< one entry for each event before which it gave something out
};

/// One for each allocator of the run, then for each number that names none, ascending.
std::vector<AllocatorUse> allocatorUses(const Dump& dump, const Run& run);

/// Counts and sums of several runs; `largest` and `peak` are those of the run that has the most. Timelines are left out.
void addUse(AllocatorUse& total, const AllocatorUse& use);

}  // namespace etscope::etdump
