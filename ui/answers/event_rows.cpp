#include "answers/event_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "answers/call_names.h"
#include "answers/tables.h"
#include "compare/run_cases.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "profile/call_tree.h"
#include "profile/compared_runs.h"
#include "profile/summary.h"

namespace etscope::ui {

using profile::CallNode;

/// What an instruction runs.
struct EventCall {
    CallName name;
    QString runsAs, backend;  ///< "XNNPACK 12", "XnnpackBackend"
};

/// A call, what happened in it, or several calls.
struct EventRow {
    const CallNode* node = nullptr;              ///< null: a call that only the other side made
    const profile::SummaryRow* event = nullptr;  ///< null: several calls
    const EventCall* call = nullptr;             ///< of a call
    const profile::Likeness* like = nullptr;     ///< of a call that has likes
    const profile::TimeDifference* against = nullptr;
    const profile::MedianDifference* medians = nullptr;  ///< of a row with durations on both sides
    bool noise = false;                                  ///< is all that they differ by

    bool is(CallNode::Kind kind) const { return node != nullptr && node->kind == kind; }
    profile::TimeUnit unit() const { return node != nullptr ? node->unit : profile::TimeUnit::Ticks; }
};

namespace {

using NodeKind = CallNode::Kind;

/// What says little of what happened once, of one side, and first where there is little room; of both sides more.
constexpr std::array kOfMany{"count", "p10", "p50", "p90", "max"};
constexpr std::array kOfBoth{"other_p10", "other_p50", "other_p90", "difference", "ratio", "noise"};
constexpr std::array kRoomy{"p10", "max", "likes"};
constexpr std::array kRoomyOfBoth{"other_p10", "other_p90", "p90"};

bool hasEvents(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

using RunList = std::vector<join::SessionRun>;

/// Those that are chosen, else a whole set: runs of another kind have other instructions under the same numbers.
Result<RunList> chosenRuns(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job) {
    const auto all = compare::runs(*session, job);
    if (!all) return all.failure();
    const profile::RunSets sets = profile::runSets(**all);
    const auto set = choice.set ? choice.set : firstSet(sets, **all, method);
    const EventsAgainst& other = choice.against;
    const bool apart = other.session == session && other.file.has_value();
    RunList chosen;
    for (std::size_t r = 0; r < (*all)->size(); ++r) {
        const join::SessionRun& run = (**all)[r];
        if (text(run.attribution.method.value_or("")) != method) continue;
        if (choice.runs.empty() ? sets.setOfRun[r] == set && !(apart && run.file == *other.file) : choice.runs.contains(run.index))
            chosen.push_back(run);
    }
    return chosen;
}

/// Of the other side those that are of a set with them.
Result<RunList> runsAgainst(const RunList& own, const EventsAgainst& other, const JobContext& job) {
    const auto all = compare::runs(*other.session, job);
    if (!all) return all.failure();
    RunList theirs = profile::runsLike(own.front(), **all);
    if (other.file) std::erase_if(theirs, [&](const join::SessionRun& run) { return run.file != *other.file; });
    return theirs;
}

std::optional<double> nanosecondsOf(double amount, profile::TimeUnit unit) {
    const auto seconds = profile::secondsOf(unit, kTicksPerMillisecond * 1e3);
    return seconds ? std::optional(amount * *seconds * 1e9) : std::nullopt;
}

/// With its own unit; copied as nanoseconds.
Cell timeCell(double amount, profile::TimeUnit unit = profile::TimeUnit::Ticks) {
    const auto ns = nanosecondsOf(amount, unit);
    if (!ns) return {.text = timeText(amount, unit), .sort = amount};
    return {.text = timeText(amount, unit), .sort = *ns, .copy = QString::number(*ns, 'g', 15)};
}

Cell differenceCell(double amount, profile::TimeUnit unit) {
    Cell cell = timeCell(std::abs(amount), unit);
    if (amount == 0) return cell;
    const bool less = amount < 0;
    cell.text.prepend(less ? QChar(0x2212) : QChar('+'));
    cell.sort = less ? -cell.sort.toDouble() : cell.sort.toDouble();
    if (less && !cell.copy.isEmpty()) cell.copy.prepend(u'-');
    return cell;
}

Cell instructionCell(const EventRow& row) {
    const auto instruction = row.event != nullptr  ? row.event->event.instruction
                             : row.node == nullptr ? row.against->instruction
                                                   : std::nullopt;
    if (!instruction) return noCell();
    const QString name = QStringLiteral("0/%1").arg(*instruction);
    return {.text = row.is(NodeKind::Inside) || row.is(NodeKind::Remainder) ? QString() : name,
            .sort = QVariant::fromValue(static_cast<qlonglong>(*instruction)),
            .copy = name};
}

Cell calledCell(const EventRow& row) {
    if (row.node == nullptr) return {.text = text(row.against->name), .mark = Mark::Missing, .dim = true};
    if (row.is(NodeKind::Group)) {
        const bool none = row.node->name.empty();
        return {.text = none ? QObject::tr("none") : text(row.node->name), .dim = none};
    }
    if (row.is(NodeKind::Remainder)) return {.text = QObject::tr("call and copy"), .mark = Mark::Missing, .dim = true, .indent = 1};
    if (row.is(NodeKind::Call)) {
        const CallName& name = row.call->name;
        if (name.brief.isEmpty() && row.event->event.name == "OPERATOR_CALL")
            return {.text = QObject::tr("not known"), .tooltip = QObject::tr("No kernel was noted"), .dim = true};
        return {.text = name.brief.isEmpty() ? text(row.event->event.name) : name.brief,
                .tooltip = name.whole,
                .family = static_cast<int>(name.family)};
    }
    const StepName step = stepName(*row.event);
    return {.text = step.name, .tooltip = step.whole, .family = step.family, .indent = row.is(NodeKind::Inside) ? 1 : 0};
}

/// The nodes that a step inside a delegate runs, and what its backend noted beside it; else its whole id.
Cell insideCell(const profile::SummaryRow& row) {
    const QString whole = stepName(row).whole, noted = row.metadata ? text(row.metadata->text()) : QString();
    QStringList shown;
    for (const std::string& node : row.nodes) shown.append(text(node));
    if (!noted.isEmpty()) shown.append(noted);
    if (shown.isEmpty()) return {.text = whole, .dim = true};
    return {.text = shown.join(QStringLiteral(", ")), .tooltip = whole, .dim = true};
}

Cell aroundCell(const EventRow& row) {
    if (row.node == nullptr) return {.text = QObject::tr("only on the other side"), .dim = true};
    switch (row.node->kind) {
        case NodeKind::Group: return {.text = QObject::tr("%n instruction(s)", nullptr, counted(row.node->calls)), .dim = true};
        case NodeKind::Remainder: return {.text = QObject::tr("not measured inside"), .dim = true};
        case NodeKind::Call: return nameCell(row.call->name.module);
        case NodeKind::Inside: return insideCell(*row.event);
        case NodeKind::Other: break;
    }
    return nameCell(text(row.event->module));
}

Cell runsAsCell(const EventRow& row) {
    if (row.is(NodeKind::Call)) return {.text = row.call->runsAs, .tooltip = row.call->backend};
    if (!row.is(NodeKind::Inside) && !row.is(NodeKind::Other)) return noCell();
    return {.text = word(text(profile::timeLevelName(row.event->level))), .dim = true};
}

template <auto statistic>
Cell durationCell(const EventRow& row) {
    return row.node == nullptr ? noCell() : timeCell(static_cast<double>(row.node->durations.*statistic), row.unit());
}

template <auto statistic>
Cell otherDurationCell(const EventRow& row) {
    return row.against == nullptr ? noCell() : timeCell(row.against->right.*statistic, row.unit());
}

Cell medianDifferenceCell(const EventRow& row) {
    if (row.medians == nullptr) return noCell();
    Cell cell = differenceCell(row.medians->difference(), row.unit());
    cell.dim = row.noise;
    return cell;
}

Cell ratioCell(const EventRow& row) {
    if (row.node == nullptr || row.against == nullptr || !(row.against->left.p50 > 0)) return noCell();
    const double ratio = row.against->right.p50 / row.against->left.p50;
    return {.text = QStringLiteral("× %1").arg(ratio, 0, 'f', 2),
            .sort = ratio,
            .copy = QString::number(ratio, 'g', 6),
            .dim = row.noise};
}

Cell noiseCell(const EventRow& row) {
    if (row.medians == nullptr || !row.medians->low) return noCell();
    return {.text = QObject::tr("%1 … %2").arg(differenceCell(*row.medians->low, row.unit()).text,
                                               differenceCell(*row.medians->high, row.unit()).text),
            .sort = *row.medians->low,
            .tooltip = row.noise ? QObject::tr("Within the noise") : QObject::tr("More than noise"),
            .dim = row.noise};
}

/// An outlier among its likes has a mark.
Cell likenessCell(const EventRow& row) {
    if (row.like == nullptr) return noCell();
    const profile::Likeness& like = *row.like;
    const QString words = QObject::tr("%1 times the median of it and its %n like(s), %2", nullptr, counted(like.calls - 1))
                              .arg(QString::number(like.ratio, 'g', 3), durationText(like.median));
    return {.text = QStringLiteral("× %1").arg(like.ratio, 0, 'f', 2),
            .sort = like.ratio,
            .mark = like.odd() ? Mark::Warning : Mark::None,
            .tooltip = words,
            .copy = QString::number(like.ratio, 'g', 6),
            .dim = !like.odd()};
}

Cell timePartCell(const EventRow& row) {
    if (row.node == nullptr) return noCell();
    const bool ofAll = row.node->share || row.is(NodeKind::Call);
    const auto part = ofAll ? row.node->share : row.node->part;
    if (!part) return noCell();
    const QString percent = QString::number(*part * 100, 'f', 1);
    if (!ofAll) return {.text = QObject::tr("%1 % of it").arg(percent), .sort = *part, .dim = true};
    return {.text = percent + QStringLiteral(" %"), .sort = *part, .share = std::min(1.0, *part)};
}

/// All that rows point to.
struct EventAnswer {
    profile::Summary summary;
    std::map<std::int64_t, EventCall> calls = {};  ///< by instruction
    std::vector<std::optional<profile::Likeness>> likes = {};
    std::vector<CallNode> tree = {};
    std::vector<profile::TimeDifference> differences = {};

    const EventCall& callOf(const profile::SummaryRow& row) const { return calls.at(*row.event.instruction); }
};

EventCall callOf(const profile::SummaryRow& row, CallName name) {
    const QString backend = text(row.backend), runsAs = name.runsAs.isEmpty() ? backend : name.runsAs;
    return {std::move(name), runsAs, backend == runsAs ? QString() : backend};
}

/// Empty: each call by itself.
profile::GroupName groupName(const EventAnswer& answer, EventsBy by) {
    using Row = profile::SummaryRow;
    switch (by) {
        case EventsBy::Operator: return [&](const Row& row) { return answer.callOf(row).name.brief.toStdString(); };
        case EventsBy::Module: return [](const Row& row) { return row.module; };
        case EventsBy::Backend: return [](const Row& row) { return row.backend; };
        case EventsBy::Layer:
            return [](const Row& row) {
                const auto layer = profile::layerOf(row.module);
                return layer ? layer->path : std::string();
            };
        default: return {};
    }
}

Result<std::shared_ptr<EventAnswer>> eventAnswer(const session::Session& session, const QString& method, EventsBy by,
                                                 const std::vector<join::SessionRun>& runs, const JobContext& job) {
    auto summary = profile::summary(session, runs, job);
    if (!summary) return summary.failure();
    auto answer = std::make_shared<EventAnswer>(EventAnswer{*std::move(summary)});
    const CallNames names(session, method, runs, job);
    for (const profile::SummaryRow& row : answer->summary.rows)
        if (row.level == profile::TimeLevel::Instruction && row.event.instruction &&
            !answer->calls.contains(*row.event.instruction))
            answer->calls.emplace(*row.event.instruction, callOf(row, names.of(*row.event.instruction)));
    answer->likes = profile::likenesses(answer->summary, groupName(*answer, EventsBy::Operator));
    auto tree = profile::callTree(answer->summary, runs, groupName(*answer, by), job);
    if (!tree) return tree.failure();
    answer->tree = *std::move(tree);
    return answer;
}

/// Those of the tree, then calls that only the other side made.
std::vector<EventRow> rowsOf(const EventAnswer& answer) {
    std::map<std::tuple<std::optional<std::int64_t>, std::string, std::string>, const profile::TimeDifference*> differences;
    for (const profile::TimeDifference& one : answer.differences)
        differences.try_emplace({one.instruction, one.name, one.delegateId}, &one);
    std::vector<EventRow> rows;
    for (const CallNode& node : answer.tree) {
        EventRow& row = rows.emplace_back(EventRow{.node = &node});
        if (!node.row) continue;
        row.event = &answer.summary.rows[*node.row];
        const profile::EventStatistics& event = row.event->event;
        if (node.kind == NodeKind::Call) row.call = &answer.callOf(*row.event);
        if (node.kind == NodeKind::Call && answer.likes[*node.row]) row.like = &*answer.likes[*node.row];
        const auto hit = differences.find({event.instruction, event.name, event.delegateId});
        if (node.kind == NodeKind::Remainder || hit == differences.end() || hit->second->right.count == 0) continue;
        row.against = hit->second;
        if (!row.against->medians) continue;
        row.medians = &*row.against->medians;
        row.noise = row.medians->withinNoise().value_or(false);
    }
    for (const profile::TimeDifference& one : answer.differences)
        if (one.left.count == 0 && one.level == profile::TimeLevel::Instruction) rows.push_back({.against = &one});
    return rows;
}

/// What one run took at the median: its executions, else its instructions together.
QString wholeText(std::span<const join::SessionRun> runs) {
    const etdump::DurationStatistics times = profile::runTimes(runs);
    return times.count == 0 ? QObject::tr("time not known") : durationText(times.p50);
}

QString summaryText(std::span<const join::SessionRun> runs) {
    const QString whole = wholeText(runs);
    const QString took = runs.size() == 1 ? QObject::tr("run %1: %2").arg(runs.front().index).arg(whole)
                                          : QObject::tr("%n run(s): %1 at the median", nullptr, counted(runs.size())).arg(whole);
    return QStringList{took, QObject::tr("share of all instructions"), QObject::tr("ticks taken as ns")}.join(
        QStringLiteral(" · "));
}

}  // namespace

QString timeText(double amount, profile::TimeUnit unit) {
    if (const auto ns = nanosecondsOf(amount, unit)) return durationText(*ns);
    const QString number = QString::number(amount, 'f', 0), name = word(text(profile::timeUnitName(unit)));
    return name.isEmpty() ? number : number + QLatin1Char(' ') + name;
}

Address instructionAddress(const session::Session& session, const QString& method, const std::optional<std::int64_t>& instruction) {
    if (!instruction || *instruction < 0 || session.plan(method.toStdString()) == nullptr) return {};
    return Address::ofInstruction(method, *instruction);
}

std::optional<std::size_t> firstSet(const profile::RunSets& sets, std::span<const join::SessionRun> runs, const QString& method) {
    const std::string name = method.toStdString();
    if (const auto longest = profile::longestSet(sets.sets, profile::setTimes(sets.sets, runs), name)) return longest;
    const auto any = std::ranges::find(sets.sets, name, &profile::RunSet::method);
    return any != sets.sets.end() ? std::optional(static_cast<std::size_t>(any - sets.sets.begin())) : std::nullopt;
}

Result<Rows> eventRows(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job) {
    const EventsAgainst& other = choice.against;
    const auto runs = chosenRuns(session, method, choice, job);
    if (!runs) return runs.failure();
    if (runs->empty()) {
        Rows rows;
        rows.nothing =
            method.isEmpty()
                ? Nothing{QObject::tr("No events"), QObject::tr("These files hold no run that could be read."),
                          QObject::tr("Add the ETDump of a run.")}
                : Nothing{QObject::tr("No events of %1").arg(method), QObject::tr("No run is known to be of this method."),
                          QObject::tr("Choose another method, or add the ETDump of a run of this one.")};
        return rows;
    }
    auto answer = eventAnswer(*session, method, choice.by, *runs, job);
    if (!answer) return answer.failure();
    QString against;
    if (other.session != nullptr) {
        const auto theirs = runsAgainst(*runs, other, job);
        if (!theirs) return theirs.failure();
        auto found = profile::comparedTimes(*session, *runs, *other.session, *theirs, job);
        if (!found) return found.failure();
        (*answer)->differences = *std::move(found);
        against = theirs->empty() ? QObject::tr("the other side has no run of this method")
                                  : QObject::tr("other: %n run(s), %1", nullptr, counted(theirs->size())).arg(wholeText(*theirs));
    }
    std::vector<EventRow> all = rowsOf(**answer);
    std::vector<int> parents;
    for (const EventRow& row : all) parents.push_back(row.node != nullptr ? row.node->parent : -1);
    const auto addressOf = [&](const EventRow& row) {
        return row.event != nullptr ? instructionAddress(*session, method, row.event->event.instruction) : Address();
    };
    Rows rows = Tables::events().rows(std::move(all), addressOf, *answer);
    rows.parents = std::move(parents);
    rows.summary = against.isEmpty() ? summaryText(*runs) : summaryText(*runs) + QStringLiteral(" · ") + against;
    return rows;
}

bool eventColumnSaysLittle(const QString& key, bool once, bool compared, bool narrow) {
    const auto isAmong = [&](const auto& keys) {
        return std::ranges::any_of(keys, [&](const char* one) { return key == QLatin1String(one); });
    };
    return key == QLatin1String("count") || (key == QLatin1String("time") && (!once || compared)) ||
           (once && !compared && isAmong(kOfMany)) || (!compared && isAmong(kOfBoth)) ||
           (narrow && (isAmong(kRoomy) || (compared && isAmong(kRoomyOfBoth))));
}

const TypedSpec<EventRow>& Tables::events() {
    using Row = EventRow;
    using Durations = etdump::DurationStatistics;
    static const TypedSpec<Row> kSpec{
        {"eventTable", QT_TR_NOOP("Reading events"), QT_TR_NOOP("linear, module:layers.0, p50>100us"), hasEvents,
         QT_TR_NOOP("No events"), QT_TR_NOOP("Events are what a run of the program writes into an ETDump (.etdp)."),
         QT_TR_NOOP("Add the ETDump of a run, with its debug buffer when there is one."), nullptr},
        {{{QT_TR_NOOP("Instr."), QT_TR_NOOP("Chain and instruction"), kCode, 9}, instructionCell},
         {{QT_TR_NOOP("Operator"), QT_TR_NOOP("What the instruction computes; under it what its kernel or backend noted inside"),
           kCode},
          calledCell},
         {{QT_TR_NOOP("Module"), QT_TR_NOOP("The innermost around all that it runs"), kCode}, aroundCell},
         {{QT_TR_NOOP("Runs as"), QT_TR_NOOP("The backend with the number of the delegate, or a CPU kernel"), kPlain, 13},
          runsAsCell},
         {{QT_TR_NOOP("Count"), QT_TR_NOOP("Occurrences in the runs of the method"), kNumber, 8},
          [](const Row& row) { return row.node == nullptr ? noCell() : countCell(row.node->durations.count); }},
         {{QT_TR_NOOP("Time"), QT_TR_NOOP("Of all its occurrences together"), kNumber, 11, 0, QT_TR_NOOP("Time ns")},
          [](const Row& row) { return row.node == nullptr ? noCell() : timeCell(row.node->ticks, row.unit()); }},
         {{QT_TR_NOOP("p10"), QT_TR_NOOP("A tenth of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p10 ns")},
          durationCell<&Durations::p10>},
         {{QT_TR_NOOP("p50"), QT_TR_NOOP("Half of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p50 ns")},
          durationCell<&Durations::p50>},
         {{QT_TR_NOOP("p90"), QT_TR_NOOP("Nine tenths of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p90 ns")},
          durationCell<&Durations::p90>},
         {{QT_TR_NOOP("max"), QT_TR_NOOP("The longest"), kNumber, 11, 0, QT_TR_NOOP("max ns")}, durationCell<&Durations::max>},
         {{QT_TR_NOOP("Other p10"), QT_TR_NOOP("The same on the other side: a tenth is shorter"), kNumber, 11, 0,
           QT_TR_NOOP("Other p10 ns")},
          otherDurationCell<&Durations::p10>},
         {{QT_TR_NOOP("Other p50"), QT_TR_NOOP("The same on the other side: half is shorter"), kNumber, 11, 0,
           QT_TR_NOOP("Other p50 ns")},
          otherDurationCell<&Durations::p50>},
         {{QT_TR_NOOP("Other p90"), QT_TR_NOOP("The same on the other side: nine tenths are shorter"), kNumber, 11, 0,
           QT_TR_NOOP("Other p90 ns")},
          otherDurationCell<&Durations::p90>},
         {{QT_TR_NOOP("Difference"), QT_TR_NOOP("How much longer the other side's median is; grey: within the noise"), kNumber, 11,
           0, QT_TR_NOOP("Difference ns")},
          medianDifferenceCell},
         {{QT_TR_NOOP("Ratio"), QT_TR_NOOP("The other side's median over this one's"), kNumber, 8}, ratioCell},
         {{QT_TR_NOOP("Noise"),
           QT_TR_NOOP("Where the difference lies in 95 of 100 resamplings of both sides; an interval around 0 is noise"), kNumber,
           16},
          noiseCell},
         {{QT_TR_NOOP("Likes"), QT_TR_NOOP("Its median over that of the same operators at the same place of the other layers"),
           kNumber, 9},
          likenessCell},
         {{QT_TR_NOOP("Share"), QT_TR_NOOP("Of the time of all instructions; of what happens inside one, of that instruction"),
           kNumber, 17},
          timePartCell}}};
    return kSpec;
}

}  // namespace etscope::ui
