// What is told of a method and of a stage of it.
#include <algorithm>

#include "compare/output_sources.h"
#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "findings/overview.h"
#include "frame/verdict_words.h"
#include "inventory/summary.h"
#include "join/graph_index.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "pages/module_states.h"

namespace etscope::ui {
namespace {

QString totalsText(const std::optional<inventory::DataTotals>& amount) {
    if (!amount) return Inspector::tr("not known");
    const int count = counted(amount->count);
    return amount->bytes ? Inspector::tr("%n tensor(s), %1", nullptr, count).arg(bytesText(*amount->bytes))
                         : Inspector::tr("%n tensor(s)", nullptr, count);
}

/// Constants of the program and of its delegates together: at least so many where one of them is not known.
QString constantsText(const inventory::MethodData& data) {
    std::uint64_t count = 0, bytes = 0;
    bool all = true;
    for (const auto& part : {data.constants, data.delegateData}) {
        all = all && part && part->bytes;
        count += part ? part->count : 0;
        bytes += part ? part->bytes.value_or(0) : 0;
    }
    const QString amount = Inspector::tr("%n tensor(s), %1", nullptr, counted(count)).arg(bytesText(bytes));
    return all ? amount : count == 0 ? Inspector::tr("not known") : QStringLiteral("≥ ") + amount;
}

/// Without a record nothing tells parameters from other constants.
Facts weightFacts(const inventory::MethodData& data) {
    if (!data.parameters)
        return {{Inspector::tr("Constants"), constantsText(data)},
                {Inspector::tr("Of the program"), totalsText(data.constants)},
                {Inspector::tr("Of delegates"), totalsText(data.delegateData)}};
    return {{Inspector::tr("Parameters"), totalsText(data.parameters)},
            {Inspector::tr("Buffers"), totalsText(data.buffers)},
            {Inspector::tr("Constants"), totalsText(data.constants)},
            {Inspector::tr("Of delegates"), totalsText(data.delegateData)},
            {Inspector::tr("Not used"), totalsText(data.unusedParameters)}};
}

QString portText(const inventory::Port& port) {
    const QString type = code(text(findings::portText(port)));
    return isValueNumber(text(port.name)) ? type : html(text(port.name)) + QLatin1Char(' ') + type;
}

/// What is at fault in its runs, in a sentence with ways to it.
std::optional<FactGroup> whyGroup(const EntityQuestion& question) {
    const findings::MethodOutcome* outcome =
        question.verdict != nullptr ? outcomeOf(*question.verdict, question.address.method) : nullptr;
    if (outcome == nullptr || !outcome->culprit) return std::nullopt;
    const causes::Culprit& culprit = *outcome->culprit;
    const QString& method = question.address.method;
    const Address place = !culprit.nodes.empty() ? Address::ofNode(method, QStringLiteral("edge"), text(culprit.nodes.front()))
                          : culprit.instruction  ? Address::ofInstruction(method, *culprit.instruction)
                                                 : Address::ofMethod(method);
    QStringList shows{pageLink("gap", place, Inspector::tr("Numeric gap"))};
    if (place.kind == Address::Kind::Node) {
        const auto run = culprit.run ? std::optional(static_cast<qint64>(*culprit.run)) : std::nullopt;
        shows.append(pageLink("outputs", Address::given(place, run), Inspector::tr("compare values")));
    }
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Why it differs"), causeText(culprit.cause), {}};
    group.chain.append(
        {callsMark(*outcome), Inspector::tr("Begins at"), pageLink("graph", place, entityTitle(place)), text(culprit.sentence)});
    group.chain.append({Mark::None, Inspector::tr("Show"), shows.join(QStringLiteral(" · ")), {}});
    return group;
}

/// Each run that is known of with its mark, and the cases that differ.
FactGroup casesGroup(const EntityQuestion& question, std::size_t cases) {
    constexpr std::size_t kMostRuns = 24;
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Cases and runs"), {}, {}};
    group.chain.append({Mark::None,
                        Inspector::tr("References"),
                        cases > 0 ? link(QStringLiteral("page:outputs"), Inspector::tr("%n case(s)", nullptr, counted(cases)))
                                  : Inspector::tr("none in this session"),
                        {}});
    const findings::MethodOutcome* outcome =
        question.verdict != nullptr ? outcomeOf(*question.verdict, question.address.method) : nullptr;
    if (outcome == nullptr) return group;
    group.value = Inspector::tr("%n run(s)", nullptr, counted(outcome->runs.size()));
    QStringList differing;
    for (const std::int64_t column : outcome->differing)
        if (differing.size() < kShownLinks) differing.append(linkTo(caseAddress(question.address.method, column)));
    if (!differing.isEmpty()) group.chain.append({Mark::Differ, Inspector::tr("Differ"), differing.join(QStringLiteral(", ")), {}});
    for (std::size_t i = 0; i < outcome->runs.size() && i < kMostRuns; ++i) {
        const findings::RunOutcome& run = outcome->runs[i];
        group.chain.append({runMark(run), Inspector::tr("run %1").arg(run.run),
                            linkTo(Address::ofRun(static_cast<qint64>(run.run))), runText(run)});
    }
    return group;
}

QString placeText(const EntityQuestion& question) {
    const auto& methods = question.session->methods();
    const auto at = std::ranges::find(methods, question.method(), &session::Method::name) - methods.begin();
    return Inspector::tr("method %1 of %2").arg(at + 1).arg(methods.size());
}

void addStages(const Address& address, const inventory::MethodSummary& summary, EntityFacts& told) {
    Facts nodes, delegates;
    for (const auto& [stage, count] : summary.nodeCounts)
        nodes.append(
            {text(stage), linkTo(Address::ofStage(address.method, stage), Inspector::tr("%n node(s)", nullptr, counted(count)))});
    for (const inventory::DelegateTotals& one : summary.delegates)
        delegates.append({text(one.backend), Inspector::tr("%n call(s)", nullptr, counted(one.calls))});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Stages"), countText(summary.nodeCounts.size()), nodes});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Delegation"), {}, delegates});
}

