// GridIndex: a uniform grid over rectangles, for culling and hit testing. Immutable once built; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
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

// FreeRoom: which places of a drawing are taken, for labels that must not lie over each other or over what is drawn. Grows as
// things are added; O(1) for things of the size of a cell. One thread.

class FreeRoom {
public:
    /// `cell`: about the size of the things that are asked about, in the drawing's units.
    explicit FreeRoom(double cell) : m_cell(cell) {}

    void add(const Rect& rect);
    /// Whether nothing that was added touches the rectangle.
    bool isFree(const Rect& rect) const;
    /// Adds the rectangle if it is free, and says so.
    bool take(const Rect& rect);

private:
    /// Calls `visit` with the key of each cell that the rectangle touches, until it says false.
    template <class Visit>
    void eachCell(const Rect& rect, Visit visit) const;

    double m_cell;
    std::vector<Rect> m_rects;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_cells;  ///< rectangles by cell
};

}  // namespace etscope::layout
