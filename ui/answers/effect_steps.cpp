#include "answers/effect_steps.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "answers/drift_words.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

Result<CulpritPlaces> culpritPlaces(const session::Session& session, const findings::SessionVerdict& verdict,
                                    const JobContext& job) {
    CulpritPlaces found;
    for (const findings::MethodOutcome& method : verdict.methods) {
        if (!method.culprit || method.culprit->nodes.empty()) continue;
        const std::string& name = method.culprit->nodes.front();
        const auto index = join::graphIndex({session, method.method}, graph::StageId::edge(), job);
        if (job.cancelled()) return cancelledFailure();
        if (!index) continue;  // a graph that cannot be read has no modules
        CulpritPlace& place = found[method.method];
        const graph::NodeId node = (*index)->model().findNode(name);
        const auto module = node.valid() ? (*index)->hierarchy().moduleOf(node) : modules::ModuleId();
        if (module.valid()) place.module = (*index)->hierarchy().module(module).path;
        const auto line = join::ownLine({session, method.method}, graph::StageId::edge(), name, job);
        if (line) place.code = line->text;
    }
    return found;
}

namespace {

struct EffectSteps {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::EffectSteps)
};

/// The record's tensor of a constant that is another in the program; none: it is not known, or it is an argument.
Address recordedConstant(const findings::SessionVerdict& verdict, const std::string& name) {
    const auto found = std::ranges::find(verdict.joins, name, &findings::JoinOutcome::constant);
    return found != verdict.joins.end() && found->constantTensor.valid() ? Address::of(found->constantTensor) : Address();
}

/// What is at fault, as far as it is one thing.
EffectStep causeStep(const findings::SessionVerdict& verdict, const findings::PossibleCause& cause, const causes::Culprit* culprit,
                     const Address& place) {
    EffectStep step{.heading = EffectSteps::tr("Cause"),
                    .title = causeText(text(cause.kind)),
                    .proof = Link::to(place),
                    .mark = markOfCause(cause.kind, cause.state),
                    .cause = true};
    if (culprit == nullptr) return step;
    const QString what = step.title, name = text(culprit->constant.value_or(culprit->argument));
    const Address constant =
        culprit->cause == causes::Cause::Constant ? recordedConstant(verdict, culprit->constant.value_or("")) : Address();
    if (constant.valid())
        step.heading = EffectSteps::tr("Cause: constant"), step.title = name, step.proof = Link::on(PageId::Tensors, constant);
    else if (!culprit->nodes.empty())
        step.heading = EffectSteps::tr("Cause: operator"), step.title = text(culprit->nodes.front());
    if (step.title == name)
        step.lines.append(what);
    else if (step.title != what)
        step.lines.append(QStringLiteral("%1 %2").arg(what, name).trimmed());
    if (culprit->instruction) step.lines.append(EffectSteps::tr("instruction 0/%1").arg(*culprit->instruction));
    return step;
}

/// How far the call's own error is from what rounding normally gives; empty: no rounding explains it, or it was not judged.
QString ownErrorLine(const findings::MethodOutcome& outcome) {
    const auto judged = outcome.proof ? outcome.proof->judgement : std::nullopt;
    if (!judged || !(judged->normal > 0) || !(judged->units > judged->normal) || !std::isfinite(judged->units)) return {};
    return EffectSteps::tr("own error × %1 of normal rounding").arg(ratioText(judged->units / judged->normal));
}

