// Tables of elements of a compared output: the worst ones, and both sides around a place. GUI thread only.
#pragma once

#include <array>
#include <memory>

#include "models/rows.h"
#include "tensor/comparison.h"

namespace etscope::ui {

using Sides = std::shared_ptr<const tensor::ComparedPair>;
using Place = std::vector<std::int64_t>;  ///< an index per axis

/// A row for each element, worst first. No sides: nothing.
Rows worstRows(const Sides& sides, const std::vector<tensor::Difference>& worst);

/// Rows and columns of both sides next to a place, in the last two axes; elements outside the tolerance are marked.
class AroundModel : public TableModel {
    Q_OBJECT
public:
    static constexpr int kSideways = 2, kUpAndDown = 3;  ///< how far it goes
    explicit AroundModel(QObject* parent = nullptr);
    /// Places that are none of the sides: nothing. `wrong`: the mark of what is outside the tolerance.
    void setPlace(Sides sides, const Place& place, const tensor::Tolerance& tolerance, Mark wrong = Mark::Differ);
    void clear();
    /// -1: none.
    int rowOfPlace() const { return m_placeRow; }

    std::span<const Column> columns() const override { return m_columns; }
    int rows() const override { return static_cast<int>(m_cells.size()); }
    Cell cell(int row, int column) const override {
        return m_cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
    Address address(int) const override { return {}; }

private:
    static constexpr int kWide = 2 * kSideways + 1, kColumns = 2 * (kWide + 1);
    using Row = std::array<Cell, kColumns>;
    Row makeRow(const Place& first, const tensor::Tolerance& tolerance) const;
    void nameColumns(std::int64_t first, int count, std::int64_t current);

    Sides m_sides;
    Mark m_wrong = Mark::Differ;
    std::array<QByteArray, kColumns> m_titles;
    std::array<Column, kColumns> m_columns;
    std::vector<Row> m_cells;
    int m_shown = 0;  ///< columns of each side
    int m_placeRow = -1;
};

}  // namespace etscope::ui
