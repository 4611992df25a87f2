// Weights that only one of two exports has by name, and that the other holds elsewhere: under another name, in another method, in
// or out of a delegate. Told by content. Any thread.
#pragma once

#include <string>
#include <vector>

#include "compare/diff.h"
#include "inventory/tensor_rows.h"

namespace etscope::compare {

/// A weight that the other side does not have by name.
struct OneSidedWeight {
    const inventory::TensorRow* row = nullptr;
    std::string name;
    ChangeState state = ChangeState::Removed;  ///< else Added
};

/// One change for each of them; two that hold the same bytes, or one and a weight inside a delegate of the other side, are one
/// weight that moved. Contents of one value throughout are not told apart. Reads what has the size of another. Errors: `cancelled`.
Result<std::vector<ValueChange>> withMoves(const session::Session& left, const session::Session& right,
                                           const std::vector<OneSidedWeight>& weights, const JobContext& job);

}  // namespace etscope::compare
