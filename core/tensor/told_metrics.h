// What a metric may be said to be where elements are NaN or infinite on one side only: none of its sums and maxima knows of
// these, so that a 0 would be a claim of nothing. Any thread.
#pragma once

#include "tensor/comparison.h"

namespace etscope::tensor {

enum class Told : std::uint8_t {
    AsItIs,
    BesideNotFinite,  ///< it is of the elements that are finite on both sides: Metrics::notFinite stands beside it
    OnlyNotFinite,    ///< what is finite on both sides does not differ: Metrics::notFinite stands in its place
    Nothing           ///< nothing is finite on both sides, or it is not defined for these values
};
Told toldOf(const MetricColumn& column, const Metrics& metrics);

/// The largest |d|, where it tells of the difference.
std::optional<double> toldMaximum(const Metrics& metrics);

/// Every element that is not finite on one side stands for the same pair of values.
bool sameNotFinite(const ComparisonResult& result);

}  // namespace etscope::tensor
