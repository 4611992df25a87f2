// Weights that only one of two exports has by name, and that the other holds elsewhere: under another name, in another method, in
// or out of a delegate. Told by content. Any thread.
#pragma once

#include <string>
#include <vector>

#include "compare/diff.h"
#include "inventory/tensor_rows.h"

namespace etscope::compare {

/// A weight with its name in the difference.
struct NamedWeight {
    const inventory::TensorRow* row = nullptr;
    std::string name;
};
using NamedWeights = std::vector<NamedWeight>;

/// One change for each weight of a side whose name the other side does not have; what holds the same bytes as another weight of
/// that side, or as one inside its delegates, moved. Contents of one value throughout are not told apart. Reads what has the size
/// of another. Errors: `cancelled`.
Result<std::vector<ValueChange>> withMoves(const session::Session& left, const session::Session& right, const NamedWeights& ours,
                                           const NamedWeights& theirs, const JobContext& job);

}  // namespace etscope::compare
