#include "evaluate/operators/resampling_taps.h"

#include <algorithm>
#include <cmath>

#include "evaluate/context.h"

namespace etscope::evaluate {

namespace {

constexpr double kInterpolating = -0.75, kAntialiasing = -0.5;  ///< A of the cubic convolutions
constexpr std::size_t kMostTaps = std::size_t{1} << 24U;

bool stated(const ResampledAxis& axis) noexcept { return axis.factor && *axis.factor > 0; }

/// Inputs for each output.
double scaleOf(const ResampledAxis& axis) noexcept {
    if (axis.cornersAligned)
        return axis.outputs > 1 ? static_cast<double>(axis.inputs - 1) / static_cast<double>(axis.outputs - 1) : 0;
    return stated(axis) ? 1 / *axis.factor : static_cast<double>(axis.inputs) / static_cast<double>(axis.outputs);
}

double sourceOf(const ResampledAxis& axis, double scale, std::int64_t output) noexcept {
    return axis.cornersAligned ? scale * static_cast<double>(output) : std::fma(scale, static_cast<double>(output) + 0.5, -0.5);
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

/// The polynomials of the cubic convolution in [0, 1] and [1, 2], by their roots: nothing cancels.
double cubicNear(double x, double a) noexcept { return (1 - x) * (1 + x - (a + 2) * x * x); }
double cubicFar(double x, double a) noexcept { return a * (x - 1) * (x - 2) * (x - 2); }

double smoothFilter(double x, bool cubic) noexcept {
    x = std::fabs(x);
    if (!cubic) return x < 1 ? 1 - x : 0;
    return x < 1 ? cubicNear(x, kAntialiasing) : x < 2 ? cubicFar(x, kAntialiasing) : 0;
}

}  // namespace

void cubicWeights(double fraction, double* weights) noexcept {
    const double rest = 1 - fraction;
    weights[0] = kInterpolating * fraction * rest * rest;
    weights[1] = cubicNear(fraction, kInterpolating);
    weights[2] = cubicNear(rest, kInterpolating);
    weights[3] = kInterpolating * rest * fraction * fraction;
}

Dims nearestPlaces(const ResampledAxis& axis, bool centred, bool ofDoubles) {
    const double exact = stated(axis) ? 1 / *axis.factor : scaleOf(axis);
    const double narrow =
        stated(axis) ? static_cast<float>(exact) : static_cast<float>(axis.inputs) / static_cast<float>(axis.outputs);
    const double scale = ofDoubles ? exact : narrow;
    const auto rounded = [&](double x) { return ofDoubles ? x : static_cast<double>(static_cast<float>(x)); };
    Computing::list(axis.outputs, sizeof(std::int64_t));
    Dims places;
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const auto output = static_cast<double>(o);
        const double source = centred ? std::max(rounded(std::fma(scale, output + 0.5, -0.5)), 0.0) + 0.5 : scale * output;
        const float place = std::floor(static_cast<float>(source));
        places.push_back(place < static_cast<float>(axis.inputs) ? std::min(static_cast<std::int64_t>(place), axis.inputs - 1)
                                                                 : axis.inputs - 1);
    }
    return places;
}

Taps linearTaps(const ResampledAxis& axis) {
    Taps taps{axis.inputs, {0}, {}};
    const bool kept = axis.inputs == axis.outputs;  // whatever factor is stated
    const double scale = scaleOf(axis);
    Computing::list(3 * axis.outputs, sizeof(Tap));
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const Between at = kept ? Between{o, 0} : between(std::max(sourceOf(axis, scale, o), 0.0), axis.inputs);
        taps.taps.push_back({at.place, 1 - at.fraction});
        taps.taps.push_back({std::min(at.place + (kept ? 0 : 1), axis.inputs - 1), at.fraction});
        taps.starts.push_back(taps.taps.size());
    }
    return taps;
}

Taps cubicTaps(const ResampledAxis& axis) {
    Taps taps{axis.inputs, {0}, {}};
    const double scale = scaleOf(axis);
    Computing::list(5 * axis.outputs, sizeof(Tap));
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
    if (!std::isfinite(support)) refuseArguments("resampling by a factor that is nearly 0");
    const auto inputs = static_cast<double>(axis.inputs);
    Computing::list(2 * axis.outputs, sizeof(Tap));
    for (std::int64_t o = 0; axis.inputs == axis.outputs && o < axis.outputs; ++o) {
        taps.taps.push_back({o, 1});
        taps.starts.push_back(taps.taps.size());
    }
    if (axis.inputs == axis.outputs) return taps;
    for (std::int64_t o = 0; o < axis.outputs; ++o) {
        const double centre = scale * (static_cast<double>(o) + 0.5);
        const auto first = static_cast<std::int64_t>(std::clamp(std::trunc(centre - support + 0.5), 0.0, inputs));
        const auto last = static_cast<std::int64_t>(std::clamp(std::trunc(centre + support + 0.5), 0.0, inputs));
        if (last > first && static_cast<std::size_t>(last - first) > kMostTaps - taps.taps.size())
            refuse("limit-exceeded", "resampling with windows of " + std::to_string(last - first) + " elements");
        Computing::list(std::max<std::int64_t>(last - first, 0), sizeof(Tap));
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
