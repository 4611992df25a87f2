// What the Inspector tells of an operator's error: where it comes from, and whether rounding explains what the call did itself.
#include <array>

#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "look/rich_text.h"
#include "pages/gap_cells.h"
#include "pages/known_gap.h"

namespace etscope::ui {
namespace {

/// A part of an error, in the order of the table of the numeric gap.
struct Part {
    gap::Origin origin;
    std::optional<double> gap::RowParts::*value;
    const char* evidence;
};
constexpr std::array kParts{
    Part{gap::Origin::Introduced, &gap::RowParts::introduced,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the runtime against the right result on what it read")},
    Part{gap::Origin::Constant, &gap::RowParts::constant,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "the program's constants against the record's")},
    Part{gap::Origin::Inherited, &gap::RowParts::inherited,
         QT_TRANSLATE_NOOP("etscope::ui::Inspector", "what its inputs already carried")}};

QString pageLink(const QString& page, const Address& on, const QString& shown) {
    return link(QStringLiteral("page:%1#%2").arg(page, on.text()), shown);
}

QString capital(QString word) {
    if (!word.isEmpty()) word[0] = word[0].toUpper();
    return word;
}

}  // namespace

/// Nothing where nothing is known of its call.
Result<QList<Inspector::Link>> Inspector::gapFacts(const SessionPtr& session, const Address& address, const JobContext& job) {
    const std::string method = address.method.toStdString();
    const auto ref = join::nodeAt(*session, method, address.stageId(), address.name.toStdString(), job);
    if (!ref) return ref.failure();
    const auto seen = rowInView(*session, method, *ref, job);
    if (!seen) return seen.failure();
    if (!*seen) return QList<Link>();
    const gap::GapRow& row = (*seen)->row();
    const gap::RowParts& parts = (*seen)->parts();
    const Cell verdict = verdictCell(&parts), units = unitsCell(&parts);
    QList<Link> facts{{verdict.mark == Mark::None ? Mark::Missing : verdict.mark, tr("Verdict"), html(verdict.text),
                       units.share >= 0 ? units.tooltip : verdict.tooltip}};
    for (const Part& part : kParts) {
        const Cell cell = partCell(parts.*part.value, &parts);
        facts.append({parts.*part.value ? signOf(part.origin) : Mark::Missing, capital(originText(part.origin)), html(cell.text),
                      cell.tooltip.isEmpty() ? tr(part.evidence) : cell.tooltip});
    }
    const Address call = Address::ofInstruction(address.method, row.instruction);
    facts.append({Mark::None, tr("Of the call"),
                  pageLink(QStringLiteral("gap"), call, QStringLiteral("0/%1").arg(row.instruction)) + QStringLiteral(" · ") +
                      pageLink(QStringLiteral("values"), address, tr("values")),
                  tr("run %1, reference %2").arg(row.run).arg(sourceText((*seen)->references()))});
    return facts;
}

/// Below the chain, once it is known: judging may take longer than what else is told.
void Inspector::addGap(const Address& address) {
    m_gap.start(
        tr("Judging the operator"),
        [session = m_workspace.session(), address](const JobContext& job) { return gapFacts(session, address, job); },
        [this](Result<QList<Link>> facts) {
            if (!facts || facts->isEmpty() || m_chain == nullptr) return;
            m_column->insertWidget(m_column->indexOf(m_chain) + 1,
                                   makeChain(QStringLiteral("Where the error comes from"), tr("Where the error comes from"),
                                             facts->front().value, *facts));
        },
        Urgency::Filling);
}

}  // namespace etscope::ui
