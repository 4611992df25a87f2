#include "charts/output_matrix.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/address.h"
#include "models/table_model.h"

namespace etscope::ui {

Mark pairMark(compare::PairState state) {
    switch (state) {
        case compare::PairState::Match: return Mark::Match;
        case compare::PairState::Differ: return Mark::Differ;
        case compare::PairState::ShapeMismatch:
        case compare::PairState::TypeMismatch: return Mark::Incomparable;
        case compare::PairState::Unreadable: return Mark::Unreadable;
        default: return Mark::Missing;
    }
}

QString pairWord(compare::PairState state) { return word(text(pairStateName(state)).replace(QLatin1Char('_'), QLatin1Char(' '))); }

QString columnTitle(qint64 column) {
    return column < 0 ? QObject::tr("run %1").arg(-1 - column) : QObject::tr("case %1").arg(column);
}

Mark OutputMatrix::markOf(const CellInfo& cell) {
    return cell.expected && cell.state == compare::PairState::Differ ? Mark::Warning : pairMark(cell.state);
}

OutputMatrix::OutputMatrix(QWidget* parent) : MatrixView(parent) {
    introduce("outputMatrix", tr("Outputs by method, output and case"));
    makeRoom();
}

/// For the longest number that floatText() writes, and for what says more: "0.0114 + 8 not finite".
void OutputMatrix::makeRoom() {
    const QFontMetrics metrics(smallFont());
    const QString number = QStringLiteral("−8.888e−888");
    int widest = metrics.horizontalAdvance(number);
    for (const CellInfo& cell : m_cells)
        if (cell.value.size() > number.size()) widest = std::max(widest, metrics.horizontalAdvance(cell.value));
    setRoom(widest + 5, 6, 0);
}

void OutputMatrix::setCells(std::vector<CellInfo> cells) {
    m_cells = std::move(cells);
    std::map<std::pair<QString, qint64>, std::size_t> known;
    std::vector<std::pair<int, QStringList>> rows;  // rank and labels
    std::vector<std::size_t> rowOf;
    // Cases, then runs of none; and which of the runs that the case fed.
    using Column = std::tuple<bool, qint64, int>;
    const auto columnOf = [](qint64 number, int again) { return Column(number < 0, std::abs(number), again); };
    std::map<std::tuple<QString, qint64, qint64>, int> met;
    std::vector<Column> columnsOf, cases;
    std::map<Column, std::set<std::size_t>> runs;
    for (const CellInfo& cell : m_cells) {
        columnsOf.push_back(columnOf(cell.caseIndex, met[{cell.method, cell.output, cell.caseIndex}]++));
        cases.push_back(columnsOf.back());
        if (cell.run) runs[cases.back()].insert(*cell.run);
        const auto [hit, isNew] = known.try_emplace({cell.method, cell.output}, rows.size());
        if (isNew) rows.push_back({cell.rank, {cell.method, cell.outputName}});
        rows[hit->second].first = std::max(rows[hit->second].first, cell.rank);
        rowOf.push_back(hit->second);
    }
    std::sort(cases.begin(), cases.end());
    cases.erase(std::unique(cases.begin(), cases.end()), cases.end());
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater(), [&](std::size_t row) { return rows[row].first; });
    Matrix matrix{{tr("Method"), tr("Output")}, {}, {}, {}};
    std::vector<int> shownAt(rows.size());
    for (const std::size_t row : order) {
        shownAt[row] = static_cast<int>(matrix.rows.size());
        matrix.rows.push_back(rows[row].second);
    }
    for (std::size_t at = 0; at < cases.size(); ++at) {
        const Column& column = cases[at];
        const auto& [isRun, number, again] = column;
        const QString title = columnTitle(isRun ? -number : number);
        const bool several = again > 0 || (at + 1 < cases.size() && std::get<2>(cases[at + 1]) > 0);
        // Which run that was; methods that share the column may each have another one.
        const bool one = runs[column].size() == 1;
        matrix.columns.append(!several ? title
                              : one    ? tr("%1 · run %2").arg(title).arg(*runs[column].begin())
                                       : tr("%1 · time %2").arg(title).arg(again + 1));
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const auto column = std::ranges::lower_bound(cases, columnsOf[i]) - cases.begin();
        matrix.cells.push_back({{shownAt[rowOf[i]], static_cast<int>(column)}, markOf(m_cells[i]), m_cells[i].value});
    }
    makeRoom();
    setMatrix(std::move(matrix));
}

QString OutputMatrix::nameOf(std::size_t cell) const {
    const CellInfo& info = m_cells[cell];
    QString column = columnTitle(info.caseIndex);
    if (info.run && info.caseIndex >= 0) column = tr("%1 · run %2").arg(column).arg(*info.run);
    return tr("%1 · output %2 · %3: %4").arg(info.method, info.outputName, column, pairWord(info.state));
}

QString OutputMatrix::tooltipOf(std::size_t cell) const { return nameOf(cell) + QLatin1Char('\n') + m_cells[cell].value; }

QStringList OutputMatrix::tsvTitles() const { return {tr("method"), tr("output"), tr("case"), tr("state"), tr("value")}; }

QStringList OutputMatrix::tsvCells(std::size_t cell) const {
    const CellInfo& info = m_cells[cell];
    return {info.method, info.outputName, info.caseIndex < 0 ? columnText(info.caseIndex) : QString::number(info.caseIndex),
            pairWord(info.state), copiedText({.text = info.value})};
}

}  // namespace etscope::ui
