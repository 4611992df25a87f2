// Calls that should take as long as each other: the n-th of the same operator in each of the repeated modules. Pure; any thread.
// Rules: docs/FORMATS.md "Times".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "profile/summary.h"

namespace etscope::profile {

/// A call against its likes.
struct Likeness {
    std::size_t calls = 0;  ///< it and its likes
    double median = 0;      ///< of their medians, in ticks
    double ratio = 0;       ///< its own median over that
    /// Whether it is an outlier among them.
    bool odd() const noexcept { return ratio >= 1.5; }
};

/// What a call runs.
using NameOfCall = std::function<std::string(const SummaryRow&)>;

/// Rows that are likes of each other, in the order of the summary; three at least in each group.
std::vector<std::vector<std::size_t>> likes(const Summary& summary, const NameOfCall& nameOf);
/// Of a row against its likes, itself among them; a ratio of 0: they took no time.
Likeness likeness(const Summary& summary, const std::vector<std::size_t>& rows, std::size_t row);
/// Of each row of the summary; nothing: it is no call, or has fewer than two likes.
std::vector<std::optional<Likeness>> likenesses(const Summary& summary, const NameOfCall& nameOf);

}  // namespace etscope::profile
