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

/// "night-10" stands behind "night-9": digits count as numbers.
bool nameBefore(std::string_view left, std::string_view right);

struct TextsInOrder {
    std::vector<std::size_t> places;  ///< of all texts
    std::size_t untold = 0;  ///< that are empty, or among times or versions none: they stay behind that one that they stand behind
};

/// Stable. Where none is a time or a version they are sorted as names; names that are all versions (with a dot, the same before
/// them) as those.
TextsInOrder textsInOrder(const std::vector<std::string_view>& texts, TextOrder order);

}  // namespace etscope::history
