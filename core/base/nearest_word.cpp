#include "base/nearest_word.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace etscope {
namespace {

constexpr std::size_t kMost = 64;
using Distances = std::array<std::size_t, kMost + 1>;

}  // namespace

std::size_t wordDistance(std::string_view a, std::string_view b) {
    a = a.substr(0, kMost), b = b.substr(0, kMost);
    Distances before{}, last{}, now{};
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
        }
        before = last;
        last = now;
    }
    return last[b.size()];
}

std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known) {
    std::string_view best;
    std::size_t least = kMost + 1;
    for (const std::string_view one : known)
        if (const std::size_t distance = wordDistance(word, one); distance < least) best = one, least = distance;
    return 2 * least <= std::max(word.size(), best.size()) ? best : std::string_view{};
}

}  // namespace etscope
