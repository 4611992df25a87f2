#include "layout/free_room.h"

#include <algorithm>
#include <cmath>

namespace etscope::layout {

template <class Visit>
void FreeRoom::eachCell(const Rect& rect, Visit visit) const {
    const auto cell = [this](double at) { return static_cast<std::int64_t>(std::floor(at / m_cell)); };
    for (std::int64_t y = cell(rect.y); y <= cell(rect.bottom()); ++y)
        for (std::int64_t x = cell(rect.x); x <= cell(rect.right()); ++x)
            if (!visit((static_cast<std::uint64_t>(y) << 32U) ^ (static_cast<std::uint64_t>(x) & 0xFFFF'FFFFU))) return;
}

void FreeRoom::add(const Rect& rect) {
    const auto number = static_cast<std::uint32_t>(m_rects.size());
    m_rects.push_back(rect);
    eachCell(rect, [&](std::uint64_t key) {
        m_cells[key].push_back(number);
        return true;
    });
}

bool FreeRoom::isFree(const Rect& rect) const {
    bool free = true;
    eachCell(rect, [&](std::uint64_t key) {
        const auto hit = m_cells.find(key);
        free = hit == m_cells.end() ||
               std::ranges::none_of(hit->second, [&](std::uint32_t number) { return m_rects[number].intersects(rect); });
        return free;
    });
    return free;
}

bool FreeRoom::take(const Rect& rect) {
    if (!isFree(rect)) return false;
    add(rect);
    return true;
}

}  // namespace etscope::layout
