// The table of checks. Internal to core/consistency.
#pragma once

#include <span>

#include "consistency/bench.h"

namespace etscope::consistency {

struct Check {
    CheckName name;
    void (*ask)(Bench& bench, CheckResult& result);
};
std::span<const Check> checks() noexcept;

// Of sequences: checks_sequence.cpp
void askStepping(Bench& bench, CheckResult& result);
void askChunks(Bench& bench, CheckResult& result);
void askBelowBound(Bench& bench, CheckResult& result);
void askReset(Bench& bench, CheckResult& result);
void askCausality(Bench& bench, CheckResult& result);
// Of others: checks_rows.cpp
void askBatch(Bench& bench, CheckResult& result);
void askPadding(Bench& bench, CheckResult& result);
void askRepeat(Bench& bench, CheckResult& result);
// Of caches and of methods: checks_cache.cpp, checks_methods.cpp
void askCacheOrder(Bench& bench, CheckResult& result);
void askMethods(Bench& bench, CheckResult& result);

/// The mask that says which positions are padding, one number for each: its input; nothing: there is none.
std::optional<std::size_t> paddingMask(const Subject& subject);
/// What that mask has where padding is.
double paddingValue(Bench& bench, std::size_t mask);

/// A method that works on the same state in calls of another size: prefill beside decode. Null: there is none.
std::shared_ptr<const Subject> partnerOf(Bench& bench);

}  // namespace etscope::consistency
