// TypedTable: the columns of a table, each with what makes its cell of a row, which is a value of one type. Cells are made when
// they are asked for, in any thread. Tables live as long as the program.
#pragma once

#include "models/rows.h"

namespace etscope::ui {

template <class Row>
struct TypedColumn {
    Column column;
    Cell (*cell)(const Row& row);
};

template <class Row>
class TypedTable {
public:
    TypedTable(std::initializer_list<TypedColumn<Row>> all) {
        for (const TypedColumn<Row>& one : all) m_columns.push_back(one.column), m_cells.push_back(one.cell);
    }

    std::span<const Column> columns() const { return m_columns; }
    Cell cell(const Row& row, int column) const { return m_cells[static_cast<std::size_t>(column)](row); }
    /// `addressOf` is asked for each row now, in their order; `held`: what rows point to.
    template <class AddressOf>
    Rows rows(std::vector<Row> all, AddressOf addressOf, std::shared_ptr<const void> held = nullptr) const {
        Rows rows;
        for (const Row& one : all) rows.addresses.push_back(addressOf(one));
        rows.made = [this, held = std::move(held), all = std::make_shared<const std::vector<Row>>(std::move(all))](
                        int row, int column) { return cell((*all)[static_cast<std::size_t>(row)], column); };
        return rows;
    }

private:
    std::vector<Column> m_columns;
    std::vector<Cell (*)(const Row&)> m_cells;
};

}  // namespace etscope::ui
