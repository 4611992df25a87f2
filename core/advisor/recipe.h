// The recipe: a set as Python that keeps the weights of a model so before it is exported. Any thread.
#pragma once

#include <string>

#include "advisor/advice.h"

namespace etscope::advisor {

/// Of one of the advice's sets: a file with a function `quantise(model)`, for torchao and torch. `version`: of etscope.
std::string recipeOf(const Advice& advice, const Set& set, const std::string& version);

}  // namespace etscope::advisor
