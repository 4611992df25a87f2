// What a run may have been fed in the place of an input that it should have had: its bytes in another order of axes, scaled,
// shifted, normalised or not, nothing at all. Internal to core/replay; pure functions, any thread.
#pragma once

#include <functional>

#include "base/result.h"
#include "base/sentence.h"
#include "evaluate/context.h"
#include "evaluate/value.h"

namespace etscope::replay {

struct InputRelation {
    bool axes = false;   ///< the same bytes in another order of axes
    bool zeros = false;  ///< nothing but zeros
    Sentence text;       ///< "times 0.5", behind "input 1 ('x') was fed "
    bool told = false;   ///< results name it, also where one call alone reads the input
};

/// Shows `visit` the array changed in each way that people are known to feed inputs wrongly, until it says that this one was it;
/// ways that leave the array as it is are left out. Errors: those of `visit`.
Result<bool> eachRelation(const evaluate::Array& array, const evaluate::Context& context,
                          const std::function<Result<bool>(evaluate::Array, const InputRelation&)>& visit);

/// "times 0.3" where that is what was fed in the place of the array; else empty.
Sentence factorText(const evaluate::Array& fed, const evaluate::Array& array);

}  // namespace etscope::replay
