#include "profile/time_text.h"

#include <array>
#include <cmath>

#include "base/number_text.h"

namespace etscope::profile {
namespace {

/// Numbers of ticks are whole or halves: as they are, means with one digit behind the point.
std::string plain(double value) { return value == std::floor(value * 2) / 2 ? shortest(value) : printed("%.1f", value); }

}  // namespace

std::string secondsText(double seconds) {
    struct Unit {
        double length;
        const char* name;
    };
    static constexpr std::array kUnits{Unit{1, " s"}, Unit{1e-3, " ms"}, Unit{1e-6, " µs"}, Unit{1e-9, " ns"}};
    for (const Unit& unit : kUnits)
        if (std::abs(seconds) >= unit.length * 0.99995) return printed("%.4g", seconds / unit.length) + unit.name;
    return printed("%.4g", seconds * 1e9) + " ns";
}

std::string timeText(double value, std::string_view unit, std::optional<double> ticksPerSecond) {
    if (unit == "ns") return secondsText(value * 1e-9);
    if (unit == "us") return secondsText(value * 1e-6);
    if (unit == "ticks") return ticksPerSecond ? secondsText(value / *ticksPerSecond) : plain(value);
    return plain(value) + (unit.empty() ? "" : " " + std::string(unit));
}

}  // namespace etscope::profile
