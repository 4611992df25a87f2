// What a language model would say: the tokens that reference and runtime choose at each position, from logits [..., vocabulary].
// Any thread. Formulas: docs/FORMATS.md "Tokens".
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "base/job_context.h"
#include "base/result.h"
#include "tensor/tensor.h"

namespace etscope::tokens {

/// One side of one position.
struct Choice {
    std::int64_t token = -1;  ///< as numpy.argmax: the first of equal ones, a NaN before everything
    double logit = 0, probability = 0;
    double entropy = 0;  ///< −Σ p·ln p in nats; NaN where the row has no softmax
    double lead = 0;     ///< the logit over that of the next candidate; 0 of one column
};

/// One row along the last axis.
struct Position {
    Choice reference, runtime;
    double divergence = 0;  ///< Σ p·ln(p/q) in nats; NaN where a row has no softmax
    double maxAbs = 0;      ///< the largest |reference − runtime| of elements that are finite on both sides
    std::int64_t maxAbsAt = -1;
    std::size_t notFinite = 0;  ///< elements that are not finite on one side and not the same on the other
    /// Tokens that are among the k likeliest of both sides, for k = 5 and 10 (or all columns, where there are fewer).
    std::array<std::size_t, 2> shared{};

    bool agrees() const noexcept { return reference.token == runtime.token; }
};
inline constexpr std::array<std::size_t, 2> kSharedOf{5, 10};

struct TokenChoices {
    std::int64_t columns = 0;
    std::vector<Position> positions;  ///< in row-major order of the other axes
    std::size_t agreeing = 0;
    std::optional<std::size_t> firstDifferent;
    double meanDivergence = 0;        ///< NaN where a row has none
    std::size_t worstDivergence = 0;  ///< position
    /// exp of the mean −ln p of the tokens that follow, where they are known; NaN where none is, or a row has no softmax.
    double referencePerplexity = kUnknown, runtimePerplexity = kUnknown;
    std::size_t followed = 0;  ///< positions with a token that follows

    static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
};

/// One token as both sides see it.
struct Candidate {
    std::int64_t token = -1;
    double logit = 0, probability = 0;            ///< of the side whose list this is; NaN where the row has no softmax
    double otherLogit = 0, otherProbability = 0;  ///< of the other
    std::int64_t otherRank = 0;                   ///< its place there, the likeliest is 0
};

struct PositionDetail {
    Position position;
    std::vector<Candidate> reference, runtime;  ///< likeliest first
    double referenceRest = 0, runtimeRest = 0;  ///< probability of all tokens that are not in the list
};

/// Both sides are floating and of one shape with at least one axis. `fed`: the tokens that were fed at the positions, or none; each
/// is the one that follows the position before it in its sequence, the last axis but one. Errors: `tokens-shape`, those of the
/// readers, `limit-exceeded`, `cancelled`.
Result<TokenChoices> tokenChoices(const tensor::Tensor& reference, const tensor::Tensor& runtime, std::span<const std::int64_t> fed,
                                  const JobContext& job);
/// One position with the `most` likeliest tokens of each side. Errors: those of tokenChoices(), `tensor-index`.
Result<PositionDetail> positionDetail(const tensor::Tensor& reference, const tensor::Tensor& runtime, std::size_t position,
                                      std::size_t most, const JobContext& job);

}  // namespace etscope::tokens
