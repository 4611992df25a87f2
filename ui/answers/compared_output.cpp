#include "answers/compared_output.h"

#include "answers/known_gap.h"
#include "compare/run_cases.h"
#include "gap/node_values.h"
#include "join/delegate_bodies.h"
#include "look/numbers.h"
#include "modules/operator_family.h"
#include "modules/work_title.h"

namespace etscope::ui {
namespace {

/// No tolerance changes the metrics of rows: they are made once.
void keepRowMetrics(const std::optional<tensor::ComparisonResult>& from, tensor::ComparisonResult& to) {
    if (!from || !from->metrics || !to.metrics) return;
    to.metrics->top5Match = from->metrics->top5Match;
    to.metrics->top10Match = from->metrics->top10Match;
    to.metrics->kl = from->metrics->kl;
}

/// A call with what it is held against.
struct ComparedCall {
    gap::GapRow row;
    QString reference;  ///< where that is from
};
using CallFound = Result<std::optional<ComparedCall>>;

/// Of the gap that is looked at.
CallFound callInView(const session::MethodView& method, const graph::NodeRef& node, std::optional<std::size_t> run,
                     const JobContext& job) {
    const auto seen = rowInView(method, node, job);
    if (!seen) return seen.failure();
    if (!*seen || (run && (*seen)->row().run != *run)) return std::optional<ComparedCall>();
    return std::optional(ComparedCall{(*seen)->row(), sourceText((*seen)->references())});
}

/// Of a run that is not the one in view: against what the drift in view is held against, else what is found.
CallFound callOfRun(const session::MethodView& method, const graph::NodeRef& node, std::size_t run, const JobContext& job) {
    const ShownDrift shown = shownDrift(method);
    GapChoice choice = shown.choice;
    choice.patient = shown.drift != nullptr;  // all runs were computed for it
    choice.options.run = run;
    const auto answer = gapAnswer(method, choice, job);
    if (!answer) return answer.failure();
    if ((*answer)->chosen.plan) return std::optional<ComparedCall>();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto& rows = (*answer)->table().rows;
    const profile::GapRows found(rows, [&](std::size_t r) { return rows[r].compared(); });
    const auto at = found.of((*links)->of(node), node.stage, (*links)->graphs().path(node));
    return at ? std::optional(ComparedCall{rows[*at], sourceText((*answer)->references())}) : std::nullopt;
}

/// Of the files or the other run that values are found in without being asked.
CallFound callFound(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    const auto found = gap::nodeReference(method, node, job);
    if (!found) return found.failure();
    return found->compared() ? std::optional(ComparedCall{*found->call, text(found->source)}) : std::nullopt;
}

CallFound callOf(const session::MethodView& method, const graph::NodeRef& node, std::optional<std::size_t> run,
                 const JobContext& job) {
    auto call = callInView(method, node, run, job);
    if (!call || *call) return call;
    return run ? callOfRun(method, node, *run, job) : callFound(method, node, job);
}

compare::OutputPair pairOf(const session::MethodView& method, const ComparedCall& call, const JobContext& job) {
    compare::OutputPair pair;
    pair.method = method.name;
    if (const auto runs = compare::runs(method.session, job); runs && call.row.run < (*runs)->size())
        pair.caseIndex = (**runs)[call.row.run].caseIndex;
    const auto side = [&](const QString& place, const tensor::Tensor& tensor) {
        return compare::OutputValue{method.name, pair.caseIndex, 0, {}, "gap", place.toStdString(), tensor};
    };
    if (call.row.reference) pair.reference = side(call.reference, *call.row.reference);
    if (call.row.value) {
        pair.runtime = side(QObject::tr("run %1").arg(call.row.run), *call.row.value);
        pair.runtime->run = static_cast<std::int64_t>(call.row.run);
    }
    return pair;
}

}  // namespace

ComparedOutput comparedOutput(compare::OutputPair pair, const compare::OutputCompareOptions& options, const JobContext& job) {
    ComparedOutput compared;
    compared.comparison = compare::compareOutput(pair, options, job);
    if (pair.reference && pair.runtime && compared.comparison.result)
        if (const auto sides = compare::comparableSides(pair))
            if (auto kept = tensor::ComparedPair::load(sides->reference, sides->runtime))
                compared.sides = std::make_shared<const tensor::ComparedPair>(std::move(*kept));
    compared.pair = std::move(pair);
    return compared;
}

Result<void> judgeAgain(ComparedOutput& output, const compare::OutputCompareOptions& options, const JobContext& job) {
    if (job.cancelled()) return cancelledFailure();
    if (output.sides == nullptr) return {};
    tensor::ComparisonOptions compare;
    compare.tolerance = compare::toleranceOf(output.pair, options);
    compare.worst = options.worst;
    auto result = output.sides->judge(compare, job);
    if (!result) return result.failure();
    using State = tensor::ComparisonState;
    if (result->state == State::Match) output.comparison.state = compare::PairState::Match;
    if (result->state == State::Differ) output.comparison.state = compare::PairState::Differ;
    keepRowMetrics(output.comparison.result, *result);
    output.comparison.result = std::move(*result);
    return {};
}

Result<std::optional<ComparedOutput>> comparedOperator(const session::Session& session, const Address& given,
                                                       const compare::OutputCompareOptions& options, const JobContext& job) {
    const std::string method = given.method.toStdString();
    const auto node = join::nodeAt({session, method}, given.stageId(), given.name.toStdString(), job);
    if (!node) return node.failure();
    const auto run = given.column > 0 ? std::optional(static_cast<std::size_t>(given.column - 1)) : std::nullopt;
    const auto call = callOf({session, method}, *node, run, job);
    if (!call) return call.failure();
    if (!*call) return std::optional<ComparedOutput>();
    const gap::GapRow& row = (*call)->row;
    ComparedOutput compared = comparedOutput(pairOf({session, method}, **call, job), options, job);
    if (job.cancelled()) return cancelledFailure();
    if (compared.comparison.note.empty()) compared.comparison.note = row.note;
    const QString name = row.nodes.empty() ? text(row.runtime) : text(modules::shownNode(row.nodes[modules::namedNode(row.nodes)]));
    compared.name = QObject::tr("%1 · %2 · instruction 0/%3").arg(given.method, name).arg(row.instruction);
    return compared;
}

}  // namespace etscope::ui
