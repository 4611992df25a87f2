// What is told of a run of a method, of an event of it, and of the time of an instruction: over all runs, what happens inside, and
// how it does against its likes.
#include <algorithm>

#include "answers/call_names.h"
#include "answers/event_rows.h"
#include "charts/histogram_view.h"
#include "compare/run_cases.h"
#include "docks/facts/entity_facts.h"
#include "docks/inspector.h"
#include "join/delegate_bodies.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/words.h"
#include "models/address.h"
#include "profile/call_tree.h"
#include "profile/summary.h"

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
        {Inspector::tr("File"), linkTo(Address::ofFile(namesOfFiles(*question.session).value(static_cast<qsizetype>(run.file))))}};
    facts.append({Inspector::tr("Method"), method.empty() ? Inspector::tr("not known") : linkTo(Address::ofMethod(text(method)))});
    for (const Sentence& reason : run.attribution.evidence) facts.append({QString(), QString(), said(reason)});
    facts.append({Inspector::tr("Case"),
                  run.caseIndex && !method.empty() ? linkTo(caseAddress(text(method), *run.caseIndex)) : Inspector::tr("none"),
                  said(run.caseEvidence)});
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
                            pageLink(PageId::Outputs,
                                     Address::ofOutput(text(*run.attribution.method),
                                                       run.caseIndex ? *run.caseIndex : -1 - static_cast<qint64>(run.index), 0),
                                     Inspector::tr("output 0 against its reference")),
                            {}});
    return group;
}

using profile::CallNode;
using profile::SummaryRow;

/// Of times, and bars at most.
constexpr std::size_t kLeastForBars = 3, kMostBars = 24;

/// A call of a method; no method: nothing is known of it.
struct Call {
    QString method;
    std::int64_t instruction = -1;
};

Call callOf(const session::Session& session, const Address& address, const JobContext& job) {
    if (address.kind == Address::Kind::Node && address.stageId().is(graph::StageId::Kind::Program)) {
        bool isNumber = false;
        const auto around = join::callAround(address.stageId(), address.name.toStdString());  // of what is inside a delegate
        const QString call = around ? text(*around) : address.name;
        const qint64 instruction = call.section(u'/', -1).toLongLong(&isNumber);
        return isNumber && call.startsWith(QLatin1String("0/")) ? Call{address.method, instruction} : Call{};
    }
    if (address.kind != Address::Kind::Event) return {};
    const auto runs = compare::runs(session, job);
    if (!runs || address.column < 0 || static_cast<std::size_t>(address.column) >= (*runs)->size()) return {};
    const join::SessionRun& run = (**runs)[static_cast<std::size_t>(address.column)];
    const auto events = run.dump->events(run.run());
    if (address.index < 0 || static_cast<std::size_t>(address.index) >= events.size()) return {};
    const etdump::Event& event = events[static_cast<std::size_t>(address.index)];
    return event.place.chain == 0 ? Call{text(run.attribution.method.value_or("")), event.place.instruction} : Call{};
}

/// Times of a method's calls over all of its runs: what they are told of, and as what.
struct MethodTimes {
    std::vector<join::SessionRun> runs;  ///< of the method, as the session knows them
    profile::Summary summary;
    std::vector<CallNode> tree;                   ///< by instruction
    std::vector<std::vector<std::size_t>> likes;  ///< rows of the summary that are likes of each other
};
using MethodTimesPtr = std::shared_ptr<const MethodTimes>;

/// No runs: none is known to be of the method. Errors: `cancelled`, those of the runs.
Result<MethodTimesPtr> makeTimes(const session::Session& session, const QString& method, const JobContext& job) {
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    auto made = std::make_shared<MethodTimes>();
    for (const join::SessionRun& run : **all)
        if (text(run.attribution.method.value_or("")) == method) made->runs.push_back(run);
    if (made->runs.empty()) return MethodTimesPtr(std::move(made));
    auto summary = profile::summary(session, made->runs, job);
    if (!summary) return summary.failure();
    made->summary = *std::move(summary);
    auto tree = profile::callTree(made->summary, made->runs, {}, job);
    if (!tree) return tree.failure();
    made->tree = *std::move(tree);
    const CallNames names(session, method, made->runs, job);
    made->likes = profile::likes(
        made->summary, [&](const profile::SummaryRow& row) { return names.of(*row.event.instruction).brief.toStdString(); });
    return MethodTimesPtr(std::move(made));
}

