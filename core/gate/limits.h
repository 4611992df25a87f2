// Caps of budget files, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// A budget file: some 10,000 lines, written by people.
inline constexpr std::uint64_t kMaxBudgetBytes = 1ULL << 20;
/// Brackets and dots of one of its lines that may open a level: the reader's tables are as deep, and end one inside the other.
inline constexpr std::size_t kMaxBudgetLevels = 64;
/// Its budgets, and the rows that these make on the outputs of a session.
inline constexpr std::size_t kMaxBudgets = 20'000;
/// Cases of a method that are computed through all its graphs for one budget: seconds each for large models.
inline constexpr std::size_t kMaxGateCases = 64;
/// Places that are told of one budget.
inline constexpr std::size_t kMaxGatePlaces = 20;

}  // namespace etscope::limits
