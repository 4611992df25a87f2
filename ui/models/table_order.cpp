#include "models/table_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace etscope::ui {
namespace {

constexpr int kBetweenPolls = 4096;

/// What a cell is sorted by, as a number; NaN: it is none.
double numberOf(const Cell& cell) {
    bool number = false;
    const double value = sortKey(cell).toDouble(&number);
    return number ? value : std::numeric_limits<double>::quiet_NaN();
}

struct Key {
    enum class Kind : std::uint8_t { Number, Text, Missing } kind = Kind::Missing;
    double number = 0;
    QString text;
};

Key keyOf(const Cell& cell) {
    const QVariant value = sortKey(cell);
    if (!value.isValid()) return {};
    if (value.typeId() != QMetaType::QString)
        if (const double number = numberOf(cell); !std::isnan(number)) return {Key::Kind::Number, number, {}};
    return {Key::Kind::Text, 0, value.toString()};
}

bool less(const Key& a, const Key& b) {
    if (a.kind != b.kind) return a.kind < b.kind;
    return a.kind == Key::Kind::Number ? a.number < b.number : a.text < b.text;
}

}  // namespace

TableQuery::TableQuery(const QString& text, std::span<const Column> columns) : m_columns(static_cast<int>(columns.size())) {
    std::vector<std::string> keys;
    std::vector<int> columnOf;  // each key
    const auto add = [&](const QString& key, std::size_t column) {
        if (std::ranges::find(keys, key.toStdString()) != keys.end()) return;
        keys.push_back(key.toStdString());
        columnOf.push_back(static_cast<int>(column));
    };
    for (std::size_t c = 0; c < columns.size(); ++c) add(columnKey(columns[c]), c);
    for (std::size_t c = 0; c < columns.size(); ++c) add(queryKey(shownTitle(columns[c])), c);
    for (view::QueryTerm& parsed : view::parseQuery(text.toStdString(), {keys.begin(), keys.end()})) {
        // A word without a key is looked for in all columns; a column of marks may have no title.
        const auto key = parsed.key.empty() ? keys.end() : std::ranges::find(keys, parsed.key);
        if (!parsed.error.empty())
            m_wrong.push_back(std::move(parsed));
        else
            m_terms.push_back({std::move(parsed), key == keys.end() ? -1 : columnOf[static_cast<std::size_t>(key - keys.begin())]});
    }
}

void TableQuery::resolve(const CellReader& cell, int rows, const JobContext& job) {
    for (Term& term : m_terms) {
        if (!term.query.percentile) continue;
        std::vector<double> values;
        for (int row = 0; row < rows && !job.cancelled(); ++row) values.push_back(numberOf(cell(row, term.column)));
        term.query.number = view::percentile(std::move(values), term.query.number);
        term.query.percentile = false;
    }
}

namespace {

/// As it is shown, or, where that is a shortened name, as a whole; digits of numbers that are not shown say nothing.
bool saysIt(const view::QueryTerm& term, const Cell& cell) {
    const bool shortened = !cell.copy.isEmpty() && !cell.sort.isValid();
    return term.matches(spokenText(cell).toStdString()) || (shortened && term.matches(cell.copy.toStdString()));
}

}  // namespace

bool TableQuery::holds(const Term& term, const CellReader& cell, int row) const {
    if (term.query.comparison != view::Comparison::None) return term.query.matches(numberOf(cell(row, term.column)));
    if (term.column >= 0 && term.query.pattern == nullptr)
        if (const auto span = cell(row, term.column).span) {
            bool isNumber = false;
            const double at = QString::fromStdString(term.query.text).toDouble(&isNumber);
            if (isNumber) return span->first <= at && at <= span->second;
        }
    const int first = std::max(term.column, 0), end = term.column < 0 ? m_columns : term.column + 1;
    for (int column = first; column < end; ++column)
        if (saysIt(term.query, cell(row, column))) return true;
    return false;
}

bool TableQuery::holds(const CellReader& cell, int row) const {
    return std::ranges::all_of(m_terms, [&](const Term& term) { return holds(term, cell, row) != term.query.negated; });
}