QString percentText(double share) { return QStringLiteral("%1 %").arg(share * 100, 0, 'f', 1); }

class EventTimes {
public:
    EventTimes(const MethodTimes& times, QString method, std::int64_t instruction) : m_times(times), m_method(std::move(method)) {
        for (std::size_t i = 0; i < times.tree.size(); ++i)
            if (times.tree[i].kind == CallNode::Kind::Call && rowOf(times.tree[i]).event.instruction == instruction) m_call = i;
    }
    bool known() const { return m_call.has_value(); }

    FactGroup overRuns() const {
        const CallNode& call = m_times.tree[*m_call];
        const auto& times = call.durations;
        const auto shown = [&](double amount) { return html(timeText(amount, call.unit)); };
        FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Time over all runs"),
                        Inspector::tr("%n run(s)", nullptr, counted(m_times.runs.size())),
                        {}};
        if (times.count < 2) {
            group.facts.append({Inspector::tr("Time"), shown(times.p50)});
        } else {
            group.facts.append({Inspector::tr("p10, p50, p90"),
                                QStringLiteral("%1 · <b>%2</b> · %3").arg(shown(times.p10), shown(times.p50), shown(times.p90))});
            group.facts.append({Inspector::tr("Mean"), shown(times.mean)});
            group.facts.append({Inspector::tr("Longest"), shown(static_cast<double>(times.max)),
                                Inspector::tr("of %1").arg(countText(times.count))});
        }
        if (call.share) group.facts.append(shareFact(call));
        group.times = bars(call);
        return group;
    }

    FactGroup inside() const {
        FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Inside the instruction"), {}, {}};
        for (const CallNode& node : m_times.tree) {
            if (node.parent != static_cast<int>(*m_call)) continue;
            const StepName step = stepName(rowOf(node));
            const bool rest = node.kind == CallNode::Kind::Remainder;
            group.facts.append({rest ? Inspector::tr("call and copy") : step.name,
                                html(timeText(node.durations.p50, node.unit)),
                                {},
                                rest ? Inspector::tr("not measured inside") : step.whole,
                                std::clamp(node.part.value_or(0), 0.0, 1.0)});
        }
        return group;
    }

    /// Its neighbours among them, itself and their median.
    FactGroup likes() const {
        FactGroup group{QT_TRANSLATE_NOOP("etscope::ui::Inspector", "Compare with its likes"), {}, {}};
        const std::size_t row = *m_times.tree[*m_call].row;
        for (const std::vector<std::size_t>& rows : m_times.likes) {
            const auto at = std::ranges::find(rows, row);
            if (at == rows.end()) continue;
            const profile::Likeness like = profile::likeness(m_times.summary, rows, row);
            double widest = like.median;
            const auto begin = at == rows.begin() ? at : at - 1, end = rows.end() - at > 2 ? at + 2 : rows.end();
            for (auto one = begin; one != end; ++one) widest = std::max(widest, medianOf(*one));
            const qsizetype common = commonPart(rows);
            for (auto one = begin; one != end && widest > 0; ++one)
                group.facts.append(likeFact(*one, *one == row, like, widest, common));
            if (widest > 0)
                group.facts.append({Inspector::tr("median"), html(durationText(like.median)), {}, {}, like.median / widest});
            group.facts.append({QString(), html(Inspector::tr("%1 times the median of all %2")
                                                    .arg(QString::number(like.ratio, 'g', 3), countText(rows.size())))});
            group.value = Inspector::tr("same operator, %n layer(s)", nullptr, counted(rows.size()));
        }
        return group;
    }

