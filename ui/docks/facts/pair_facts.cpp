#include "docks/facts/pair_facts.h"

#include <algorithm>
#include <tuple>

#include "base/enum_table.h"
#include "compare/diff.h"
#include "docks/inspector.h"
#include "exported/metadata.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "modules/operator_family.h"

namespace etscope::ui {
namespace {

using modules::MatchedBy;

/// Nodes beyond these are found by the filter of nobody.
constexpr std::size_t kMostCandidates = 5000;
constexpr qsizetype kMostValue = 120;

/// In the order of MatchedBy.
constexpr EnumTable<MatchedBy::Place, const char*> kReasons(
    {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "nothing of the other export is in its place"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "paired by hand"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "operator, module, settings and types are equal, and of no other node"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "it hangs together with a pair that is certain"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "by the order of the nodes of its operator and module: another could be meant"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "by its name alone: another could be meant"),
     QT_TRANSLATE_NOOP("etscope::ui::Inspector", "it takes what the other takes: another could be meant")});

QString shortened(const std::string& value) {
    const QString whole = value.empty() ? QStringLiteral("–") : text(value);
    return whole.size() > kMostValue ? whole.left(kMostValue) + QStringLiteral("…") : whole;
}

FactGroup matchGroup(const compare::StageDiff& diff, graph::NodeId node) {
    const MatchedBy by = diff.match.by[node.index()];
    const graph::NodeId right = diff.match.rightOf[node.index()];
    const Mark mark = !right.valid() ? Mark::Missing : isCertain(by) ? Mark::Match : Mark::Ambiguous;
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Matched by"),
            !right.valid()  ? Inspector::tr("removed")
            : isCertain(by) ? Inspector::tr("certain")
                            : Inspector::tr("not certain"),
            {},
            {{mark, Inspector::tr("Other export"), right.valid() ? code(text(diff.right->nodePath(right))) : Inspector::tr("none"),
              Inspector::tr(kReasons[by])}}};
}

FactGroup changesGroup(const compare::StageDiff& diff, graph::NodeId node) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Before and after"), {}, {}};
    const auto changed = std::ranges::find(diff.changed, node, &compare::ChangedNode::left);
    if (changed == diff.changed.end()) return group;
    for (const modules::FieldChange& change : changed->changes)
        group.facts.append({text(change.field),
                            html(shortened(change.left)) + QStringLiteral(" → ") + html(shortened(change.right)),
                            {},
                            text(change.left) + QStringLiteral("\n→ ") + text(change.right)});
    return group;
}

QString aboutNode(const graph::GraphModel& model, const graph::Node& node) {
    const auto stack = exported::moduleStack(model, node);
    const QString target = text(modules::describeOperator(model.text(node.target)).title);
    return stack.empty() || stack.back().path.empty() ? target : target + QStringLiteral(" · ") + text(stack.back().path);
}

QList<PairCandidate> candidatesOf(const compare::StageDiff& diff, graph::NodeId node) {
    const std::string_view target = diff.left->text(diff.left->node(node).target);
    std::vector<std::tuple<bool, bool, std::uint32_t>> order;  // not free, another operator, number
    for (std::uint32_t n = 0; n < diff.right->nodeCount(); ++n)
        order.emplace_back(diff.match.leftOf[n].valid(), diff.right->text(diff.right->node(graph::NodeId(n)).target) != target, n);
    std::ranges::sort(order);
    order.resize(std::min(order.size(), kMostCandidates));
    QList<PairCandidate> candidates;
    for (const auto& [taken, other, n] : order) {
        const graph::NodeId right(n);
        candidates.append({text(diff.right->nodePath(right)), aboutNode(*diff.right, diff.right->node(right)), !taken});
    }
    return candidates;
}

}  // namespace

Result<PairFacts> pairFacts(const PairQuestion& question, const JobContext& job) {
    const std::string method = question.node.method.toStdString();
    const auto diff =
        compare::stageDifference(*question.left, *question.right, method, question.node.stageId(), job, question.pairs);
    if (!diff) return diff.failure();
    if (diff->left == nullptr || diff->right == nullptr)
        return fail("no-such-stage", Inspector::tr("the other export has no such stage").toStdString());
    const graph::NodeId node = diff->left->findNode(question.node.name.toStdString());
    if (!node.valid()) return fail("no-such-node", Inspector::tr("the stage has no such operator").toStdString());
    const MatchedBy by = diff->match.by[node.index()];
    return PairFacts{
        {changesGroup(*diff, node), matchGroup(*diff, node)}, isCertain(by), by == MatchedBy::Hand, candidatesOf(*diff, node)};
}

}  // namespace etscope::ui
