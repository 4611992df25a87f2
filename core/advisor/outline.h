// The outline of advice: rows and cells of a bench's weights before anything is asked of them; what patterns name; the effect of
// single cells. Internal to core/advisor; one thread.
#pragma once

#include <functional>

#include "advisor/advice.h"

namespace etscope::advisor {

/// Rows without effects. Errors: `no-such-scheme`, `no-such-weight`, `scheme-unfit`, `no-weights`.
Result<Advice> outlineOf(const Bench& bench, const std::string& method, const Options& options);

/// Cells with each pattern's scheme in their rows. Errors: `no-such-weight`, `scheme-unfit` (no row of that name has it).
Result<std::vector<std::size_t>> changedCells(const Advice& advice, std::vector<std::size_t> from,
                                              const std::vector<SchemeOf>& changes);

/// Fills the effects of those cells that are `wanted` and not known, each alone; of rows of one weight what comes before is
/// computed once. Tells options.known. Errors: those of Bench::each().
Result<void> measure(Bench& bench, Advice& advice, const std::function<bool(std::size_t row, std::size_t cell)>& wanted,
                     const Options& options, const JobContext& job);

/// Whether the pattern is that of a weight, or of a module that takes one.
bool namesAny(const std::string& pattern, const std::vector<Weight>& weights);

/// Of a weight as it is.
Effect unchangedEffect(bool logits);
/// As it is in every row.
std::vector<std::size_t> cellsAsTheyAre(const Advice& advice);

}  // namespace etscope::advisor
