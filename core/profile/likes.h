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

/// Of each row of the summary; nothing: it is no call, or has fewer than two likes. `nameOf`: what a call runs.
std::vector<std::optional<Likeness>> likenesses(const Summary& summary,
                                                const std::function<std::string(const SummaryRow&)>& nameOf);

}  // namespace etscope::profile
