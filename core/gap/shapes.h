// What a call whose value has another shape than its reference is judged by. Internal to core/gap.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/outputs.h"
#include "gap/reference_values.h"

namespace etscope::gap {

struct FittingReference {
    compare::ComparableSides sides;
    Sentence by;  ///< for people: "aten_addmm_default"
};

/// An operator that was decomposed (linear: view, addmm, view) has one debug handle, and its reference is the last node's. In this
/// order: the value of the last of `nodes` that has the runtime value's shape and the name of the kernel; the only one of that
/// shape; both sides flattened, when a kernel logged as many elements. Nothing else says that the two are one value.
/// `oneHandle`: the nodes are those of one operator. Of several merged into one row (a delegate), only a value that is the only
/// one in question counts.
std::optional<FittingReference> fittingReference(const ReferenceValues& references, const std::vector<std::string>& nodes,
                                                 const std::string& runtime, bool oneHandle, const compare::ComparableSides& sides);

}  // namespace etscope::gap