namespace {

/// Of each row whether it is seen: by what the query holds for and which rows are open.
std::vector<char> seenInTree(const std::vector<char>& holds, const TableOrder& order) {
    const std::vector<int>& parents = *order.parents;
    std::vector<char> around = holds, under(holds.size(), 0), opened(holds.size(), 0), seen(holds.size(), 0);
    for (std::size_t row = holds.size(); row-- > 0;)
        if (parents[row] >= 0 && around[row] != 0) around[static_cast<std::size_t>(parents[row])] = 1;
    for (std::size_t row = 0; row < holds.size(); ++row) {
        const bool top = parents[row] < 0;
        const auto parent = static_cast<std::size_t>(std::max(0, parents[row]));
        const bool inOpen = top || opened[parent] != 0;
        under[row] = static_cast<char>(!top && (holds[parent] != 0 || under[parent] != 0));
        opened[row] = static_cast<char>(inOpen && order.open.contains(static_cast<int>(row)));
        const bool found = around[row] != 0 && (top || !order.query.empty());
        seen[row] = static_cast<char>(found || (inOpen && (around[row] != 0 || under[row] != 0)));
    }
    return seen;
}

/// Behind each row at the top what is seen under it.
std::vector<int> withWhatIsUnder(const std::vector<int>& top, const std::vector<char>& seen, const std::vector<int>& parents) {
    std::vector<int> rows;
    for (const int first : top) {
        rows.push_back(first);
        for (std::size_t row = static_cast<std::size_t>(first) + 1; row < parents.size() && parents[row] >= 0; ++row)
            if (seen[row] != 0) rows.push_back(static_cast<int>(row));
    }
    return rows;
}

/// Of each row whether the query holds for it.
Result<std::vector<char>> held(const CellReader& cell, int rows, const TableQuery& query, const JobContext& job) {
    std::vector<char> holds(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) {
        if (row % kBetweenPolls == 0 && job.cancelled()) return cancelledFailure();
        holds[static_cast<std::size_t>(row)] = static_cast<char>(query.holds(cell, row));
    }
    return holds;
}

Result<std::vector<int>> sorted(const CellReader& cell, std::vector<int> shown, const TableOrder& order, const JobContext& job) {
    if (order.column < 0 || shown.empty()) return shown;
    std::vector<Key> keys(static_cast<std::size_t>(std::ranges::max(shown)) + 1);
    int polled = 0;
    for (const int row : shown) {
        if (polled++ % kBetweenPolls == 0 && job.cancelled()) return cancelledFailure();
        keys[static_cast<std::size_t>(row)] = keyOf(cell(row, order.column));
    }
    const bool descending = order.direction == Qt::DescendingOrder;
    std::ranges::stable_sort(shown, [&](int left, int right) {
        const Key &a = keys[static_cast<std::size_t>(left)], &b = keys[static_cast<std::size_t>(right)];
        const bool missing = a.kind == Key::Kind::Missing, other = b.kind == Key::Kind::Missing;
        if (missing || other) return !missing;
        return descending ? less(b, a) : less(a, b);
    });
    return shown;
}

}  // namespace

Result<std::vector<int>> arrangedRows(const CellReader& cell, int rows, TableOrder order, const JobContext& job) {
    order.query.resolve(cell, rows, job);
    auto seen = held(cell, rows, order.query, job);
    if (!seen) return seen.failure();
    const std::vector<int>* parents = order.parents.get();
    if (parents != nullptr) *seen = seenInTree(*seen, order);
    std::vector<int> shown;
    for (int row = 0; row < rows; ++row)
        if ((*seen)[static_cast<std::size_t>(row)] != 0 && (parents == nullptr || (*parents)[static_cast<std::size_t>(row)] < 0))
            shown.push_back(row);
    auto inOrder = sorted(cell, std::move(shown), order, job);
    if (!inOrder || parents == nullptr) return inOrder;
    return withWhatIsUnder(*inOrder, *seen, *parents);
}

}  // namespace etscope::ui
