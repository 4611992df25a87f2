#include "docks/facts/pair_facts.h"

#include <algorithm>
#include <tuple>

#include "answers/diff_cells.h"
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

/// What tells that a node of this export is one of the other.
MatchedBy matchedBy(const compare::StageDiff& diff, graph::NodeId node) {
    const graph::NodeId before = diff.match.leftOf[node.index()];
    return before.valid() ? diff.match.by[before.index()] : MatchedBy::None;
}

FactGroup matchGroup(const compare::StageDiff& diff, graph::NodeId node) {
    const MatchedBy by = matchedBy(diff, node);
    const graph::NodeId before = diff.match.leftOf[node.index()];
    const Mark mark = !before.valid() ? Mark::Added : isCertain(by) ? Mark::Match : Mark::Ambiguous;
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Matched by"),
            !before.valid() ? Inspector::tr("added")
            : isCertain(by) ? Inspector::tr("certain")
                            : Inspector::tr("not certain"),
            {},
            {{mark, Inspector::tr("Other export"), before.valid() ? code(text(diff.left->nodePath(before))) : Inspector::tr("none"),
              Inspector::tr(kReasons[by])}}};
}

FactGroup changesGroup(const compare::StageDiff& diff, graph::NodeId node) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Before and after"), {}, {}};
    const graph::NodeId before = diff.match.leftOf[node.index()];
    const auto changed = before.valid() ? std::ranges::find(diff.changed, before, &compare::ChangedNode::left) : diff.changed.end();
    if (changed == diff.changed.end()) return group;
    for (const modules::FieldChange& change : changed->changes)
        group.facts.append({text(change.field),
                            html(diff::shortNumbers(shortened(change.left) + QStringLiteral(" → ") + shortened(change.right))),
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
    const graph::GraphModel &before = *diff.left, &after = *diff.right;
    const std::string_view target = after.text(after.node(node).target);
    std::vector<std::tuple<bool, bool, std::uint32_t>> order;  // not free, another operator, number
    for (std::uint32_t n = 0; n < before.nodeCount(); ++n)
        order.emplace_back(diff.match.rightOf[n].valid(), before.text(before.node(graph::NodeId(n)).target) != target, n);
    std::ranges::sort(order);
    order.resize(std::min(order.size(), kMostCandidates));
    QList<PairCandidate> candidates;
    for (const auto& [taken, other, n] : order) {
        const graph::NodeId one(n);
        candidates.append({text(before.nodePath(one)), aboutNode(before, before.node(one)), !taken});
    }
    return candidates;
}

}  // namespace

Result<PairFacts> pairFacts(const PairQuestion& question, const JobContext& job) {
    const std::string method = question.node.method.toStdString();
    const auto diff =
        compare::stageDifference(*question.before, *question.after, method, question.node.stageId(), job, question.pairs);
    if (!diff) return diff.failure();
    if (diff->left == nullptr || diff->right == nullptr)
        return fail("no-such-stage", Inspector::tr("the other export has no such stage").toStdString());
    const graph::NodeId node = diff->right->findNode(question.node.name.toStdString());
    if (!node.valid()) return fail("no-such-node", Inspector::tr("the stage has no such operator").toStdString());
    const MatchedBy by = matchedBy(*diff, node);
    return PairFacts{
        {changesGroup(*diff, node), matchGroup(*diff, node)}, isCertain(by), by == MatchedBy::Hand, candidatesOf(*diff, node)};
}

}  // namespace etscope::ui
