// The overlay of errors where calls were judged: the verdict on what each did itself colours it, or that it is at fault although
// the call was right; a sign says what it is to be blamed for.
#include <algorithm>
#include <array>
#include <tuple>

#include "graph/graph_overlay.h"
#include "pages/gap_cells.h"
#include "pages/known_gap.h"

namespace etscope::ui {
namespace {

using evaluate::Verdict;

constexpr double kGraphVerdictsNone = std::numeric_limits<double>::quiet_NaN();
/// Of a relative error that nothing judged.
constexpr double kLarge = 1e-3;
constexpr std::array kVerdicts{Verdict::Exact, Verdict::Normal, Verdict::High, Verdict::NotRounding};
/// The class of what is to be blamed although its call was right; worse than all verdicts.
constexpr int kAtFault = static_cast<int>(kVerdicts.size());
/// In the order of the legend; of several nodes the first that one of them wears.
constexpr std::array kOrigins{causes::Origin::Introduced, causes::Origin::Constant, causes::Origin::Inherited};

/// The part of the error that the blame names; all of it where the row is of a later call than the one at fault.
double blamedPart(const gap::GapRow& row, const causes::RowParts& parts, causes::Origin blame) {
    const double part = blame == causes::Origin::Introduced ? parts.introduced.value_or(0)
                        : blame == causes::Origin::Constant ? parts.constant.value_or(0)
                                                            : 0;
    return part > 0 ? part : row.error;
}

QString noteOf(const GapAnswer& answer) {
    const gap::ReferenceValues& references = answer.references();
    const QString note = OverlayMap::tr("What each call did itself; unknown: not recorded or not evaluated. Reference: %1.")
                             .arg(sourceText(references));
    return answer.run() ? note + QLatin1Char(' ') + OverlayMap::tr("Run %1.").arg(*answer.run()) : note;
}

}  // namespace

/// False where nothing is known of the calls themselves.
bool OverlayMap::addVerdicts(const OverlaySubject& subject, const JobContext& job) {
    const auto known = knownGap({*subject.session, subject.method}, job);
    if (!known || *known == nullptr) return false;
    const std::vector<gap::GapRow>& rows = (*known)->answer->table().rows;
    const causes::AuditedGap& audited = *(*known)->audited;
    const auto rowOf =
        profile::nodeRows({*subject.session, subject.method}, subject.stage, subject.index->model(), knownRows(**known), job);
    if (!rowOf) return false;
    const auto blames = causes::blames((*known)->answer->table(), audited);
    for (const Verdict verdict : kVerdicts) classNamed(verdictText(verdict), static_cast<int>(verdict));
    const std::uint32_t unknown = classNamed(tr("unknown"), kNotRun);
    for (const causes::Origin origin : kOrigins) m_signs.push_back({ui::signOf(origin), originText(origin), 0});
    m_amounts.assign(m_classOf.size(), kGraphVerdictsNone);
    m_shares.assign(m_classOf.size(), -1);
    m_blamed.assign(m_classOf.size(), kGraphVerdictsNone);
    m_signOf.assign(m_classOf.size(), Mark::None);
    m_sums = false;
    std::size_t firstRow = rows.size();
    std::vector<bool> told(rows.size(), false);  // what one call did is told at the first of its nodes
    for (std::uint32_t n = 0; n < m_classOf.size(); ++n) {
        m_classOf[n] = unknown;
        if (!(*rowOf)[n]) continue;
        const std::size_t r = *(*rowOf)[n];
        const evaluate::Judgement* judgement = audited.rows[r].audit ? audited.rows[r].audit->judgement() : nullptr;
        if (judgement != nullptr) m_classOf[n] = static_cast<std::uint32_t>(judgement->verdict);
        if (rows[r].compared()) m_amounts[n] = rows[r].error;
        if (blames[r] == causes::Origin::None) continue;
        // Right on what it read, or not judged: its constant, its delegate or what it was lowered to is wrong.
        if (blames[r] != causes::Origin::Inherited && (judgement == nullptr || judgement->verdict < Verdict::High))
            m_classOf[n] = classNamed(tr("at fault"), kAtFault);
        m_signOf[n] = ui::signOf(blames[r]);
        if (!told[r]) m_blamed[n] = blamedPart(rows[r], audited.rows[r], blames[r]);
        told[r] = true;
        if (blames[r] != causes::Origin::Inherited && r < firstRow) {
            firstRow = r;
            m_firstBlamed = graph::NodeId(n);
        }
        ++std::ranges::find(m_signs, m_signOf[n], &Sign::mark)->nodes;
    }
    m_note = noteOf(*(*known)->answer);
    return true;
}

std::shared_ptr<const OverlayMap> OverlayMap::ofSigns(const modules::GraphIndex& index, std::vector<Mark> signs,
                                                      std::span<const Mark> named) {
    auto map = std::make_shared<OverlayMap>();
    map->m_classOf.resize(index.model().nodeCount());
    map->addFamilies(index);
    for (const Mark mark : named)
        map->m_signs.push_back({mark, markName(mark), static_cast<std::uint64_t>(std::ranges::count(signs, mark))});
    map->m_signOf = std::move(signs);
    map->count();
    return map;
}

QString OverlayMap::blamedText(graph::NodeId node) const {
    const QString amount = amountText(m_blamed[node.index()]);
    return node == m_firstBlamed ? tr("first %1").arg(amount) : amount;
}

graph::NodeId OverlayMap::speakerOf(std::span<const graph::NodeId> nodes) const {
    // A folded pattern wears the class of its last node: that one's results go on.
    if (m_signOf.empty()) return nodes.back();
    const auto rank = [this](graph::NodeId node) {
        const Mark sign = m_signOf[node.index()];
        return std::tuple(node == m_firstBlamed,
                          sign == Mark::None ? 0 : static_cast<int>(Mark::Inherited) - static_cast<int>(sign) + 1,
                          classOf(node).hue);
    };
    return *std::ranges::max_element(nodes, {}, rank);
}

Mark OverlayMap::signOf(std::span<const graph::NodeId> nodes) const {
    return m_signOf.empty() ? Mark::None : m_signOf[speakerOf(nodes).index()];
}

bool OverlayMap::standsOut(graph::NodeId node) const {
    if (m_signOf.empty()) return hasAmounts() && amountOf({&node, 1}) > kLarge;
    return m_signOf[node.index()] == Mark::Introduced || m_signOf[node.index()] == Mark::Constant;
}

FamilyColours OverlayMap::verdictColours(int verdict) const {
    const Tokens& t = tokens();
    if (verdict == kAtFault) return {t.differBack, t.differ};
    switch (kVerdicts[static_cast<std::size_t>(verdict)]) {
        case Verdict::Exact: return {t.base, t.match};
        case Verdict::Normal: return {t.matchBack, t.match};
        case Verdict::High: return {t.amberBack, t.amberMark};
        case Verdict::NotRounding: return {t.differBack, t.differ};
    }
    return t.delegation[2];
}

}  // namespace etscope::ui
