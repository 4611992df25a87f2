// readReal: std::from_chars() of a double, which libc++ lacks.
#pragma once

#include <charconv>

namespace etscope {

/// As std::from_chars(first, last, value) in its general format: the longest beginning that is a number, whatever the locale; no
/// blanks, no `+`.
std::from_chars_result readReal(const char* first, const char* last, double& value) noexcept;

}  // namespace etscope
