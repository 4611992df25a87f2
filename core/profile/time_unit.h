// What the numbers of an event are: the runtime's ticks, or what the clock of a backend gives. Pure; any thread.
// Rules: docs/FORMATS.md "Times".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace etscope::profile {

enum class TimeUnit : std::uint8_t {
    Ticks,  ///< of the platform; the dump does not say how long one is
    Nanoseconds,
    Microseconds,
    Cycles,
    NpuTicks,
    Bytes,    ///< no time at all: a metric that a backend notes as an event
    Count,    ///< the same
    Unknown,  ///< inside a delegate whose backend is not known
};
/// "ticks", "ns", "us", "cycles", "npu_ticks", "bytes", "count"; empty: not known.
std::string_view timeUnitName(TimeUnit unit) noexcept;

/// `backend` and `delegateId` are empty where they are not known or there is none.
TimeUnit timeUnitOf(std::string_view backend, std::string_view name, std::string_view delegateId) noexcept;

/// Length of one unit in seconds; nothing for units that are no time, and for ticks when it is not told.
std::optional<double> secondsOf(TimeUnit unit, std::optional<double> ticksPerSecond) noexcept;

}  // namespace etscope::profile
