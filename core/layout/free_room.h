// FreeRoom: which places of a drawing are taken, for labels that must not lie over each other or over what is drawn. Grows as
// things are added; O(1) for things of the size of a cell. One thread.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "layout/geometry.h"

namespace etscope::layout {

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
