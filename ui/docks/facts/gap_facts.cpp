// What the Inspector tells of an operator's error: where it comes from, and whether rounding explains what the call did itself.
#include <array>

#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "look/rich_text.h"
#include "pages/gap_cells.h"
#include "pages/known_gap.h"

namespace etscope::ui {
namespace {

/// A part of an error, in the order of the table of the numeric gap.
struct Part {
    causes::Origin origin;
    std::optional<double> causes::RowParts::*value;
    const char* evidence;
};
constexpr std::array kGapFactsParts{
    Part{causes::Origin::Introduced, &causes::RowParts::introduced,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the runtime against the right result on what it read")},
    Part{causes::Origin::Constant, &causes::RowParts::constant,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the program's constants against the record's")},
    Part{causes::Origin::Inherited, &causes::RowParts::inherited,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "what its inputs already carried")}};

QString capital(QString word) {
    if (!word.isEmpty()) word[0] = word[0].toUpper();
    return word;
}

}  // namespace

Result<QList<MarkedFact>> gapFacts(const SessionPtr& session, const Address& address, const JobContext& job) {
    const std::string method = address.method.toStdString();
    const auto ref = join::nodeAt({*session, method}, address.stageId(), address.name.toStdString(), job);
    if (!ref) return ref.failure();
    const auto seen = rowInView({*session, method}, *ref, job);
    if (!seen) return seen.failure();
    if (!*seen) return QList<MarkedFact>();
    const gap::GapRow& row = (*seen)->row();
    const causes::RowParts& parts = (*seen)->parts();
    const Cell verdict = verdictCell(&parts), units = unitsCell(&parts);
    QList<MarkedFact> facts{{verdict.mark == Mark::None ? Mark::Missing : verdict.mark, Inspector::tr("Verdict"),
                             html(verdict.text), units.share >= 0 ? units.tooltip : verdict.tooltip}};
    for (const Part& part : kGapFactsParts) {
        const Cell cell = partCell(parts.*part.value, &parts);
        facts.append({parts.*part.value ? signOf(part.origin) : Mark::Missing, capital(originText(part.origin)), html(cell.text),
                      cell.tooltip.isEmpty() ? Inspector::tr(part.evidence) : cell.tooltip});
    }
    const Address call = Address::ofInstruction(address.method, row.instruction);
    QStringList links{pageLink("gap", call, QStringLiteral("0/%1").arg(row.instruction))};
    if (row.compared())
        links.append(pageLink("outputs", Address::given(address, static_cast<qint64>(row.run)), Inspector::tr("compare values")));
    facts.append({Mark::None, Inspector::tr("Of the call"), links.join(QStringLiteral(" · ")),
                  Inspector::tr("run %1, reference %2").arg(row.run).arg(sourceText((*seen)->references()))});
    return facts;
}

}  // namespace etscope::ui
