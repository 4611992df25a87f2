// Overlays that colour by an amount.
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

#include "graph/graph_overlay.h"
#include "join/links.h"
#include "look/language.h"
#include "look/numbers.h"
#include "profile/node_amounts.h"

namespace etscope::ui {
namespace {

constexpr double kGraphAmountsNone = std::numeric_limits<double>::quiet_NaN();
/// Relative errors from "rounding" to "nothing left of it": the ends of the ramp, whatever the graph holds, so that red is bad.
constexpr double kLeastError = 1e-6, kLargestError = 1;

/// Amounts further below the largest have the colour of "nothing".
constexpr double kMostSpan = 1e4;

}  // namespace

/// Classes: nodes without an amount, nodes with one.
void OverlayMap::setAmounts(std::vector<double> amounts, std::vector<std::int64_t> shares, const QString& none,
                            const QString& some) {
    m_classes = {{none, 0, 0}, {some, 0, 1}};
    m_amounts = std::move(amounts);
    m_shares = std::move(shares);
    m_shares.resize(m_amounts.size(), -1);
    m_least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_amounts.size(); ++i) {
        if (m_shares[i] >= 0 && !std::isnan(m_amounts[i])) m_tellers.try_emplace(m_shares[i], i);
        m_classOf[i] = std::isnan(m_amounts[i]) ? 0 : 1;
        if (!std::isfinite(m_amounts[i]) || m_amounts[i] <= 0) continue;
        m_least = std::min(m_least, m_amounts[i]);
        m_largest = std::max(m_largest, m_amounts[i]);
    }
    m_least = m_largest == 0 ? 0 : std::max(m_least, m_largest / kMostSpan);
}

double OverlayMap::amountOf(std::span<const graph::NodeId> nodes) const {
    double total = kGraphAmountsNone;
    std::unordered_set<std::int64_t> counted;
    for (const graph::NodeId node : nodes) {
        const double amount = m_amounts[node.index()];
        if (std::isnan(amount)) continue;
        const std::int64_t share = m_shares[node.index()];
        if (m_sums && share >= 0 && !counted.insert(share).second) continue;
        total = std::isnan(total) ? amount : m_sums ? total + amount : std::max(total, amount);
    }
    return total;
}

bool OverlayMap::tells(std::span<const graph::NodeId> nodes) const {
    return std::ranges::any_of(nodes, [this](graph::NodeId node) {
        const std::int64_t share = m_shares[node.index()];
        const auto teller = m_tellers.find(share);
        return !std::isnan(m_amounts[node.index()]) && (!m_sums || teller == m_tellers.end() || teller->second == node);
    });
}

QString OverlayMap::amountText(double amount) const {
    if (std::isnan(amount)) return {};
    if (m_overlay == Overlay::WeightBytes) return bytesText(static_cast<std::uint64_t>(amount));
    if (m_overlay == Overlay::Latency) return durationText(amount);
    return QString::number(amount, 'g', m_overlay == Overlay::Error ? 2 : 4);
}

void OverlayMap::addWeights(const modules::GraphIndex& index) {
    setAmounts(profile::nodeWeightBytes(index), {}, tr("takes no weights"), tr("takes weights"));
    m_note = tr("Bytes of parameters, buffers and constants that an operator takes.");
}

void OverlayMap::addLatency(const GraphSubject& subject, const JobContext& job) {
    auto found = profile::nodeLatencies(subject.at(), subject.stage, subject.index->model(), job);
    const bool any = found && found->known > 0;
    if (!found || !any) found = profile::NodeAmounts{std::vector<double>(m_classOf.size(), kGraphAmountsNone), {}, 0, {}};
    setAmounts(std::move(found->values), std::move(found->shares), tr("not timed"), tr("timed"));
    m_note = any ? tr("Median over the runs of the ETDump. The time of a delegate call stands at the first of its nodes.")
                 : tr("No run is known to be of this method: add an ETDump.");
}

