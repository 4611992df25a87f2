// What resampling takes each output of an axis from: places of the input, with weights. Internal to core/evaluate; pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "evaluate/array.h"

namespace etscope::evaluate {

/// One axis that is resampled.
struct ResampledAxis {
    std::int64_t inputs = 1, outputs = 1;
    bool cornersAligned = false;
    std::optional<double> factor;  ///< outputs by inputs as the caller states it; without it the sizes say it
};

struct Tap {
    std::int64_t place;
    double weight;
};
/// Taps of output o: [starts[o], starts[o + 1]).
struct Taps {
    std::int64_t inputs = 0;
    std::vector<std::size_t> starts;
    std::vector<Tap> taps;

    std::int64_t outputs() const noexcept { return static_cast<std::int64_t>(starts.size()) - 1; }
};

/// The nearest input of each output, as runtimes find it: in f32, for elements of f64 in f64 with the place cut in f32. `centred`:
/// nearest to the output's middle.
Dims nearestPlaces(const ResampledAxis& axis, bool centred, bool ofDoubles);
/// An axis that keeps its size keeps its values.
Taps linearTaps(const ResampledAxis& axis);
Taps cubicTaps(const ResampledAxis& axis);
/// With windows as wide as the reduction: antialiased; an axis that keeps its size keeps its values. Refuses more taps than can be
/// held.
Taps smoothTaps(const ResampledAxis& axis, bool cubic);

/// Weights of the four places around a fraction in [0, 1], of the cubic convolution with A = -0.75.
void cubicWeights(double fraction, double* weights) noexcept;

}  // namespace etscope::evaluate
