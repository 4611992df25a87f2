// Times for people: by size, or in the backend's own unit. Pure; any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace etscope::profile {

/// "1.235 s", "56.62 ms", "8.1 µs", "740 ns": four significant digits.
std::string secondsText(double seconds);

/// `value` of a unit ("ticks", "ns", "us", "cycles", …; "": not known): as a time where the unit is one, or ticks have a length.
std::string timeText(double value, std::string_view unit, std::optional<double> ticksPerSecond);

}  // namespace etscope::profile
