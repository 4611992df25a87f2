// How modules keep their weights before and after, as rows.
#include <algorithm>

#include "answers/change_tables.h"
#include "answers/diff_cells.h"
#include "answers/tables.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using findings::ModuleScheme;
using findings::SchemeChange;
using findings::SchemeJoin;

Cell moduleCell(const SchemeChange& change) {
    const auto nameOf = [&](const std::optional<ModuleScheme>& side) {
        if (!side) return std::string();
        return side->module.empty() ? side->reader.stage.text() + "/" + side->node : side->module;
    };
    if (!change.before || !change.after) return diff::nameCell(change.name());
    // A side without names has nothing to say beside the other's.
    if (change.before->module.empty() != change.after->module.empty())
        return diff::nameCell(change.before->module.empty() ? change.after->module : change.before->module);
    return diff::sidesCell(nameOf(change.before), nameOf(change.after));
}

Cell kindCell(const SchemeChange& change) {
    const ModuleScheme& one = change.after ? *change.after : *change.before;
    Cell cell{.text = word(text(one.kind))};
    cell.tooltip = one.type.empty() ? text(one.op) : text(one.type) + QLatin1Char('\n') + text(one.op);
    return cell;
}

Cell schemeCell(const std::optional<ModuleScheme>& side) {
    if (!side) return noCell(QObject::tr("no such module, or it could not be joined"));
    Cell cell{.text = said(side->scheme.text())};
    if (const std::string id = side->scheme.id(); !id.empty()) cell.tooltip = text(id);
    if (side->otherwise > 0) {
        const QString others = QObject::tr("%n more weight(s) of the module are kept otherwise", nullptr, counted(side->otherwise));
        cell.tooltip += (cell.tooltip.isEmpty() ? QString() : QStringLiteral("\n")) + others;
    }
    cell.dim = !side->scheme.known();
    return cell;
}

Cell becameCell(const SchemeChange& change) {
    Cell cell;
    if (!change.before || !change.after)
        cell.text = change.open ? QObject::tr("not known") : change.before ? QObject::tr("only before") : QObject::tr("only after");
    else if (!change.before->scheme.known() || !change.after->scheme.known())
        cell.text = QObject::tr("not known");
    else
        cell.text = change.changed() ? QObject::tr("otherwise") : QObject::tr("the same");
    cell.mark = change.changed() ? Mark::Changed : Mark::None;
    cell.dim = !change.changed();
    if (change.join == SchemeJoin::Order)
        cell.tooltip = QObject::tr("Joined by the order of weights of one size: no name tells which one it is");
    return cell;
}

Cell storedCell(const std::optional<ModuleScheme>& side) {
    if (!side) return noCell();
    return side->bytes ? bytesCell(*side->bytes) : noCell(QObject::tr("no program stores it, or that is not known"));
}

Cell sizeChangeCell(const SchemeChange& change) {
    if (!change.before || !change.after || !change.before->bytes || !change.after->bytes) return noCell();
    const QString words = diff::changeOfSize(change.before->bytes, change.after->bytes);
    Cell cell{.text = words.isEmpty() ? QObject::tr("the same") : words, .dim = words.isEmpty()};
    cell.sort = static_cast<double>(*change.after->bytes) - static_cast<double>(*change.before->bytes);
    return cell;
}

Address readerOf(const std::string& method, const std::optional<ModuleScheme>& side) {
    return side ? Address::ofNode(text(method), text(side->reader.stage), text(side->node)) : Address();
}

QString schemeSummary(const findings::SchemeChanges& changes) {
    const auto otherwise = std::ranges::count_if(changes.rows, &SchemeChange::changed);
    QStringList parts{QObject::tr("%1 of %n module(s) are kept otherwise", nullptr, counted(changes.rows.size()))
                          .arg(countText(static_cast<std::uint64_t>(otherwise)))};
    for (const auto& one : changes.untold)
        parts.append((one.after ? QObject::tr("after: %1") : QObject::tr("before: %1")).arg(said(one.why)));
    return parts.mid(0, 4).join(QStringLiteral(" · "));
}

}  // namespace

const TypedTable<SchemeChange>& Tables::diffSchemes() {
    using Row = SchemeChange;
    static const TypedTable<Row> kTable{
        {{QT_TR_NOOP("Module"),
          QT_TR_NOOP("By its path; where no file tells it, stage and node of the operator that takes the weight"), kCode, 26},
         moduleCell},
        {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 12}, [](const Row& row) { return diff::nameCell(row.method); }},
        {{QT_TR_NOOP("Kind"), QT_TR_NOOP("Of the operator that takes the weight"), kPlain, 11}, kindCell},
        {{QT_TR_NOOP("Became"), QT_TR_NOOP("Whether the weight is kept otherwise"), kPlain, 11}, becameCell},
        {{QT_TR_NOOP("Before"), QT_TR_NOOP("Scheme of the largest weight of the module in the other export"), kPlain, 22},
         [](const Row& row) { return schemeCell(row.before); }},
        {{QT_TR_NOOP("After"), QT_TR_NOOP("The same in this session"), kPlain, 22},
         [](const Row& row) { return schemeCell(row.after); }},
        {{QT_TR_NOOP("Bytes before"), QT_TR_NOOP("That the program stores for the module"), kNumber, 10},
         [](const Row& row) { return storedCell(row.before); }},
        {{QT_TR_NOOP("Bytes after"), QT_TR_NOOP("That the program stores for the module"), kNumber, 10},
         [](const Row& row) { return storedCell(row.after); }},
        {{QT_TR_NOOP("Change"), QT_TR_NOOP("After against before"), kNumber, 9}, sizeChangeCell}};
    return kTable;
}

Result<DiffRows> schemeChangeRows(const ComparedExports& exports, const JobContext& job) {
    auto found = foundDifference(exports, {}, job);
    if (!found) return found.failure();
    auto changes = findings::schemeChanges(*exports.before, *exports.after, *found->difference, {}, job);
    if (!changes) return changes.failure();
    DiffRows made;
    for (const SchemeChange& row : changes->rows) made.before.push_back(readerOf(row.method, row.before));
    const QString summary = schemeSummary(*changes);
    made.rows = Tables::diffSchemes().rows(std::move(changes->rows),
                                           [](const SchemeChange& row) { return readerOf(row.method, row.after); });
    made.rows.summary = summary;
    made.found = *std::move(found);
    return made;
}

}  // namespace etscope::ui
