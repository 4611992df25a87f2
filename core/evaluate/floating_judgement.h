// Floating results of one call held against the right ones. Internal to core/evaluate; functions refuse.
#pragma once

#include "evaluate/envelope.h"
#include "evaluate/judgement.h"

namespace etscope::evaluate {

/// Both sides of one result, row-major.
struct FloatingSides {
    const Context& context;
    ScalarType type;  ///< that the right result is rounded to
    std::vector<double> right, actual;
};

/// The differences alone. Exact where all elements are the right ones, rounded once, else not yet judged.
Judgement differenceOf(const FloatingSides& sides);
/// With its verdict, of results that are not exact.
Judgement judgedBy(const Envelope& envelope, const FloatingSides& sides);

}  // namespace etscope::evaluate