/// What the other calls of the run did: those that are correct pass an error on at most.
std::optional<EffectStep> callsStep(const findings::MethodOutcome& outcome, const causes::Culprit& culprit) {
    const auto run = std::ranges::find(outcome.runs, culprit.run, &findings::RunOutcome::run);
    if (run == outcome.runs.end() || run->right == 0) return std::nullopt;
    EffectStep step{.heading = causes::isOfCall(culprit) ? EffectSteps::tr("Other calls") : EffectSteps::tr("Calls"),
                    .title = EffectSteps::tr("%n call(s) correct", nullptr, counted(run->right)),
                    .proof = Link::on(PageId::Gap, Address::ofMethod(text(outcome.method))),
                    .lines = {EffectSteps::tr("for what they read in run %1").arg(run->run)},
                    .mark = run->open == 0 ? Mark::Match : Mark::Missing};
    if (run->open > 0) step.lines.append(EffectSteps::tr("%n could not be judged", nullptr, counted(run->open)));
    return step;
}

std::optional<EffectStep> outputsStep(const findings::MethodOutcome& outcome) {
    if (outcome.differing.empty()) return std::nullopt;
    EffectStep step{
        .heading = EffectSteps::tr("Outputs"),
        .title =
            EffectSteps::tr("%1 of %n case(s) differ", nullptr, counted(outcome.columns)).arg(countText(outcome.differing.size())),
        .proof = Link::on(PageId::Outputs, Address::of(outcome.worstOutput)),
        .lines = {text(outcome.method)},
        .mark = outputsMark(outcome)};
    if (outcome.notFinite > 0)
        step.lines.append(EffectSteps::tr("%n element(s) finite on one side only", nullptr, counted(outcome.notFinite)));
    else if (outcome.maxAbs)
        step.lines.append(QStringLiteral("max |d| ") + floatText(*outcome.maxAbs));
    return step;
}

}  // namespace

std::vector<EffectStep> effectSteps(const findings::SessionVerdict& verdict, const CulpritPlaces& places,
                                    const QStringList& methods) {
    const findings::PossibleCause* cause = findings::answeredCause(verdict);
    if (cause == nullptr || cause->kind == causes::causeName(causes::Cause::Unknown)) return {};
    const Address place = Address::parse(QString::fromStdString(cause->address), methods);
    const findings::MethodOutcome* outcome = outcomeOf(verdict, text(cause->method));
    const causes::Culprit* culprit = findings::culpritOf(verdict, *cause);
    const bool ofCall = culprit != nullptr && causes::isOfCall(*culprit);  // no other has a line that made it
    const auto known = places.find(cause->method);
    const QString module = known != places.end() ? text(known->second.module) : QString();
    std::vector<EffectStep> steps;
    if (!cause->source.empty() && ofCall) {
        steps.push_back(
            {.heading = EffectSteps::tr("Source line"), .title = text(cause->source), .proof = Link::on(PageId::Source, place)});
        if (known != places.end()) steps.back().code = text(known->second.code);
        if (!module.isEmpty()) steps.back().lines.append(module);
    }
    const bool placed = !steps.empty();
    steps.push_back(causeStep(verdict, *cause, ofCall ? culprit : nullptr, place));
    if (outcome != nullptr && culprit != nullptr && isOfProgram(*culprit))
        steps.back().deeds = {{EffectSteps::tr("Shrink…"), Link::shrink(culpritAddress(*outcome))},
                              {EffectSteps::tr("Mend…"), Link::mend(culpritAddress(*outcome))}};
    const bool ownFault = ofCall && culprit->cause != causes::Cause::Constant;  // which computes right on a wrong one
    if (ownFault && outcome != nullptr) steps.back().lines.append(ownErrorLine(*outcome));
    if (!placed && ofCall && !module.isEmpty()) steps.back().lines.append(module);
    steps.back().lines.removeAll(QString());
    if (!cause->action.empty()) steps.back().todo = asSentence(said(cause->action));
    if (const auto calls = culprit != nullptr ? callsStep(*outcome, *culprit) : std::nullopt) steps.push_back(*calls);
    if (const auto outputs = outcome != nullptr ? outputsStep(*outcome) : std::nullopt) steps.push_back(*outputs);
    return steps.size() > 1 || culprit == nullptr ? steps : std::vector<EffectStep>();
}

}  // namespace etscope::ui
