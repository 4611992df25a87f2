// What two exports' weights differ in. Any thread. Rules: docs/FORMATS.md "Difference of two exports".
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compare/diff.h"
#include "inventory/tensor_rows.h"

namespace etscope::compare {

/// What two weights of one name differ in; nothing when they are the same. Errors: `cancelled`.
Result<std::optional<ValueChange>> weightChange(const inventory::TensorRow& a, const inventory::TensorRow& b,
                                                const JobContext& job);

/// A weight with its name in the difference.
struct NamedWeight {
    const inventory::TensorRow* row = nullptr;
    std::string name;
};
using NamedWeights = std::vector<NamedWeight>;

/// Of weights that only one side has by name: two with the same bytes are one that moved (contents of one value throughout are not
/// told apart); two of one type and shape at one place of a delegate, and two constants of programs that are one tensor of both
/// records, are one that changed; others were removed or added. `told`: methods and names of weights whose change is known: a
/// program's copy of one is no further change. Errors: `cancelled`.
Result<std::vector<ValueChange>> leftoverChanges(const session::Session& left, const session::Session& right,
                                                 const NamedWeights& ours, const NamedWeights& theirs,
                                                 const std::set<std::pair<std::string, std::string>>& told, const JobContext& job);

}  // namespace etscope::compare
