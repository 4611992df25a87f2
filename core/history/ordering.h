// In which order the exports of a series stand: texts with numbers, versions, times. Pure functions; any thread. Rules:
// docs/FORMATS.md "History".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace etscope::history {

enum class TextOrder : unsigned char { Names, Times, Versions };

/// Days since 1970, UTC, of "2026-11-30T16:24:33Z", also with a blank for T, parts of seconds, an offset (+01:00), without a time.
/// Without an offset it counts as UTC. Nothing: it is no time.
std::optional<double> daysOf(std::string_view text);

/// "1.10.2" stands behind "1.9": digits count as numbers. Of versions "1.5.0rc1" and "1.5.0.dev3" stand before "1.5.0",
/// "1.5.0.post1" behind it (PEP 440).
bool textBefore(std::string_view left, std::string_view right, TextOrder order);

/// Places of texts in their order, stable. Empty ones stay behind that one that they stand behind. Times that are all of that form
/// are sorted as such, else as names.
std::vector<std::size_t> placesInOrder(const std::vector<std::string_view>& texts, TextOrder order);

}  // namespace etscope::history
