// Inputs that are made up for a call, by their roles. Internal to core/consistency; pure functions.
#pragma once

#include "consistency/performance.h"

namespace etscope::consistency {

/// What the input is in that call. Errors: `role-unknown`.
Result<Held> madeInput(const Step& step, std::size_t input);
/// What a mask has where nothing may be seen, as the graph reads it; of float masks what is added there.
double blockedValue(const Subject& subject, std::size_t input);
/// A number in [0, 1) that follows from these alone.
double drawn(std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) noexcept;

}  // namespace etscope::consistency
