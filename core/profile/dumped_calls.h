// What a dump itself tells of the instructions that ran. Pure; any thread.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "profile/call_places.h"
#include "profile/event_statistics.h"

namespace etscope::profile {

struct DumpedCall {
    double ticks = 0;           ///< the longest median of its events: the instruction around a kernel takes longer than the kernel
    std::string kernel;         ///< of "native_call_<kernel>"; empty: none was noted
    bool delegateCall = false;  ///< DELEGATE_CALL, or a step inside

    NotedCall noted() const& noexcept { return {kernel, delegateCall}; }
    NotedCall noted() const&& = delete;
};

/// By instruction, of the events of one set of runs.
std::map<std::int64_t, DumpedCall> callsOf(std::span<const EventStatistics> events);

}  // namespace etscope::profile
