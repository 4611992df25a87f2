// Caps of histories, with their reasons.
#pragma once

#include <cstddef>
#include <cstdint>

namespace etscope::limits {

/// Rows of all tables of a history: 1,600 dumps of ten runs each night of a year are fewer; reading them takes a minute.
inline constexpr std::size_t kMaxHistoryRows = 6'000'000;
/// Points of all series: about 1 KB each in memory.
inline constexpr std::size_t kMaxHistoryPoints = 500'000;
/// Bytes of one cell of a table: sentences have some hundreds.
inline constexpr std::size_t kMaxTableCell = 1U << 16;
/// Cells of one line of a table: survey writes some forty.
inline constexpr std::size_t kMaxTableCells = 1000;
/// Points of a series whose slopes are compared two by two: 80,000 pairs; of more the newest.
inline constexpr std::size_t kMaxTrendPoints = 400;

}  // namespace etscope::limits
