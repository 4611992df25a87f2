// What is told of a module of a stage.
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "join/graph_index.h"
#include "join/source_lines.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/module_states.h"
#include "profile/module_totals.h"

namespace etscope::ui {
namespace {

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
         {{Inspector::tr("Graph"), pageLink("graph", address, address.stage)},
          {Inspector::tr("Numeric gap"), totals.error ? pageLink("gap", inStage(totals.worstNode), text(totals.worstNode))
                                                      : link(QStringLiteral("page:gap"), Inspector::tr("Numeric gap"))}}});
    return told;
}

}  // namespace etscope::ui
