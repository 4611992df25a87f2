// Numbers as exact decimal texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace etscope {

/// Shortest decimal that reads back as the same double; "NaN", "Infinity", "-Infinity" otherwise.
std::string shortest(double value);

/// Decimal integer of the whole text, or nothing.
std::optional<std::int64_t> parseInt(std::string_view text) noexcept;

}  // namespace etscope
