#include "models/table_filter.h"

#include <numeric>

namespace etscope::ui {
void TableFilter::setTable(TableModel* table) {
    m_table = table;
    m_order = {};
    connect(table, &QAbstractItemModel::modelReset, this, [this] { arrange(true); });
    setSourceModel(table);
    arrange(true);
}

void TableFilter::setQuery(const QString& query) {
    m_text = query;
    m_order.query = TableQuery(query, m_table->columns());
    arrange(false);
}

void TableFilter::sort(int column, Qt::SortOrder direction) {
    if (column == m_order.column && direction == m_order.direction) return;
    m_order.column = column;
    m_order.direction = direction;
    arrange(false);
}

void TableFilter::arrange(bool replaced) {
    m_job.cancel();
    // Percentiles are those of the new rows.
    m_order.query = TableQuery(m_text, m_table->columns());
    const int rows = m_table->rows();
    const CellReader shared = m_table->sharedReader();
    if (rows <= kAtOnce || !shared) {
        const auto cell = [this](int row, int column) { return m_table->cell(row, column); };
        return show(*arrangedRows(cell, rows, m_order), replaced);
    }
    if (replaced) {
        std::vector<int> all(static_cast<std::size_t>(rows));
        std::iota(all.begin(), all.end(), 0);
        show(std::move(all), true);
        if (m_order.query.empty() && m_order.column < 0) return;
    }
    m_job.start(
        tr("Arranging rows"),
        [shared, rows, order = m_order](const JobContext& job) { return arrangedRows(shared, rows, order, job); },
        [this](Result<std::vector<int>> arranged) {
            if (arranged) show(*std::move(arranged), false);
        });
}

void TableFilter::show(std::vector<int> rows, bool replaced) {
    beginResetModel();
    m_rows = std::move(rows);
    m_places.assign(static_cast<std::size_t>(m_table->rows()), -1);
    for (std::size_t i = 0; i < m_rows.size(); ++i) m_places[static_cast<std::size_t>(m_rows[i])] = static_cast<int>(i);
    endResetModel();
    if (!replaced) emit arranged();
}

int TableFilter::tableRow(int shown) const {
    return shown < 0 || shown >= static_cast<int>(m_rows.size()) ? -1 : m_rows[static_cast<std::size_t>(shown)];
}

int TableFilter::shownRow(int row) const {
    return row < 0 || row >= static_cast<int>(m_places.size()) ? -1 : m_places[static_cast<std::size_t>(row)];
}

QModelIndex TableFilter::index(int row, int column, const QModelIndex& parent) const {
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int TableFilter::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }

int TableFilter::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || m_table == nullptr ? 0 : m_table->columnCount();
}

QVariant TableFilter::headerData(int section, Qt::Orientation orientation, int role) const {
    return m_table == nullptr ? QVariant() : m_table->headerData(section, orientation, role);
}

QModelIndex TableFilter::mapToSource(const QModelIndex& shown) const {
    const int row = shown.isValid() ? tableRow(shown.row()) : -1;
    return row < 0 ? QModelIndex() : m_table->index(row, shown.column());
}

QModelIndex TableFilter::mapFromSource(const QModelIndex& row) const {
    const int shown = row.isValid() ? shownRow(row.row()) : -1;
    return shown < 0 ? QModelIndex() : index(shown, row.column());
}

}  // namespace etscope::ui
