#include "profile/dumped_calls.h"

#include <algorithm>

#include "etdump/event_names.h"

namespace etscope::profile {

std::map<std::int64_t, DumpedCall> callsOf(std::span<const EventStatistics> events) {
    std::map<std::int64_t, DumpedCall> calls;
    for (const EventStatistics& event : events) {
        if (!event.instruction) continue;
        const bool inside = !event.delegateId.empty();
        DumpedCall& call = calls[*event.instruction];
        call.delegateCall = call.delegateCall || inside || event.kind == etdump::EventKind::DelegateCall;
        if (inside) continue;
        call.ticks = std::max(call.ticks, event.durations.p50);
        if (const std::string_view kernel = etdump::kernelOf(event.name); !kernel.empty()) call.kernel = kernel;
    }
    return calls;
}

}  // namespace etscope::profile
