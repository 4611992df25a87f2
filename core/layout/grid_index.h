// GridIndex: a uniform grid over rectangles, for culling and hit testing. Immutable once built; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "layout/geometry.h"

namespace etscope::layout {

class GridIndex {
public:
    GridIndex() = default;
    /// Cells are chosen so that a rectangle is listed in few of them; memory is linear in the number of rectangles.
    explicit GridIndex(std::vector<Rect> rects);

    /// Numbers of the rectangles that touch `area`, ascending, each once. Work: the cells under `area`, at most all entries.
    std::vector<std::uint32_t> touching(const Rect& area) const;

private:
    struct Span {
        std::uint32_t left, top, right, bottom;
    };
    Span cells(const Rect& area) const noexcept;
    static bool large(const Span& span) noexcept;

    std::vector<Rect> m_rects;
    Rect m_bounds;
    double m_cellWidth = 1;
    double m_cellHeight = 1;
    std::uint32_t m_columns = 0;
    std::uint32_t m_rows = 0;
    std::vector<std::uint32_t> m_start;  ///< per cell, in m_entries
    std::vector<std::uint32_t> m_entries;
    std::vector<std::uint32_t> m_large;  ///< rectangles over many cells: tested one by one
};

}  // namespace etscope::layout