void OverlayMap::addError(const GraphSubject& subject, const JobContext& job) {
    if (addVerdicts(subject, job)) return;
    auto found = profile::nodeErrors(subject.at(), subject.stage, subject.index->model(), job);
    const bool any = found && found->known > 0;
    if (!found || !any) found = profile::NodeAmounts{std::vector<double>(m_classOf.size(), kGraphAmountsNone), {}, 0, {}};
    m_sums = false;
    const QString source = text(found->source);
    setAmounts(std::move(found->values), std::move(found->shares), tr("not compared"), tr("compared"));
    m_least = kLeastError;
    m_largest = kLargestError;
    m_note = any ? tr("‖runtime − reference‖ ∕ ‖reference‖, reference %1.").arg(source)
                 : tr("Nothing to compare: it needs a debug buffer and reference values of the nodes.");
}

void OverlayMap::addCustom(const GraphSubject& subject, const JobContext& job) {
    const auto links = subject.custom != nullptr ? join::links(subject.at(), job)
                                                 : Result<std::shared_ptr<const join::MethodLinks>>(fail("no-files", "no file"));
    if (!links) {
        std::fill(m_classOf.begin(), m_classOf.end(), classNamed(tr("no value"), kNotRun));
        m_note = tr("Drop a CSV or JSON file on the graph: node, debug_handle or instruction, and a value.");
        return;
    }
    m_title = text(subject.custom->title());
    const graph::GraphModel& model = subject.index->model();
    std::vector<double> numbers(m_classOf.size(), kGraphAmountsNone);
    std::unordered_map<std::string, std::uint32_t> known;
    std::uint64_t matched = 0;
    for (std::uint32_t i = 0; i < m_classOf.size(); ++i) {
        if (i % 1024 == 0 && job.cancelled()) return;
        const std::string path = model.nodePath(graph::NodeId(i));
        const auto value = subject.custom->of(path, (*links)->of({subject.stage, graph::NodeId(i)}));
        matched += value ? 1U : 0U;
        if (subject.custom->numeric()) {
            if (value) numbers[i] = std::get<double>(*value);
            continue;
        }
        const auto* word = value ? std::get_if<std::string>(&*value) : nullptr;
        const std::string name = word != nullptr ? *word : value ? QString::number(std::get<double>(*value)).toStdString() : "";
        const auto [at, fresh] = known.try_emplace(name, 0);
        if (fresh)
            at->second = value ? classNamed(text(name), static_cast<int>(known.size() - 1)) : classNamed(tr("no value"), kNotRun);
        m_classOf[i] = at->second;
    }
    m_sums = false;
    if (subject.custom->numeric()) setAmounts(std::move(numbers), {}, tr("no value"), tr("has a value"));
    m_note = tr("%1 of %n node(s) have a value.", nullptr, counted(m_classOf.size())).arg(countText(matched));
}

double OverlayMap::shareOf(double amount) const {
    if (m_least >= m_largest) return amount < m_least ? 0 : 1;
    return std::clamp(std::log(amount / m_least) / std::log(m_largest / m_least), 0.0, 1.0);
}

double OverlayMap::amountAt(double share) const {
    return m_least >= m_largest ? m_largest : m_least * std::pow(m_largest / m_least, std::clamp(share, 0.0, 1.0));
}

/// Logarithmic, between the ends of the range.
FamilyColours OverlayMap::amountColours(double amount, const AmountRange& range) const {
    const Tokens& t = tokens();
    if (std::isnan(amount)) return t.delegation[2];
    if (amount <= 0 || m_largest == 0 || (amount < range.low && range.low > m_least)) return {t.base, t.control};
    if (!std::isfinite(amount) || range.low >= range.high) return {heatColour(1), t.control};
    const double share = std::log(amount / range.low) / std::log(range.high / range.low);
    return {heatColour(std::clamp(share, 0.05, 1.0)), t.control};
}

}  // namespace etscope::ui
