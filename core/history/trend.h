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
    double before = 0;         ///< of the level until there: its median; of counted values its last
    double after = 0;          ///< the value itself
    double low = 0, high = 0;  ///< what lies between these is no step from the old level
    std::size_t level = 0;     ///< values that the old level was told by
    std::size_t since =
        0;  ///< values of the new level one behind the other, from the first on; no more than kMostLevel are counted
    bool confirmed = false;  ///< enough of them; else there is no later value
};

/// Of values that scatter. A level is told by at least kLeastLevel values since the last step, the newest kMostLevel. Beyond it is
/// what lies outside of median ± t·s·√(1 + 1/n) and of all its values but the n/10 most extreme of each side, and at least
/// kLeastStep of the median away from it; s is the median absolute deviation with the factors of C. Croux and P. J. Rousseeuw,
/// Time-efficient algorithms for two highly robust estimators of scale, 1992, t Student's quantile 0.9999 with n − 1 degrees of
/// freedom. A step is confirmed by kLeastBeyond values beyond on one side, one behind the other; where values repeat (half of them
/// or more) their scatter is not known, and it is confirmed where so many beyond would come by chance in 2 of 1000 orders. Fewer
/// that no later value follows are a step that is not confirmed; others are left out.
std::vector<LevelStep> scatteredSteps(std::span<const std::optional<double>> values);

/// Of values that are counted (bytes, calls): each that lies more than kLeastStep away from the one before it, where the next known
/// value does on the same side, or there is none.
std::vector<LevelStep> countedSteps(std::span<const std::optional<double>> values);

inline constexpr std::size_t kLeastLevel = 6;
inline constexpr std::size_t kMostLevel = 100;
inline constexpr std::size_t kLeastBeyond = 3;
inline constexpr double kLeastStep = 0.005;

}  // namespace etscope::history
