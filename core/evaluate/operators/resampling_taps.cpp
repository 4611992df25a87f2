#include "evaluate/operators/resampling_taps.h"

#include <algorithm>
#include <cmath>

#include "evaluate/refusal.h"

namespace etscope::evaluate {

namespace {

constexpr double kInterpolating = -0.75, kAntialiasing = -0.5;  ///< A of the cubic convolutions
constexpr std::size_t kMostTaps = std::size_t{1} << 26U;

bool stated(const ResampledAxis& axis) noexcept { return axis.factor && *axis.factor > 0; }

/// Inputs for each output.
double scaleOf(const ResampledAxis& axis) noexcept {
    if (axis.cornersAligned)
        return axis.outputs > 1 ? static_cast<double>(axis.inputs - 1) / static_cast<double>(axis.outputs - 1) : 0;
    return stated(axis) ? 1 / *axis.factor : static_cast<double>(axis.inputs) / static_cast<double>(axis.outputs);
}

double sourceOf(const ResampledAxis& axis, double scale, std::int64_t output) noexcept {
    return axis.cornersAligned ? scale * static_cast<double>(output) : scale * (static_cast<double>(output) + 0.5) - 0.5;
}

/// The last place at or before a source, and how far the source is beyond it, both kept within the inputs.
struct Between {
    std::int64_t place;
    double fraction;
};
Between between(double source, std::int64_t inputs) noexcept {
    const double floored = std::min(std::floor(source), static_cast<double>(inputs - 1));
    return {static_cast<std::int64_t>(floored), std::clamp(source - floored, 0.0, 1.0)};
}

double cubicNear(double x, double a) noexcept { return ((a + 2) * x - (a + 3)) * x * x + 1; }
double cubicFar(double x, double a) noexcept { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; }

double smoothFilter(double x, bool cubic) noexcept {
    x = std::fabs(x);
    if (!cubic) return x < 1 ? 1 - x : 0;
    return x < 1 ? cubicNear(x, kAntialiasing) : x < 2 ? cubicFar(x, kAntialiasing) : 0;
}

}  // namespace

void cubicWeights(double fraction, double* weights) noexcept {
    weights[0] = cubicFar(fraction + 1, kInterpolating);
    weights[1] = cubicNear(fraction, kInterpolating);
    weights[2] = cubicNear(1 - fraction, kInterpolating);
    weights[3] = cubicFar(2 - fraction, kInterpolating);
}

Dims nearestPlaces(const ResampledAxis& axis, bool centred) {
    const float scale =
        stated(axis) ? static_cast<float>(1 / *axis.factor) : static_cast<float>(axis.inputs) / static_cast<float>(axis.outputs);
    Dims places;
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const float at = std::floor((static_cast<float>(o) + (centred ? 0.5F : 0.0F)) * scale);
        places.push_back(at < static_cast<float>(axis.inputs) ? std::min(static_cast<std::int64_t>(at), axis.inputs - 1)
                                                              : axis.inputs - 1);
    }
    return places;
}

Taps linearTaps(const ResampledAxis& axis) {
    Taps taps{axis.inputs, {0}, {}};
    const double scale = scaleOf(axis);
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const Between at = between(std::max(sourceOf(axis, scale, o), 0.0), axis.inputs);
        taps.taps.push_back({at.place, 1 - at.fraction});
        taps.taps.push_back({std::min(at.place + 1, axis.inputs - 1), at.fraction});
        taps.starts.push_back(taps.taps.size());
    }
    return taps;
}

Taps cubicTaps(const ResampledAxis& axis) {
    Taps taps{axis.inputs, {0}, {}};
    const double scale = scaleOf(axis);
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const Between at = between(sourceOf(axis, scale, o), axis.inputs);
        double weights[4];
        cubicWeights(at.fraction, weights);
        for (std::int64_t i = 0; i < 4; ++i)
            taps.taps.push_back({std::clamp<std::int64_t>(at.place - 1 + i, 0, axis.inputs - 1), weights[i]});
        taps.starts.push_back(taps.taps.size());
    }
    return taps;
}

Taps smoothTaps(const ResampledAxis& axis, bool cubic) {
    Taps taps{axis.inputs, {0}, {}};
    const double scale = scaleOf(axis), stretch = std::max(scale, 1.0), support = (cubic ? 2 : 1) * stretch;
    const auto inputs = static_cast<double>(axis.inputs);
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const double centre = scale * (static_cast<double>(o) + 0.5);
        const auto first = static_cast<std::int64_t>(std::clamp(std::trunc(centre - support + 0.5), 0.0, inputs));
        const auto last = static_cast<std::int64_t>(std::clamp(std::trunc(centre + support + 0.5), 0.0, inputs));
        if (last > first && static_cast<std::size_t>(last - first) > kMostTaps - taps.taps.size())
            refuse("limit-exceeded", "resampling with windows of " + std::to_string(last - first) + " elements");
        double total = 0;
        for (std::int64_t i = first; i < last; ++i) {
            taps.taps.push_back({i, smoothFilter((static_cast<double>(i) - centre + 0.5) / stretch, cubic)});
            total += taps.taps.back().weight;
        }
        for (std::size_t i = taps.starts.back(); i < taps.taps.size() && total != 0; ++i) taps.taps[i].weight /= total;
        taps.starts.push_back(taps.taps.size());
    }
    return taps;
}

}  // namespace etscope::evaluate
