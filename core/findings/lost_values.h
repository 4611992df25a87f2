// Values of a plan that are written over before they are read. Pure function; any thread. Defined in plan_lint.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "base/sentence.h"
#include "program/plan.h"

namespace etscope::findings {

struct LostValue {
    program::ValueIndex value = -1;
    std::int64_t maker = -1;  ///< instruction of the first chain that gave it; -1: an input
    std::int64_t overwriter = -1, reader = -1;
    bool output = false;  ///< the method gives it; `reader` is behind the last instruction

    /// "instruction 21 reads it", "the method gives it".
    Sentence readText() const;
};

/// In the order of their readers. Empty of plans that are too large to be looked at.
std::vector<LostValue> lostValues(const program::ExecutionPlan& plan);

}  // namespace etscope::findings
