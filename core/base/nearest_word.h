// The word that somebody meant: of those that are known, the one with the fewest letters changed. Pure; any thread.
#pragma once

#include <span>
#include <string_view>

namespace etscope {

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) that make one of the other; of the first
/// 64 bytes each.
std::size_t wordDistance(std::string_view a, std::string_view b);

/// The first of the nearest; empty where none shares more than half of its letters with the word.
std::string_view nearestWord(std::string_view word, std::span<const std::string_view> known);

}  // namespace etscope
