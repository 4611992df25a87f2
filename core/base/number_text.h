// Numbers as decimal texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace etscope {

/// Shortest decimal that reads back as the same double; "NaN", "Infinity", "-Infinity" otherwise.
std::string shortest(double value);

/// As by printf().
std::string printed(const char* format, double value);

/// "1 tensor", "3 tensors".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

/// Decimal integer of the whole text, or nothing.
std::optional<std::int64_t> parseInt(std::string_view text) noexcept;

}  // namespace etscope
