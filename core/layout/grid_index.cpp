#include "layout/grid_index.h"

#include <algorithm>
#include <cmath>

namespace etscope::layout {
namespace {

constexpr std::uint32_t kLargeCells = 64;

}  // namespace

GridIndex::GridIndex(std::vector<Rect> rects) : m_rects(std::move(rects)) {
    if (m_rects.empty()) return;
    m_bounds = m_rects.front();
    double width = 0, height = 0;
    for (const Rect& rect : m_rects) {
        m_bounds = m_bounds.united(rect);
        width += rect.width;
        height += rect.height;
    }
    const auto count = static_cast<double>(m_rects.size());
    m_cellWidth = std::max({1.0, 2 * width / count, m_bounds.width / (2 * std::sqrt(count) + 1)});
    m_cellHeight = std::max({1.0, 2 * height / count, m_bounds.height / (2 * std::sqrt(count) + 1)});
    m_columns = static_cast<std::uint32_t>(m_bounds.width / m_cellWidth) + 1;
    m_rows = static_cast<std::uint32_t>(m_bounds.height / m_cellHeight) + 1;
    std::vector<std::uint32_t> counts(std::size_t{m_columns} * m_rows + 1, 0);
    const auto each = [&](auto&& visit) {
        for (std::uint32_t i = 0; i < m_rects.size(); ++i) {
            const Span span = cells(m_rects[i]);
            if (large(span)) continue;
            for (std::uint32_t y = span.top; y <= span.bottom; ++y)
                for (std::uint32_t x = span.left; x <= span.right; ++x) visit(y * m_columns + x, i);
        }
    };
    for (std::uint32_t i = 0; i < m_rects.size(); ++i)
        if (large(cells(m_rects[i]))) m_large.push_back(i);
    each([&](std::uint32_t cell, std::uint32_t) { ++counts[cell + 1]; });
    for (std::size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
    m_start = counts;
    m_entries.resize(counts.back());
    each([&](std::uint32_t cell, std::uint32_t i) { m_entries[counts[cell]++] = i; });
}

GridIndex::Span GridIndex::cells(const Rect& area) const noexcept {
    const auto clamp = [](double value, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp(value, 0.0, static_cast<double>(count - 1)));
    };
    return {clamp((area.x - m_bounds.x) / m_cellWidth, m_columns), clamp((area.y - m_bounds.y) / m_cellHeight, m_rows),
            clamp((area.right() - m_bounds.x) / m_cellWidth, m_columns),
            clamp((area.bottom() - m_bounds.y) / m_cellHeight, m_rows)};
}

bool GridIndex::large(const Span& span) noexcept {
    return (span.right - span.left + 1) * (span.bottom - span.top + 1) > kLargeCells;
}

std::vector<std::uint32_t> GridIndex::touching(const Rect& area) const {
    std::vector<std::uint32_t> found;
    if (m_rects.empty()) return found;
    const auto touches = [&](std::uint32_t i) {
        const Rect& r = m_rects[i];
        return r.x <= area.right() && area.x <= r.right() && r.y <= area.bottom() && area.y <= r.bottom();
    };
    for (const std::uint32_t i : m_large)
        if (touches(i)) found.push_back(i);
    const Span span = cells(area);
    for (std::uint32_t y = span.top; y <= span.bottom; ++y)
        for (std::uint32_t x = span.left; x <= span.right; ++x)
            for (std::uint32_t e = m_start[y * m_columns + x]; e < m_start[y * m_columns + x + 1]; ++e)
                if (touches(m_entries[e])) found.push_back(m_entries[e]);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

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
