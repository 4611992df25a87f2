// What is odd about the values of a pair of outputs, in a sentence. Internal to core/compare.
#pragma once

#include <string>

#include "base/job_context.h"
#include "compare/outputs.h"

namespace etscope::compare {

/// NaN and infinities on one side only, with how many and the first place, NaN on both that differ, or a runtime side that is all
/// zero; "" when there is nothing to say. Reads the values again where there are such.
std::string oddValuesNote(const ComparableSides& sides, const tensor::Metrics& metrics, const tensor::Tolerance& tolerance,
                          const JobContext& job);

}  // namespace etscope::compare
