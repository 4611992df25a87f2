// What is told of a method, of a stage of it and of a module of that.
#include <algorithm>

#include "answers/module_states.h"
#include "compare/output_sources.h"
#include "docks/facts/entity_facts.h"
#include "docks/facts/node_parts.h"
#include "docks/inspector.h"
#include "findings/overview.h"
#include "inventory/summary.h"
#include "join/source_lines.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "profile/module_totals.h"
#include "workspace/verdict_words.h"

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

/// How many there are, and the cases that differ; which run is in view says the strip of runs.
FactGroup casesGroup(const EntityQuestion& question, std::size_t cases) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Cases and runs"), {}, {}};
    group.chain.append({Mark::None,
                        Inspector::tr("References"),
                        cases > 0 ? link(Link::on(PageId::Outputs), Inspector::tr("%n case(s)", nullptr, counted(cases)))
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
                        {{Inspector::tr("Nodes"), pageLink(PageId::Graph, question.address, countText(model.top().nodes.size()))},
                         {Inspector::tr("Modules"), modules == 0 ? Inspector::tr("none recorded") : countText(modules)},
                         {Inspector::tr("Inputs"), countText(model.top().inputs.size())},
                         {Inspector::tr("Outputs"), countText(model.top().outputs.size())}}});
    if (const auto states = moduleStates({*question.session, question.method()}, question.address.stageId(), job))
        told.state = (*states)->of({});
    return {};
}

constexpr qsizetype kModuleFactsMostOperators = 8;

QString operatorsText(const profile::ModuleTotals& totals) {
    QStringList operators;
    for (const auto& [name, count] : totals.operators)
        if (operators.size() < kModuleFactsMostOperators)
            operators.append(QStringLiteral("%1 × %2").arg(html(text(name))).arg(count));
    const qsizetype more = static_cast<qsizetype>(totals.operators.size()) - operators.size();
    if (more > 0) operators.append(Inspector::tr("%1 more").arg(more));
    return operators.join(QStringLiteral("<br>"));
}

/// Where its first operator that has a stack trace was written.
Fact sourceFact(const EntityQuestion& question, const JobContext& job) {
    constexpr int kMostTried = 16;
    const std::string method = question.method();
    const graph::StageId stage = question.address.stageId();
    Fact fact{Inspector::tr("Source line"), Inspector::tr("not recorded")};
    const auto index = join::graphIndex({*question.session, method}, stage, job);
    if (!index) return fact;
    int tried = 0;
    for (const graph::NodeId node : profile::nodesOfModule((*index)->hierarchy(), question.address.name.toStdString())) {
        if (++tried > kMostTried) break;
        const std::string path = (*index)->model().nodePath(node);
        const auto lines = join::sourceLines({*question.session, method}, stage, path, job);
        if (!lines || lines->frames.empty()) continue;
        const exported::Frame& frame = lines->frames[join::ownFrame(lines->frames)];
        fact.content = QStringLiteral("%1:%2 %3")
                           .arg(html(text(frame.file).section(QLatin1Char('/'), -1)))
                           .arg(frame.line)
                           .arg(html(text(frame.function)));
        fact.note = Inspector::tr("of %1").arg(text(path));
        break;
    }
    return fact;
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

Told tellModule(const EntityQuestion& question, const JobContext& job) {
    const Address& address = question.address;
    const auto found =
        profile::moduleTotals({*question.session, question.method()}, address.stageId(), address.name.toStdString(), job);
    if (!found) return found.failure();
    const profile::ModuleTotals& totals = *found;
    EntityFacts told{address.name, text(totals.className), {}, {}};
    if (const auto states = moduleStates({*question.session, question.method()}, address.stageId(), job))
        told.state = (*states)->of(address.name.toStdString());
    const auto inStage = [&](const std::string& node) { return Address::ofNode(address.method, address.stage, text(node)); };
    Facts facts{{Inspector::tr("Path"), code(address.name)},
                {Inspector::tr("Class"), totals.className.empty() ? Inspector::tr("not recorded") : html(text(totals.className))},
                sourceFact(question, job)};
    if (totals.like)
        facts.append({Inspector::tr("Like"), linkTo(Address::ofModule(address.method, address.stage, text(*totals.like)))});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Module"), {}, facts});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Inside"),
                        Inspector::tr("%n node(s)", nullptr, counted(totals.nodes)),
                        {{Inspector::tr("Nodes"), countText(totals.nodes)},
                         {Inspector::tr("Operators"), operatorsText(totals)},
                         {Inspector::tr("Weights"),
                          Inspector::tr("%n tensor(s), %1", nullptr, counted(totals.weights))
                              .arg(totals.weightBytes ? bytesText(*totals.weightBytes) : Inspector::tr("bytes not known"))}}});
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "In the runs"),
         {},
         {{Inspector::tr("Time"), totals.ticks ? html(durationText(*totals.ticks)) : Inspector::tr("no run tells"),
           totals.sharedCalls ? Inspector::tr("some calls run operators outside it, too") : QString()},
          {Inspector::tr("Largest error"),
           totals.error ? linkTo(inStage(totals.worstNode), floatText(*totals.error)) : Inspector::tr("nothing of it was compared"),
           totals.error ? text(totals.worstNode) : QString()}}});
    told.groups.append(
        {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Show"),
         {},
         {{pageTitle(PageId::Graph), pageLink(PageId::Graph, address, address.stage)},
          {pageTitle(PageId::Gap), totals.error ? pageLink(PageId::Gap, inStage(totals.worstNode), text(totals.worstNode))
                                                : link(Link::on(PageId::Gap), pageTitle(PageId::Gap))}}});
    return told;
}

}  // namespace etscope::ui
