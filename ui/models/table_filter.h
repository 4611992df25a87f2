// TableFilter: the rows of a table that are shown, in their order. Small tables are arranged at once, large ones in a job while the
// rows before stay. The same rows in another order are a change of the layout; other rows are a reset. Rows of a table that is
// replaced stay open by their addresses. GUI thread only.
#pragma once

#include <QAbstractProxyModel>

#include "jobs/job.h"
#include "models/table_order.h"

namespace etscope::ui {

class TableFilter : public QAbstractProxyModel {
    Q_OBJECT
public:
    using QAbstractProxyModel::QAbstractProxyModel;
    void setTable(TableModel* table);
    TableModel* table() const { return m_table; }
    void setQuery(const QString& query);
    const QString& query() const { return m_text; }
    const std::vector<view::QueryTerm>& wrongTerms() const { return m_order.query.wrong(); }
    bool arranging() const { return m_job.running(); }
    /// Of the table; −1: hidden, or none.
    int tableRow(int shown) const;
    int shownRow(int row) const;
    /// Of the table, in the order in which they are shown.
    const std::vector<int>& rows() const { return m_rows; }
    /// The same with what is folded under them: all that can be gone to. Of a query what is shown: all that it holds for is.
    std::vector<int> reachableRows() const;
    /// Whether rows stand under others.
    bool isTree() const { return m_order.parents != nullptr; }
    /// Shows what stands under a row of the table, or hides it.
    void setOpen(int row, bool open);
    void setAllOpen(bool open);
    bool isOpen(int row) const { return m_order.open.contains(row); }
    /// Opens what the row of the table stands under.
    void uncover(int row);
    int parentOf(int row) const { return isTree() ? (*m_order.parents)[static_cast<std::size_t>(row)] : -1; }
    QVariant data(const QModelIndex& index, int role) const override;
    /// Rows up to which something may be done with all of them at once.
    static constexpr int kAtOnce = 5000;

    void sort(int column, Qt::SortOrder direction = Qt::AscendingOrder) override;
    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    QModelIndex mapToSource(const QModelIndex& shown) const override;
    QModelIndex mapFromSource(const QModelIndex& row) const override;

signals:
    /// Other rows or another order of the same table, after the reset or the change of the layout.
    void arranged();

private:
    /// Sorted: the rows may be the same in another order.
    enum class Change : std::uint8_t { Replaced, Filtered, Sorted };
    void arrange(Change change);
    bool hasUnder(int row) const;
    /// What was open before the table was replaced.
    void reopen();
    void show(std::vector<int> rows, Change change);
    void place(std::vector<int> rows);

    TableModel* m_table = nullptr;
    QString m_text;
    TableOrder m_order;
    std::vector<Address> m_opened;  ///< rows that are open, while the table is replaced
    std::vector<int> m_rows, m_places;  ///< shown → table, table → shown or −1
    Change m_change = Change::Sorted;   ///< what the job is for
    Job<std::vector<int>> m_job{this};
};

}  // namespace etscope::ui
