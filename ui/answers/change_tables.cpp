#include "answers/change_tables.h"

#include <algorithm>
#include <cmath>

#include "answers/diff_cells.h"
#include "answers/tables.h"
#include "compare/output_changes.h"
#include "findings/cost_changes.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using compare::ChangeState;
using compare::Standing;
using compare::ValueChange;
using findings::CostChange;
using findings::CostUnit;

/// A sum that no 64 bits hold stays below 2^64 as a number, too.
constexpr double kMostAmount = 9e18;

Cell standingCell(const std::optional<Standing>& standing) {
    if (!standing || standing->compared == 0) return noCell(QObject::tr("no case has a reference"));
    const bool all = standing->match == standing->compared;
    Cell cell;
    cell.text = QObject::tr("%1 of %n case(s) match", nullptr, counted(standing->compared)).arg(countText(standing->match));
    cell.mark = all ? Mark::Match : Mark::Differ;
    cell.sort = static_cast<double>(standing->match) / static_cast<double>(standing->compared);
    return cell;
}

Cell outcomeCell(const ValueChange& change) {
    if (change.state != ChangeState::Changed) return diff::stateCell(change.state);
    const int standing = compare::standingChange(change);
    Cell cell;
    cell.text = standing < 0   ? QObject::tr("agrees less")
                : standing > 0 ? QObject::tr("agrees better")
                               : QObject::tr("other values");
    cell.mark = standing < 0 ? Mark::Differ : standing > 0 ? Mark::Match : Mark::Changed;
    cell.sort = standing;
    cell.strong = standing < 0;
    return cell;
}

QString amountText(CostUnit unit, double amount) {
    switch (unit) {
        case CostUnit::Bytes: return bytesText(static_cast<std::uint64_t>(std::min(amount, kMostAmount)));
        case CostUnit::Ticks: return durationText(amount);
        case CostUnit::Count: break;
    }
    return countText(static_cast<std::uint64_t>(std::min(amount, kMostAmount)));
}

Cell amountCell(const CostChange& change, const std::optional<double>& amount, const std::optional<std::size_t>& runs) {
    if (!amount) return noCell(QObject::tr("not known of this export, or it has none"));
    Cell cell{.text = amountText(change.unit, *amount), .sort = *amount};
    if (runs) cell.tooltip = QObject::tr("median of %n run(s); ticks taken as ns", nullptr, counted(*runs));
    return cell;
}

Cell ratioCell(const CostChange& change) {
    const auto ratio = change.ratio();
    if (!ratio) {
        const bool fresh = change.before && *change.before == 0 && change.after && *change.after > 0;
        return fresh ? Cell{.text = QStringLiteral("+%1").arg(amountText(change.unit, *change.after)), .sort = 1e9} : noCell();
    }
    Cell cell{.sort = *ratio};
    const double percent = 100 * (*ratio - 1);
    if (std::abs(percent) > 0 && std::abs(percent) < 0.05)
        cell.text = QObject::tr("< 0.1 %");
    else if (percent == 0)
        cell.text = QObject::tr("the same"), cell.dim = true;
    else
        cell.text = QObject::tr("%1 %").arg((percent > 0 ? QStringLiteral("+") : QStringLiteral("−")) +
                                            QString::number(std::abs(percent), 'f', std::abs(percent) < 10 ? 1 : 0));
    return cell;
}

QString summaryOf(const std::vector<ValueChange>& outputs) {
    const auto worse = std::ranges::count_if(outputs, [](const ValueChange& one) { return compare::standingChange(one) < 0; });
    const QString all = QObject::tr("%n output(s) that are not the same", nullptr, counted(outputs.size()));
    return worse == 0 ? all : QObject::tr("%1, %n of them agree less", nullptr, static_cast<int>(worse)).arg(all);
}

}  // namespace

const TypedTable<ValueChange>& Tables::diffOutputs() {
    using Row = ValueChange;
    static const TypedTable<Row> kTable{
        {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 16}, [](const Row& row) { return diff::nameCell(row.method); }},
        {{QT_TR_NOOP("Output"), QT_TR_NOOP("By its number"), kNumber, 8},
         [](const Row& row) { return row.output < 0 ? noCell() : countCell(static_cast<std::uint64_t>(row.output)); }},
        {{QT_TR_NOOP("Became"), QT_TR_NOOP("By the share of the cases that agree with the references"), kPlain, 14}, outcomeCell},
        {{QT_TR_NOOP("Before"), QT_TR_NOOP("Against the references of the other export"), kPlain, 18},
         [](const Row& row) { return standingCell(row.before); }},
        {{QT_TR_NOOP("After"), QT_TR_NOOP("Against the references of this session"), kPlain, 18},
         [](const Row& row) { return standingCell(row.after); }},
        {{"max |d|", QT_TR_NOOP("Largest |after − before| of all cases"), kNumber, 10},
         [](const Row& row) { return row.maxAbs ? numberCell(*row.maxAbs) : noCell(); }},
        {{QT_TR_NOOP("What changed"), QT_TR_NOOP("Before → after; the tooltip has a line for each change")}, [](const Row& row) {
             const QStringList words = diff::changeWords(row.changes);
             return Cell{.text = words.join(QStringLiteral("; ")), .tooltip = words.join(QLatin1Char('\n'))};
         }}};
    return kTable;
}

const TypedTable<CostChange>& Tables::diffCost() {
    using Row = CostChange;
    static const TypedTable<Row> kTable{
        {{QT_TR_NOOP("What"), QT_TR_NOOP("Of the whole export, of memory, or of a method"), kPlain, 40},
         [](const Row& row) { return Cell{.text = said(row.title), .tooltip = said(row.title)}; }},
        {{QT_TR_NOOP("Before"), QT_TR_NOOP("Of the other export"), kNumber, 14},
         [](const Row& row) { return amountCell(row, row.before, row.runsBefore); }},
        {{QT_TR_NOOP("After"), QT_TR_NOOP("Of this session"), kNumber, 14},
         [](const Row& row) { return amountCell(row, row.after, row.runsAfter); }},
        {{QT_TR_NOOP("Change"), QT_TR_NOOP("After against before"), kNumber, 12}, ratioCell}};
    return kTable;
}

Result<DiffRows> outputChangeRows(const ComparedExports& exports, const JobContext& job) {
    auto found = foundDifference(exports, {}, job);
    if (!found) return found.failure();
    DiffRows made;
    made.rows = Tables::diffOutputs().rows(std::vector(found->difference->outputs), diff::outputAddress, found->difference);
    made.rows.summary = summaryOf(found->difference->outputs);
    for (const ValueChange& change : found->difference->outputs)
        made.before.push_back(change.state == ChangeState::Added ? Address() : diff::outputAddress(change));
    made.found = *std::move(found);
    return made;
}

Result<DiffRows> costChangeRows(const ComparedExports& exports, const JobContext& job) {
    auto changes = findings::costChanges(*exports.before, *exports.after, job);
    if (!changes) return changes.failure();
    auto found = foundDifference(exports, {}, job);  // of which the line above the table tells
    if (!found) return found.failure();
    const auto isOfMethod = [](const CostChange& change) { return change.unit != CostUnit::Bytes; };
    DiffRows made;
    made.found = *std::move(found);
    made.before.resize(changes->size());
    made.rows = Tables::diffCost().rows(*std::move(changes), [isOfMethod](const CostChange& change) {
        return isOfMethod(change) ? Address::ofMethod(text(change.of)) : Address();
    });
    return made;
}

}  // namespace etscope::ui
