#include "report/time_text.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "base/number_text.h"

namespace etscope::report {
namespace {

std::string fourDigits(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

/// Numbers of ticks are whole or halves: as they are, means with one digit behind the point.
std::string plain(double value) {
    if (value == std::floor(value * 2) / 2) return shortest(value);
    std::array<char, 352> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

}  // namespace

std::string secondsText(double seconds) {
    struct Unit {
        double length;
        const char* name;
    };
    static constexpr std::array kUnits{Unit{1, " s"}, Unit{1e-3, " ms"}, Unit{1e-6, " µs"}, Unit{1e-9, " ns"}};
    for (const Unit& unit : kUnits)
        if (std::abs(seconds) >= unit.length * 0.99995) return fourDigits(seconds / unit.length) + unit.name;
    return fourDigits(seconds * 1e9) + " ns";
}

std::string timeText(double value, std::string_view unit, std::optional<double> ticksPerSecond) {
    if (unit == "ns") return secondsText(value * 1e-9);
    if (unit == "us") return secondsText(value * 1e-6);
    if (unit == "ticks") return ticksPerSecond ? secondsText(value / *ticksPerSecond) : plain(value);
    return plain(value) + (unit.empty() ? "" : " " + std::string(unit));
}

}  // namespace etscope::report
