// Which rows a table shows, and in which order: a query's terms and a column to sort by, over cells, give a permutation. Any
// thread, as far as the cells' reader allows.
#pragma once

#include <set>
#include <vector>

#include "base/job_context.h"
#include "models/table_model.h"
#include "view/query.h"

namespace etscope::ui {

/// A filter line's text (the language of core/view/query.h). Keys are the titles of columns, in lower case with _ for blanks,
/// in English or in the language shown;
/// `column>number` and `column>p90` compare the values that are sorted by; of cells with a span `column:number` asks whether the
/// number lies in it.
class TableQuery {
public:
    TableQuery() = default;
    TableQuery(const QString& text, std::span<const Column> columns);
    bool empty() const noexcept { return m_terms.empty(); }
    /// Those that cannot be used; they do not filter.
    const std::vector<view::QueryTerm>& wrong() const noexcept { return m_wrong; }
    /// Terms of percentiles become numbers of these rows.
    void resolve(const CellReader& cell, int rows, const JobContext& job = {});
    bool holds(const CellReader& cell, int row) const;

private:
    struct Term {
        view::QueryTerm query;
        int column = -1;  ///< −1: all
    };
    bool holds(const Term& term, const CellReader& cell, int row) const;

    std::vector<Term> m_terms;
    std::vector<view::QueryTerm> m_wrong;
    int m_columns = 0;
};

struct TableOrder {
    TableQuery query;
    int column = -1;  ///< −1: as the table has them
    Qt::SortOrder direction = Qt::AscendingOrder;
    RowParents parents;  ///< null: no row stands under another
    std::set<int> open;  ///< rows under which is seen what stands there
};

/// Rows that the query holds for, sorted: numbers before texts, what is missing last in both directions, equal ones as the table
/// has them. Where rows stand under others, those at the top are sorted, and behind each stands what is under it as the table has
/// it: as far as rows are open; of a query what it holds for, what that stands under, and what of open rows is under it. Errors:
/// `cancelled`.
Result<std::vector<int>> arrangedRows(const CellReader& cell, int rows, TableOrder order, const JobContext& job = {});

}  // namespace etscope::ui
