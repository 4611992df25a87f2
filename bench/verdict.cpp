#include "bench/goals.h"

namespace etscope::bench {

bool verdict(const char* goal, double value, double limit, const char* unit, const std::string& what, bool atLeast) {
    if (isSmoke()) {
        std::printf("%s ran  %s\n", goal, what.c_str());
        return true;
    }
    const bool held = atLeast ? value >= limit : value <= limit;
    std::printf("%s %s: %.4g%s (goal %s %.4g%s)  %s\n", goal, held ? "held" : "short", value, unit, atLeast ? ">=" : "<=", limit,
                unit, what.c_str());
    std::fflush(stdout);
    return held;
}

std::string milliseconds(const Ratio& ratio) {
    char text[80];
    std::snprintf(text, sizeof(text), "%.1f ms against %.1f ms", ratio.work * 1e3, ratio.floor * 1e3);
    return text;
}

}  // namespace etscope::bench