private:
    const SummaryRow& rowOf(const CallNode& node) const { return m_times.summary.rows[*node.row]; }
    double medianOf(std::size_t row) const { return m_times.summary.rows[row].event.durations.p50; }

    /// One time, or equal ones, have no shape.
    std::optional<TimeBars> bars(const CallNode& call) const {
        const auto& times = call.durations;
        if (times.count < kLeastForBars || times.min == times.max) return std::nullopt;
        const auto low = static_cast<double>(times.min), high = static_cast<double>(times.max);
        const std::size_t count = std::min<std::size_t>(kMostBars, barsFor(times.count));
        TimeBars made{{{}, std::vector<std::uint64_t>(count, 0)}, times.p50, call.unit};
        const double width = (high - low) / static_cast<double>(count);
        for (std::size_t i = 0; i <= count; ++i) made.bars.edges.push_back(low + static_cast<double>(i) * width);
        for (const std::uint64_t one : profile::durationsOf(m_times.runs, rowOf(call).event))
            ++made.bars.counts[std::min(count - 1, static_cast<std::size_t>((static_cast<double>(one) - low) / width))];
        return made;
    }

    Fact shareFact(const CallNode& call) const {
        std::size_t calls = 0, longer = 0;
        for (const CallNode& node : m_times.tree) {
            if (node.kind != CallNode::Kind::Call) continue;
            ++calls;
            longer += node.perRun > call.perRun ? 1U : 0U;
        }
        return {Inspector::tr("Share"), percentText(*call.share),
                Inspector::tr("of all instructions, rank %1 of %2").arg(countText(longer + 1), countText(calls))};
    }

    /// Of the paths of their modules, up to where they differ.
    qsizetype commonPart(const std::vector<std::size_t>& rows) const {
        std::string_view common = m_times.summary.rows[rows.front()].module;
        for (const std::size_t row : rows) {
            const std::string& module = m_times.summary.rows[row].module;
            const auto [one, other] = std::ranges::mismatch(common, module);
            common = common.substr(0, static_cast<std::size_t>(one - common.begin()));
        }
        return static_cast<qsizetype>(common.rfind('.') + 1);  // none: from the start
    }

    Fact likeFact(std::size_t row, bool itself, const profile::Likeness& like, double widest, qsizetype common) const {
        const SummaryRow& one = m_times.summary.rows[row];
        const QString time = durationText(medianOf(row)), module = text(one.module);
        const QString shown = itself ? QStringLiteral("<b>%1</b>").arg(html(time))
                                     : linkTo(Address::ofInstruction(m_method, *one.event.instruction), time);
        return {text(one.module.substr(static_cast<std::size_t>(common))),
                shown,
                {},
                module,
                medianOf(row) / widest,
                itself && like.odd()};
    }

    const MethodTimes& m_times;
    const QString m_method;
    std::optional<std::size_t> m_call;  ///< of the tree
};

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
                         {Inspector::tr("Events"), link(Link::on(PageId::Events), countText(events.size()))},
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
        facts.append({Inspector::tr("Operator"),
                      call.whole.isEmpty() ? Inspector::tr("not known") : html(call.whole).replace(u'\n', QLatin1String("<br>"))});
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

Result<QList<FactGroup>> timeGroups(const SessionPtr& session, const Address& address, const JobContext& job) {
    const Call call = callOf(*session, address, job);
    if (call.method.isEmpty()) return QList<FactGroup>();
    const auto times =
        session->store().get<MethodTimes>(call.method.toStdString(), job, [&] { return makeTimes(*session, call.method, job); });
    if (!times) return times.failure();
    const EventTimes told(**times, call.method, call.instruction);
    if (!told.known()) return QList<FactGroup>();
    return QList<FactGroup>{told.overRuns(), told.inside(), told.likes()};
}

}  // namespace etscope::ui
