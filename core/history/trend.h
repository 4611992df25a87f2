// What a measure did over exports in order: its slope with an interval, and where it stepped. Nothing is said of fewer points than
// the interval needs, nor of values that are not finite. Pure functions; any thread. Rules: docs/FORMATS.md "History".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace etscope::history {

/// Theil–Sen: the median of the slopes of all pairs, and Sen's interval of 99 % (P. K. Sen, Estimates of the regression coefficient
/// based on Kendall's tau, 1968, equation 2.6).
struct Slope {
    double slope = 0, low = 0, high = 0;
    bool rises() const noexcept { return low > 0; }
    bool falls() const noexcept { return high < 0; }
};

/// Fewer cannot leave 1 %: six in one order are 2 of 720.
inline constexpr std::size_t kLeastTrend = 6;

/// Values at places that need not differ. Nothing with fewer than kLeastTrend points, and where all places are one.
std::optional<Slope> theilSen(std::span<const double> places, std::span<const double> values);

struct LevelStep {
    std::size_t at = 0;        ///< index of the first value of the new level
    double before = 0;         ///< mean of the level until there
    double after = 0;          ///< the value itself
    double low = 0, high = 0;  ///< where 999 of 1000 further values of the old level lie
    bool confirmed = false;    ///< the next known value lies beyond on the same side, too; else there is none
};

/// A value outside of the prediction interval of at least kLeastLevel values since the last step (Student's t, 99.9 %) and at least
/// kLeastStep of their mean away, where the next known value agrees or there is none. One that the next does not confirm is left
/// out.
std::vector<LevelStep> stepsOf(std::span<const std::optional<double>> values);

inline constexpr std::size_t kLeastLevel = 3;
inline constexpr double kLeastStep = 0.005;

}  // namespace etscope::history
