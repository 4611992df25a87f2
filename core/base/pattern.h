// Patterns that people write for names. Pure functions; any thread.
#pragma once

#include <string_view>

namespace etscope {

/// Whether a pattern with `*` for any text and `?` for one character is the whole text; bytes are compared. Time: the product of
/// the lengths at most.
bool matchesPattern(std::string_view pattern, std::string_view text) noexcept;

}  // namespace etscope
