// Attention in double: scores, softmax, the mean of the values. Internal to core/evaluate.
#pragma once

#include <optional>

#include "evaluate/call.h"

namespace etscope::evaluate {

/// What queries [batch…, heads, L, E] see of keys [batch…, heads or fewer, S, E]: each head of a smaller number serves several.
struct Attention {
    Array query, key, value;
    std::optional<Array> mask;  ///< of booleans, or added to the scores; broadcasts to them
    bool causal = false;        ///< query i sees the keys up to i + `start`
    std::int64_t start = 0;
    std::optional<double> scale;  ///< none: 1 / √E
    double unseen = 0;            ///< the shares of the values for a query that sees no key
};

struct Attended {
    Array values;      ///< [batch…, heads, L, Ev]
    Array logarithms;  ///< [batch…, heads, L]: log Σ e^score
};

/// Results of `type` and of `logarithmType`.
Attended attended(const Context& context, const Attention& attention, ScalarType type, ScalarType logarithmType);

/// Refuses dropout: its values are random.
void refuseDropout(const Call& call, std::string_view name);

}  // namespace etscope::evaluate
