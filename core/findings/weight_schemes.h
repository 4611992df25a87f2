// Schemes of weights as files state them (advisor/weight_scheme.h). Pure functions; any thread. Rules: docs/FORMATS.md "Schemes of
// modules".
#pragma once

#include "advisor/weight_scheme.h"
#include "inventory/quantised_weights.h"

namespace etscope::findings {

using advisor::bitsBetween;
using advisor::Grain;
using advisor::grainName;
using advisor::Operand;
using advisor::operandName;
using advisor::WeightScheme;

/// Of integers with scales. Reads zero points.
WeightScheme schemeOf(const inventory::QuantisedWeight& weight);
/// Of a weight of that type.
WeightScheme schemeOf(ScalarType type) noexcept;

}  // namespace etscope::findings
