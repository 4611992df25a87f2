// What is told of a run of a method, and of an event of it.
#include <algorithm>

#include "compare/run_cases.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "frame/file_names.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "pages/call_names.h"

namespace etscope::ui {
namespace {

struct FoundRun {
    std::shared_ptr<const std::vector<join::SessionRun>> all;
    const join::SessionRun* run = nullptr;
};

Result<FoundRun> findRun(const EntityQuestion& question, const JobContext& job) {
    const auto runs = compare::runs(*question.session, job);
    if (!runs) return runs.failure();
    const qint64 at = question.address.column;
    if (at < 0 || static_cast<std::size_t>(at) >= (*runs)->size())
        return fail("no-such-run", Inspector::tr("the session has no such run").toStdString());
    return FoundRun{*runs, &(**runs)[static_cast<std::size_t>(at)]};
}

/// From the beginning of the first event to the end of the last.
std::optional<double> lengthOf(std::span<const etdump::Event> events) {
    std::optional<std::uint64_t> first, last;
    for (const etdump::Event& event : events) {
        if (event.clockWrapped) return std::nullopt;
        first = std::min(first.value_or(event.start), event.start);
        last = std::max(last.value_or(event.end), event.end);
    }
    return first && *last >= *first ? std::optional(static_cast<double>(*last - *first)) : std::nullopt;
}

FactGroup whichGroup(const EntityQuestion& question, const join::SessionRun& run) {
    const std::string method = run.attribution.method.value_or(std::string());
    Facts facts{
        {Inspector::tr("Number"), QString::number(run.index)},
        {Inspector::tr("File"), linkTo(Address::ofFile(fileNames(*question.session).value(static_cast<qsizetype>(run.file))))}};
    facts.append({Inspector::tr("Method"), method.empty() ? Inspector::tr("not known") : linkTo(Address::ofMethod(text(method)))});
    for (const std::string& reason : run.attribution.evidence) facts.append({QString(), QString(), text(reason)});
    facts.append({Inspector::tr("Case"),
                  run.caseIndex && !method.empty() ? linkTo(caseAddress(text(method), *run.caseIndex)) : Inspector::tr("none"),
                  text(run.caseEvidence)});
    return {QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Run"), {}, facts};
}

/// What it gave, as far as that was compared.
FactGroup outputsGroup(const EntityQuestion& question, const join::SessionRun& run) {
    FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Outputs"), {}, {}};
    if (question.verdict == nullptr) {
        group.facts.append({Inspector::tr("Compared"), checkingState(question.checking).words});
        return group;
    }
    const EntityState state = runState(*question.verdict, static_cast<std::int64_t>(run.index));
    group.chain.append({state.mark, Inspector::tr("Compared"), html(state.words), {}});
    if (run.attribution.method)
        group.chain.append({Mark::None,
                            Inspector::tr("Error"),
                            pageLink("outputs",
                                     Address::ofOutput(text(*run.attribution.method),
                                                       run.caseIndex ? *run.caseIndex : -1 - static_cast<qint64>(run.index), 0),
                                     Inspector::tr("output 0 against its reference")),
                            {}});
    return group;
}

}  // namespace

Told tellRun(const EntityQuestion& question, const JobContext& job) {
    const auto found = findRun(question, job);
    if (!found) return found.failure();
    const join::SessionRun& run = *found->run;
    const auto events = run.dump->events(run.run());
    EntityFacts told{entityTitle(question.address), text(run.attribution.method.value_or(std::string())), {}, {}};
    told.state =
        question.verdict != nullptr ? runState(*question.verdict, question.address.column) : checkingState(question.checking);
    if (told.state.mark != Mark::Differ) told.state.words = markName(told.state.mark);
    told.groups.append(whichGroup(question, run));
    told.groups.append(outputsGroup(question, run));
    const auto length = lengthOf(events);
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Time"),
                        {},
                        {{Inspector::tr("Length"), length ? html(durationText(*length)) : Inspector::tr("not known")},
                         {Inspector::tr("Events"), link(QStringLiteral("page:events"), countText(events.size()))},
                         {Inspector::tr("Logged values"), countText(run.run().values.count)}}});
    return told;
}

Told tellEvent(const EntityQuestion& question, const JobContext& job) {
    const auto found = findRun(question, job);
    if (!found) return found.failure();
    const join::SessionRun& run = *found->run;
    const auto events = run.dump->events(run.run());
    const qint64 at = question.address.index;
    if (at < 0 || static_cast<std::size_t>(at) >= events.size())
        return fail("no-such-run", Inspector::tr("the run has no such event").toStdString());
    const etdump::Event& one = events[static_cast<std::size_t>(at)];
    const QString method = text(run.attribution.method.value_or(std::string()));
    EntityFacts told{entityTitle(question.address), {}, {}, {}};
    Facts facts;
    if (!method.isEmpty() && one.place.chain == 0 && one.place.instruction >= 0) {
        const CallName call = CallNames(*question.session, method, {run.index < found->all->size() ? &run : nullptr, 1}, job)
                                  .of(one.place.instruction);
        told.title = call.name.isEmpty() ? told.title : call.name;
        told.second = call.module;
        facts.append({Inspector::tr("Operator"), call.whole.isEmpty() ? Inspector::tr("not known") : html(call.whole)});
        facts.append({Inspector::tr("Module"), call.module.isEmpty() ? Inspector::tr("not recorded") : html(call.module)});
        facts.append({Inspector::tr("Instruction"), linkTo(Address::ofInstruction(method, one.place.instruction),
                                                           QStringLiteral("0/%1").arg(one.place.instruction))});
    }
    facts.append({Inspector::tr("Time"), html(durationText(static_cast<double>(one.duration())))});
    facts.append({Inspector::tr("Run"), linkTo(Address::ofRun(question.address.column))});
    told.groups.append({QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Event"), {}, facts});
    told.groups.append(whichGroup(question, run));
    return told;
}

}  // namespace etscope::ui
