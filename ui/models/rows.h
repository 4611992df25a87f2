// Rows: a finished table as values, made in any thread, and what a chart above it shows of them; RowsModel shows them. The model in
// the GUI thread only.
#pragma once

#include <QHash>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "look/marks.h"
#include "models/table_model.h"

namespace etscope::ui {

/// A mark of the chart above a table.
struct ChartPoint {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    double x = 0, y = 0;
    bool bad = false;  ///< outside the tolerance
    QString tooltip;
    Address address;
    double own = kNone;        ///< what the call did itself, of what rounding may do
    Mark judged = Mark::None;  ///< of that: Match, Warning, Differ
    QString wrong;             ///< of the call that is at fault: what its flag says; of all others empty
    double normal = kNone;     ///< up to which rounding alone may have led here
};

/// What a stretch of a chart's x axis belongs to, both ends included.
struct ChartBand {
    double from = 0, to = 0;
    QString name;
};

/// What a page says in place of rows.
struct Nothing {
    QString what, why, todo;
};

/// Finished rows, one address (may be none) each.
struct Rows {
    std::vector<std::vector<Cell>> cells;  ///< of tables of few rows
    CellReader made;                       ///< of all others: makes a cell when it is asked for, in any thread
    std::vector<Address> addresses;
    std::vector<int> parents;                        ///< the row that each stands under, −1: none; empty: no row does
    std::map<std::size_t, QList<FileInside>> opens;  ///< row → files inside
    std::map<std::size_t, QList<RowLink>> links;     ///< row → what else it leads to
    std::map<int, QString> titles;                   ///< of columns that say more than their own
    std::vector<unsigned> choices;     ///< of each row, where a page has a choice: a bit for each that shows it, but for the first
    std::vector<ChartPoint> points;    ///< for pages with a chart that is made of the rows
    std::vector<ChartBand> bands;      ///< the same, in their order
    QString bandsOf;                   ///< what bands are: "layers"
    QString summary;                   ///< beside the filter line
    std::vector<std::size_t> blamed;   ///< rows that are at fault, in their order
    std::optional<std::size_t> first;  ///< where the table begins to be of interest
    Mark finding = Mark::None;         ///< the worst one, for the page's tab
    std::optional<Nothing> nothing;    ///< why there are no rows though the files are there

    /// Makes rows quick to find by their addresses; part of making many of them.
    void index();
    /// The first row with that address, else with the one that it stands for; −1: none.
    int rowOf(const Address& address) const;
    /// Where no row has the address, it leads to the one with that other address; the first one said counts.
    void alias(const Address& address, const Address& row) {
        if (!aliases.contains(address)) aliases.insert(address, row);
    }

    std::vector<std::pair<std::size_t, int>> places;  ///< by index(): hash of an address and its row, sorted
    QHash<Address, Address> aliases;                  ///< what else leads to a row, and the row's own address

    void add(std::vector<Cell> row, Address address = {}) {
        cells.push_back(std::move(row));
        addresses.push_back(std::move(address));
    }
    std::size_t size() const { return addresses.size(); }
    bool empty() const { return addresses.empty(); }
    Cell cell(int row, int column) const {
        return made ? made(row, column) : cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    }
};

class RowsModel : public TableModel {
    Q_OBJECT
public:
    RowsModel(std::span<const Column> columns, QObject* parent) : TableModel(parent), m_columns(columns) {}
    void setRows(Rows rows);
    const Rows& content() const& { return *m_rows; }
    const Rows& content() const&& = delete;
    std::span<const Column> columns() const override { return m_columns; }
    QString titleOf(int column) const override {
        const auto hit = m_rows->titles.find(column);
        return hit == m_rows->titles.end() ? TableModel::titleOf(column) : hit->second;
    }
    int rows() const override { return static_cast<int>(m_rows->size()); }
    Cell cell(int row, int column) const override { return m_rows->cell(row, column); }
    CellReader sharedReader() const override {
        return [rows = m_rows](int row, int column) { return rows->cell(row, column); };
    }
    RowParents parents() const override { return m_rows->parents.empty() ? RowParents() : RowParents(m_rows, &m_rows->parents); }
    Address address(int row) const override { return m_rows->addresses[static_cast<std::size_t>(row)]; }
    int rowOf(const Address& address) const override { return m_rows->rowOf(address); }
    QList<FileInside> filesInside(int row) const override {
        const auto hit = m_rows->opens.find(static_cast<std::size_t>(row));
        return hit == m_rows->opens.end() ? QList<FileInside>() : hit->second;
    }
    QList<RowLink> links(int row) const override {
        const auto hit = m_rows->links.find(static_cast<std::size_t>(row));
        return hit == m_rows->links.end() ? QList<RowLink>() : hit->second;
    }

private:
    std::span<const Column> m_columns;
    std::shared_ptr<const Rows> m_rows = std::make_shared<const Rows>();
};

}  // namespace etscope::ui
