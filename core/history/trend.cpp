#include "history/trend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace etscope::history {
namespace {

/// Quantile 0.005 of the normal distribution.
constexpr double kNormal = -2.5758293035489004;
/// Quantiles 0.9999 of Student's distribution with 5, 6, … degrees of freedom; with more than the last its own is a little wide.
constexpr std::array kStudent{9.677566, 8.024793, 7.063433, 6.442000, 6.010132, 5.693820, 5.452762, 5.263273, 5.110579,
                              4.985013, 4.879998, 4.790910, 4.714407, 4.648014, 4.589865, 4.538521, 4.492860, 4.451993,
                              4.415205, 4.381917, 4.351654, 4.324023, 4.298696, 4.275398, 4.253894, 4.233986, 4.215503};
/// Quantile 0.75 of the normal distribution: of it the median absolute deviation is that of one standard deviation.
constexpr double kNormalQuartile = 0.6744897501960817;
/// What makes the median absolute deviation of 6, 7, 8, 9 values that of many; beyond n / (n − 0.8).
constexpr std::array kFewValues{1.200, 1.140, 1.129, 1.107};
/// Of all orders of the values of both levels the share in which a step of repeating values is none.
constexpr double kLeastChance = 0.002;

/// k·(k−1)·(2k+5) of each group of equal values.
double tiesOf(std::span<const double> values) {
    std::map<double, double> counts;
    for (const double value : values) ++counts[value];
    double sum = 0;
    for (const auto& [value, k] : counts) sum += k * (k - 1) * (2 * k + 5);
    return sum;
}

double medianOf(const std::vector<double>& sorted) {
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/// Where values count as one level.
struct Level {
    double middle = 0, low = 0, high = 0;
    bool repeats = false;  ///< so many are the same that their scatter is not known
};

/// Of at least kLeastLevel values.
Level levelOf(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t count = values.size(), cut = count / 10;
    const auto n = static_cast<double>(count);
    Level level;
    level.middle = medianOf(values);
    std::vector<double> away;
    for (const double value : values) away.push_back(std::fabs(value - level.middle));
    std::ranges::sort(away);
    const std::size_t few = count - kLeastLevel;
    const double correction = few < kFewValues.size() ? kFewValues[few] : n / (n - 0.8);
    const double scatter = medianOf(away) / kNormalQuartile * correction;
    const double t = kStudent[std::min(few, kStudent.size() - 1)];
    const double reach = std::max(t * scatter * std::sqrt(1 + 1 / n), kLeastStep * std::fabs(level.middle));
    level.low = std::min(level.middle - reach, values[cut]);
    level.high = std::max(level.middle + reach, values[count - 1 - cut]);
    const auto distinct = static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
    level.repeats = scatter == 0 || 2 * distinct <= count;
    return level;
}

/// In how many of all orders of n and r values the r are the largest, or the smallest.
double chanceOf(std::size_t n, std::size_t r) {
    double orders = 1;
    for (std::size_t i = 1; i <= r; ++i) orders *= static_cast<double>(n + i) / static_cast<double>(i);
    return 2 / orders;
}

struct Known {
    std::size_t at;
    double value;
};
std::vector<Known> knownOf(std::span<const std::optional<double>> values) {
    std::vector<Known> known;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] && std::isfinite(*values[i])) known.push_back({i, *values[i]});
    return known;
}

/// −1 below, 1 above, 0 inside.
int sideOf(double value, double low, double high) { return value > high ? 1 : value < low ? -1 : 0; }

/// How many from the first on lie beyond on its side.
std::size_t runOf(std::span<const Known> known, double low, double high) {
    const int side = sideOf(known.front().value, low, high);
    std::size_t run = 0;
    while (side != 0 && run < std::min(known.size(), kMostLevel) && sideOf(known[run].value, low, high) == side) ++run;
    return run;
}

}  // namespace

std::optional<Slope> theilSen(std::span<const double> places, std::span<const double> values) {
    if (values.size() < kLeastTrend) return std::nullopt;
    std::vector<double> slopes;
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < values.size(); ++j)
            if (places[i] > places[j]) slopes.push_back((values[i] - values[j]) / (places[i] - places[j]));
    if (slopes.empty()) return std::nullopt;
    std::ranges::sort(slopes);
    const auto n = static_cast<double>(values.size()), pairs = static_cast<double>(slopes.size());
    const double sigma = std::sqrt(std::max(0.0, (n * (n - 1) * (2 * n + 5) - tiesOf(places) - tiesOf(values)) / 18));
    const double upper = std::nearbyint((pairs - kNormal * sigma) / 2), lower = std::nearbyint((pairs + kNormal * sigma) / 2) - 1;
    return Slope{medianOf(slopes), slopes[static_cast<std::size_t>(std::max(lower, 0.0))],
                 slopes[static_cast<std::size_t>(std::min(upper, pairs - 1))]};
}

std::vector<LevelStep> scatteredSteps(std::span<const std::optional<double>> values) {
    const std::vector<Known> known = knownOf(values);
    std::vector<LevelStep> steps;
    std::vector<double> level;
    const auto add = [&](std::span<const Known> more) {
        for (const Known& one : more) level.push_back(one.value);
        if (level.size() > kMostLevel) level.erase(level.begin(), level.end() - static_cast<std::ptrdiff_t>(kMostLevel));
    };
    for (std::size_t k = 0; k < known.size();) {
        const auto left = std::span(known).subspan(k);
        const std::optional<Level> old = level.size() >= kLeastLevel ? std::optional(levelOf(level)) : std::nullopt;
        const std::size_t run = old ? runOf(left, old->low, old->high) : 0;
        const bool confirmed = run >= kLeastBeyond && (!old->repeats || chanceOf(level.size(), run) <= kLeastChance);
        if (run > 0 && (confirmed || run == left.size())) {
            steps.push_back({left[0].at, old->middle, left[0].value, old->low, old->high, level.size(), run, confirmed});
            level.clear();
        }
        // What repeats may be of the level; what scatters and stays alone is not.
        if (run == 0 || level.empty())
            add(left.first(1)), ++k;
        else if (old->repeats)
            add(left.first(run)), k += run;
        else
            ++k;
    }
    return steps;
}

std::vector<LevelStep> countedSteps(std::span<const std::optional<double>> values) {
    const std::vector<Known> known = knownOf(values);
    std::vector<LevelStep> steps;
    std::size_t first = 0, base = 0;  // of the level; what the next is held against
    for (std::size_t k = 1; k < known.size(); ++k) {
        const double before = known[base].value, away = kLeastStep * std::fabs(before);
        const std::size_t run = runOf(std::span(known).subspan(k), before - away, before + away);
        if (run == 1 && k + 1 < known.size()) continue;  // of one export alone
        if (run > 0) {
            steps.push_back({known[k].at, before, known[k].value, before - away, before + away, k - first, run, run > 1});
            first = k;
        }
        base = k;
    }
    return steps;
}

}  // namespace etscope::history