/// The graph of the stage in numbers, and how its calls stand.
Result<void> addGraph(const EntityQuestion& question, EntityFacts& told, const JobContext& job) {
    const auto index = join::graphIndex({*question.session, question.method()}, question.address.stageId(), job);
    if (!index) return index.failure();
    const graph::GraphModel& model = (*index)->model();
    const modules::Hierarchy& hierarchy = (*index)->hierarchy();
    std::size_t modules = 0;
    for (std::uint32_t m = 0; m < hierarchy.size(); ++m)
        modules += hierarchy.module(modules::ModuleId(m)).kind == modules::ModuleKind::Module ? 1U : 0U;
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Graph"),
                        {},
                        {{Inspector::tr("Nodes"), pageLink("graph", question.address, countText(model.top().nodes.size()))},
                         {Inspector::tr("Modules"), modules == 0 ? Inspector::tr("none recorded") : countText(modules)},
                         {Inspector::tr("Inputs"), countText(model.top().inputs.size())},
                         {Inspector::tr("Outputs"), countText(model.top().outputs.size())}}});
    if (const auto states = moduleStates({*question.session, question.method()}, question.address.stageId(), job))
        told.state = (*states)->of({});
    return {};
}

}  // namespace

Told tellMethod(const EntityQuestion& question, const JobContext& job) {
    const session::Method* method = question.session->method(question.method());
    if (method == nullptr) return fail("no-such-method", Inspector::tr("the session has no such method").toStdString());
    const auto summary = inventory::summary({*question.session, method->name}, job);
    if (!summary) return summary.failure();
    const auto references = compare::methodReferences(*question.session);
    const auto mine = references.find(method->name);
    EntityFacts told{question.address.method, placeText(question), {}, {}};
    told.state =
        question.verdict != nullptr ? methodState(*question.verdict, question.address.method) : checkingState(question.checking);
    if (auto why = whyGroup(question)) told.groups.append(*std::move(why));
    Facts signature;
    for (const inventory::Port& port : (*summary)->inputs) signature.append({Inspector::tr("in"), portText(port)});
    for (const inventory::Port& port : (*summary)->outputs) signature.append({Inspector::tr("out"), portText(port)});
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Signature"),
         Inspector::tr("%1 in · %2 out").arg(countText((*summary)->inputs.size()), countText((*summary)->outputs.size())),
         signature});
    addStages(question.address, **summary, told);
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Weights"), {}, weightFacts((*summary)->data)});
    told.groups.append(casesGroup(question, mine != references.end() ? mine->second.cases : 0));
    return told;
}

Told tellStage(const EntityQuestion& question, const JobContext& job) {
    EntityFacts told;
    if (question.address.stageId().insideDelegate()) {
        auto delegate = tellDelegate(question, job);
        if (!delegate) return delegate.failure();
        told = *std::move(delegate);
    }
    // What has no graph is told by what is known of its method.
    const auto added = addGraph(question, told, job);
    if (!added && (job.cancelled() || told.groups.isEmpty())) return added.failure();
    if (!told.title.isEmpty()) return told;
    auto method = tellMethod(
        {question.session, Address::ofMethod(question.address.method), question.verdict, question.marks, question.checking}, job);
    if (!method) return told;
    told.title = question.address.stage;
    told.second = Inspector::tr("stage of %1").arg(question.address.method);
    told.groups += method->groups;
    return told;
}

}  // namespace etscope::ui
