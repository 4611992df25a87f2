#include "models/table_filter.h"

#include <algorithm>
#include <numeric>

namespace etscope::ui {
void TableFilter::setTable(TableModel* table) {
    m_table = table;
    m_order = {};
    connect(table, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_opened.clear();
        for (const int row : m_order.open) m_opened.push_back(m_table->address(row));
    });
    connect(table, &QAbstractItemModel::modelReset, this, [this] {
        reopen();
        arrange(Change::Replaced);
    });
    setSourceModel(table);
    arrange(Change::Replaced);
}

void TableFilter::setQuery(const QString& query) {
    m_text = query;
    m_order.query = TableQuery(query, m_table->columns());
    arrange(Change::Filtered);
}

void TableFilter::sort(int column, Qt::SortOrder direction) {
    if (column == m_order.column && direction == m_order.direction) return;
    m_order.column = column;
    m_order.direction = direction;
    arrange(Change::Sorted);
}

void TableFilter::arrange(Change change) {
    m_change = m_job.running() ? std::min(change, m_change) : change;  // what has not been told yet is told with it
    m_job.cancel();
    // Percentiles are those of the new rows.
    m_order.query = TableQuery(m_text, m_table->columns());
    m_order.parents = m_table->parents();
    const int rows = m_table->rows();
    const CellReader shared = m_table->sharedReader();
    if (rows <= kAtOnce || !shared) {
        const auto cell = [this](int row, int column) { return m_table->cell(row, column); };
        return show(*arrangedRows(cell, rows, m_order), m_change);
    }
    if (change == Change::Replaced) {  // at first as the table has them
        std::vector<int> all(static_cast<std::size_t>(rows));
        std::iota(all.begin(), all.end(), 0);
        if (isTree()) std::erase_if(all, [this](int row) { return parentOf(row) >= 0; });
        show(std::move(all), change);
        m_change = Change::Filtered;
        if (m_order.query.empty() && m_order.column < 0 && m_order.open.empty()) return;
    }
    m_job.start(
        tr("Arranging rows"),
        [shared, rows, order = m_order](const JobContext& job) { return arrangedRows(shared, rows, order, job); },
        [this](Result<std::vector<int>> arranged) {
            if (arranged) show(*std::move(arranged), m_change);
        });
}

void TableFilter::reopen() {
    m_order.open.clear();
    m_order.parents = m_table->parents();
    for (const Address& one : m_opened)
        if (const int row = one.valid() ? m_table->rowOf(one) : -1; row >= 0 && hasUnder(row)) m_order.open.insert(row);
}

void TableFilter::place(std::vector<int> rows) {
    m_rows = std::move(rows);
    m_places.assign(static_cast<std::size_t>(m_table->rows()), -1);
    for (std::size_t i = 0; i < m_rows.size(); ++i) m_places[static_cast<std::size_t>(m_rows[i])] = static_cast<int>(i);
}

void TableFilter::show(std::vector<int> rows, Change change) {
    const bool same = change == Change::Sorted && rows.size() == m_rows.size() &&
                      std::ranges::all_of(rows, [this](int row) { return shownRow(row) >= 0; });
    if (same) {
        emit layoutAboutToBeChanged({}, VerticalSortHint);
        const QModelIndexList before = persistentIndexList();
        std::vector<int> moved;
        for (const QModelIndex& index : before) moved.push_back(tableRow(index.row()));
        place(std::move(rows));
        QModelIndexList after;
        for (qsizetype i = 0; i < before.size(); ++i)
            after.append(index(shownRow(moved[static_cast<std::size_t>(i)]), before[i].column()));
        changePersistentIndexList(before, after);
        emit layoutChanged({}, VerticalSortHint);
    } else {
        beginResetModel();
        place(std::move(rows));
        endResetModel();
    }
    if (change != Change::Replaced) emit arranged();
}

bool TableFilter::hasUnder(int row) const {
    return isTree() && static_cast<std::size_t>(row) + 1 < m_order.parents->size() && parentOf(row + 1) == row;
}

std::vector<int> TableFilter::reachableRows() const {
    if (!isTree() || !m_order.query.empty()) return m_rows;
    std::vector<int> rows;
    for (const int top : m_rows) {
        if (parentOf(top) >= 0) continue;
        rows.push_back(top);
        for (int row = top + 1; row < m_table->rows() && parentOf(row) >= 0; ++row) rows.push_back(row);
    }
    return rows;
}

void TableFilter::setOpen(int row, bool open) {
    if (!hasUnder(row) || m_order.open.contains(row) == open) return;
    open ? static_cast<void>(m_order.open.insert(row)) : static_cast<void>(m_order.open.erase(row));
    arrange(Change::Filtered);
}

void TableFilter::setAllOpen(bool open) {
    m_order.open.clear();
    for (int row = 0; open && row < m_table->rows(); ++row)
        if (hasUnder(row)) m_order.open.insert(m_order.open.end(), row);
    arrange(Change::Filtered);
}

void TableFilter::uncover(int row) {
    const std::size_t before = m_order.open.size();
    if (row < 0 || shownRow(row) >= 0) return;
    for (int around = parentOf(row); around >= 0; around = parentOf(around)) m_order.open.insert(around);
    if (m_order.open.size() != before) arrange(Change::Filtered);
}

/// FoldRole: 0 folded, 1 open, nothing: nothing stands under it. DepthRole: how many rows it stands under, nothing in a flat table.
QVariant TableFilter::data(const QModelIndex& index, int role) const {
    if (role == Qt::AccessibleDescriptionRole)
        if (const QVariant open = data(index, FoldRole); open.isValid()) return open.toInt() != 0 ? tr("unfolded") : tr("folded");
    if (role != FoldRole && role != DepthRole) return QAbstractProxyModel::data(index, role);
    const int row = index.isValid() && isTree() ? tableRow(index.row()) : -1;
    if (row < 0) return {};
    if (role == FoldRole) return hasUnder(row) ? QVariant(m_order.open.contains(row) ? 1 : 0) : QVariant();
    int depth = 0;
    for (int around = parentOf(row); around >= 0; around = parentOf(around)) ++depth;
    return depth;
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
