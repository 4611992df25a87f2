#include "history/trend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace etscope::history {
namespace {

/// Quantile 0.005 of the normal distribution.
constexpr double kNormal = -2.5758293035489004;
/// Quantiles 0.9995 of Student's distribution with 2, 3, … degrees of freedom; with more than the last its own is a little wide.
constexpr std::array kStudent{31.599055, 12.923979, 8.610302, 6.868827, 5.958816, 5.407883, 5.041305, 4.780913, 4.586894, 4.436979,
                              4.317791,  4.220832,  4.140454, 4.072765, 4.014996, 3.965126, 3.921646, 3.883406, 3.849516, 3.819277,
                              3.792131,  3.767627,  3.745399, 3.725144, 3.706612, 3.689592, 3.673906, 3.659405, 3.645959};

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

/// Values of one level, and where a further one lies.
class Level {
public:
    void add(double value) { m_values.push_back(value); }
    std::size_t size() const noexcept { return m_values.size(); }
    double mean() const {
        double sum = 0;
        for (const double value : m_values) sum += value;
        return sum / static_cast<double>(m_values.size());
    }
    double reach() const {
        const auto n = static_cast<double>(m_values.size());
        const double middle = mean();
        double squares = 0;
        for (const double value : m_values) squares += (value - middle) * (value - middle);
        const double t = kStudent[std::min(m_values.size() - 3, kStudent.size() - 1)];
        return std::max(t * std::sqrt(squares / (n - 1) * (1 + 1 / n)), kLeastStep * std::fabs(middle));
    }

private:
    std::vector<double> m_values;
};

/// −1 below, 1 above, 0 inside.
int sideOf(double value, double middle, double reach) { return value > middle + reach ? 1 : value < middle - reach ? -1 : 0; }

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

std::vector<LevelStep> stepsOf(std::span<const std::optional<double>> values) {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] && std::isfinite(*values[i])) known.push_back(i);
    std::vector<LevelStep> steps;
    Level level;
    for (std::size_t k = 0; k < known.size(); ++k) {
        const double value = *values[known[k]];
        if (level.size() >= kLeastLevel) {
            const double middle = level.mean(), reach = level.reach();
            const int side = sideOf(value, middle, reach);
            const bool last = k + 1 == known.size();
            const bool confirmed = !last && sideOf(*values[known[k + 1]], middle, reach) == side;
            if (side != 0 && !confirmed && !last) continue;
            if (side != 0) {
                steps.push_back({known[k], middle, value, middle - reach, middle + reach, confirmed});
                level = {};
            }
        }
        level.add(value);
    }
    return steps;
}

}  // namespace etscope::history
