// Envelopes of norms, softmax and attention, by analysis of their rounding errors (N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, 2nd edition, chapters 1, 3 and 4). Internal to core/evaluate; functions refuse.
#pragma once

#include <string_view>
#include <vector>

#include "evaluate/envelope.h"

namespace etscope::evaluate {

/// A call whose right results are known.
struct Asked {
    const Operator& op;
    const Context& context;
    const Arguments& arguments;
    const Values& right;
    const std::optional<Array>& sizes;  ///< of its products
    Call call;
};

/// The first floating tensor that the call is given; nullptr: none.
const Array* firstFloating(const Arguments& arguments);

/// Fills the envelopes of the results, one for each.
using ChainMeasure = void (*)(const Asked&, std::vector<Envelope>&);

/// nullptr: the operator has no analysis of its own.
ChainMeasure chainMeasure(std::string_view stem) noexcept;

}  // namespace etscope::evaluate
