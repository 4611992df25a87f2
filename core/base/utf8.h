// UTF-8: what is valid, its code points, repair.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace etscope {

/// Length of the valid UTF-8 sequence at the start of a text that is not empty; 0 when it is invalid (overlong, surrogate, above
/// U+10FFFF, cut).
std::size_t utf8Length(std::string_view text) noexcept;
/// The code point of a valid sequence.
char32_t utf8Point(std::string_view sequence) noexcept;

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD. Lone surrogates (CESU) count as invalid.
std::string repairedUtf8(std::string_view text);
bool isValidUtf8(std::string_view text) noexcept;

}  // namespace etscope
