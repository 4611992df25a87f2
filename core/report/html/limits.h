// What the HTML report holds at most.
#pragma once

#include <cstddef>

namespace etscope::report::html {

/// Bytes of a report: mail and trackers take files of that size, browsers show them at once.
inline constexpr std::size_t kMostReport = 5'000'000;
/// Of these, what stands around the sections: style, script, heading, contents.
inline constexpr std::size_t kPageRoom = 60'000;
/// Rows of one table; more are not read, and slow a browser down.
inline constexpr std::size_t kMostRows = 500;
/// Characters of one cell or sentence; names in files may have 64 KiB.
inline constexpr std::size_t kMostCell = 240, kMostSentence = 1500;
/// Pictures of errors, and pixels along a side of one.
inline constexpr std::size_t kMostErrorPictures = 6, kMostPixels = 192;
/// Drawings of graphs, and bytes of one.
inline constexpr std::size_t kMostDrawings = 8, kMostDrawing = 90'000;
/// Methods whose numeric gap is looked at: each computes its graph.
inline constexpr std::size_t kMostGaps = 16;

}  // namespace etscope::report::html
