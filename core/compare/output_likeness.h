// How the outputs of a method that differ go with their references, over its cases. Any thread. Rules: docs/FORMATS.md "Likeness".
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "session/session.h"
#include "tensor/likeness.h"

namespace etscope::compare {

/// The least and the greatest of the cases.
struct Interval {
    double least = 0, most = 0;
    /// "−0.50", "−0.51 to −0.49"
    std::string text() const;
};

struct OutputLikeness {
    std::int64_t output = 0, column = 0;  ///< column: OutputPair::column() of the first of them
    std::size_t cases = 0;                ///< columns in which it differs and could be looked at
    Interval slope, offset, explained, ranks;
    Interval saturated, flushed;  ///< shares of the elements
    bool linear = false;          ///< in every case the slope is another than 1 by more than chance, in one direction
    bool saturates = false;       ///< in every case some elements are held at an end
    bool flushes = false;         ///< in every case some elements are zero in the place of small ones

    /// "the runtime's elements go with the reference's by slope −0.50 (…), offset 0.01, R² 0.85, rank correlation −0.91"; nothing
    /// where none of the three holds.
    std::optional<Sentence> text() const;
    bool goesAnotherWay() const noexcept { return linear && (slope.least > 1 || slope.most < 1); }
    /// Where to look; of what text() says.
    Sentence advice() const;
};

/// The rules by which one case counts.
bool isLinear(const tensor::Likeness& one) noexcept;
bool saturates(const tensor::Likeness& one) noexcept;
bool flushes(const tensor::Likeness& one) noexcept;

/// Of the outputs of the method that differ, in their order. Errors: `cancelled`, those of pairOutputs().
Result<std::vector<OutputLikeness>> outputLikeness(const session::Session& session, const std::string& method,
                                                   const JobContext& job);

}  // namespace etscope::compare
