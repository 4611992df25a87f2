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
namespace {

using profile::CallNode;

constexpr std::array kPercentiles{4, 6, 7, 8, 9};  // with the count
/// What it runs as, p10, max, likes; beside another side p10 and p90 of that, and p90.
constexpr std::array kNarrow{3, 6, 9, 16, 10, 12, 8};
constexpr std::array kAgainst{10, 11, 12, 13, 14, 15};

const Cell kNone = noCell();

bool hasEvents(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

/// Runs of the method, in a session or in one of its files.
Result<std::vector<join::SessionRun>> runsOf(const session::Session& session, const QString& method,
                                             const std::function<bool(const join::SessionRun&)>& wanted, const JobContext& job) {
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    std::vector<join::SessionRun> mine;
    for (const join::SessionRun& run : **all)
        if (text(run.attribution.method.value_or("")) == method && wanted(run)) mine.push_back(run);
    return mine;
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

Cell ratioCell(double left, double right) {
    if (!(left > 0)) return kNone;
    return {.text = QStringLiteral("× %1").arg(right / left, 0, 'f', 2),
            .sort = right / left,
            .copy = QString::number(right / left, 'g', 6)};
}

Cell timeShareCell(const std::optional<double>& share) {
    if (!share) return kNone;
    return {.text = QStringLiteral("%1 %").arg(*share * 100, 0, 'f', 1), .sort = *share, .share = std::min(1.0, *share)};
}

Cell timePartCell(const std::optional<double>& part) {
    if (!part) return kNone;
    return {.text = QObject::tr("%1 % of it").arg(*part * 100, 0, 'f', 1), .sort = *part, .dim = true};
}

/// What the first columns say: instruction, operator, module, what it runs as.
using Head = std::array<Cell, 4>;

class EventRows {
public:
    EventRows(const session::Session& session, QString method, const profile::Summary& summary,
              std::span<const join::SessionRun> runs, const JobContext& job)
        : m_session(session),
          m_method(std::move(method)),
          m_summary(summary),
          m_names(session, m_method, runs, job),
          m_likes(profile::likenesses(summary, groupName(EventsBy::Operator))) {}

    void compareWith(const std::vector<profile::TimeDifference>& differences) {
        m_differences = &differences;
        for (const profile::TimeDifference& one : differences)
            m_differenceOf.try_emplace({one.instruction, one.name, one.delegateId}, &one);
    }

    profile::GroupName groupName(EventsBy by) const {
        using Row = profile::SummaryRow;
        switch (by) {
            case EventsBy::Operator:
                return [this](const Row& row) { return m_names.of(*row.event.instruction).brief.toStdString(); };
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

    Rows make(const std::vector<CallNode>& tree) {
        for (const CallNode& node : tree) add(node);
        if (m_differences != nullptr)
            for (const profile::TimeDifference& one : *m_differences)
                if (one.left.count == 0 && one.level == profile::TimeLevel::Instruction) addOfOther(one);
        return std::move(m_rows);
    }

private:
    Cell instructionCell(const std::optional<std::int64_t>& instruction, bool shown = true) const {
        if (!instruction) return kNone;
        const QString name = QStringLiteral("0/%1").arg(*instruction);
        return {.text = shown ? name : QString(), .sort = QVariant::fromValue(static_cast<qlonglong>(*instruction)), .copy = name};
    }

    /// "XNN 12", "CPU".
    Cell runsAs(const profile::SummaryRow& row) const {
        const program::ExecutionPlan* plan = m_session.plan(m_method.toStdString());
        const program::Instruction* one = plan != nullptr ? plan->instructionAt(0, *row.event.instruction) : nullptr;
        const auto delegate = one != nullptr ? plan->calledDelegate(*one) : std::nullopt;
        const QString backend = text(row.backend);
        if (!delegate) return {.text = backend};
        return {.text = QStringLiteral("%1 %2").arg(shortBackend(backend)).arg(*delegate), .tooltip = backend};
    }

    Head headOf(const CallNode& node) const {
        if (node.kind == CallNode::Kind::Group)
            return {kNone, Cell{.text = node.name.empty() ? QObject::tr("none") : text(node.name), .dim = node.name.empty()},
                    Cell{.text = QObject::tr("%n instruction(s)", nullptr, counted(node.calls)), .dim = true}, kNone};
        const profile::SummaryRow& row = m_summary.rows[*node.row];
        const auto& instruction = row.event.instruction;
        if (node.kind == CallNode::Kind::Remainder)
            return {instructionCell(instruction, false),
                    Cell{.text = QObject::tr("call and copy"), .mark = Mark::Missing, .dim = true, .indent = 1},
                    Cell{.text = QObject::tr("not measured inside"), .dim = true}, kNone};
        if (node.kind == CallNode::Kind::Call) {
            const CallName name = m_names.of(*instruction);
            const QString shown = name.brief.isEmpty() ? text(row.event.name) : name.brief;
            return {instructionCell(instruction),
                    Cell{.text = shown, .tooltip = name.whole, .family = static_cast<int>(name.family)}, nameCell(name.module),
                    runsAs(row)};
        }
        const StepName step = stepName(row);
        const bool inside = node.kind == CallNode::Kind::Inside;
        return {instructionCell(instruction, !inside),
                Cell{.text = step.name, .tooltip = step.whole, .family = step.family, .indent = inside ? 1 : 0},
                inside ? Cell{.text = step.whole, .dim = true} : nameCell(text(row.module)),
                Cell{.text = word(text(profile::timeLevelName(row.level))), .dim = true}};
    }

    void add(const CallNode& node) {
        Head head = headOf(node);
        const auto& times = node.durations;
        const std::optional<std::int64_t> instruction =
            node.row ? m_summary.rows[*node.row].event.instruction : std::optional<std::int64_t>();
        std::vector<Cell> cells(std::make_move_iterator(head.begin()), std::make_move_iterator(head.end()));
        cells.push_back(countCell(times.count));
        cells.push_back(timeCell(node.ticks, node.unit));
        for (const double time : {times.p10, times.p50, times.p90, static_cast<double>(times.max)})
            cells.push_back(timeCell(time, node.unit));
        addDifference(cells, node);
        cells.push_back(likenessCell(node));
        cells.push_back(node.share || node.kind == CallNode::Kind::Call ? timeShareCell(node.share) : timePartCell(node.part));
        m_rows.add(std::move(cells), instructionAddress(m_session, m_method, instruction));
        m_rows.parents.push_back(node.parent);
    }

    /// An outlier among its likes has a mark.
    Cell likenessCell(const CallNode& node) const {
        const auto like = node.kind == CallNode::Kind::Call ? m_likes[*node.row] : std::nullopt;
        if (!like) return kNone;
        const QString words = QObject::tr("%1 times the median of it and its %n like(s), %2", nullptr, counted(like->calls - 1))
                                  .arg(QString::number(like->ratio, 'g', 3), durationText(like->median));
        return {.text = QStringLiteral("× %1").arg(like->ratio, 0, 'f', 2),
                .sort = like->ratio,
                .mark = like->odd() ? Mark::Warning : Mark::None,
                .tooltip = words,
                .copy = QString::number(like->ratio, 'g', 6),
                .dim = !like->odd()};
    }

    void addDifference(std::vector<Cell>& cells, const CallNode& node) const {
        const profile::TimeDifference* one = nullptr;
        if (node.row && node.kind != CallNode::Kind::Remainder) {
            const profile::EventStatistics& event = m_summary.rows[*node.row].event;
            const auto hit = m_differenceOf.find({event.instruction, event.name, event.delegateId});
            if (hit != m_differenceOf.end() && hit->second->right.count > 0) one = hit->second;
        }
        if (one == nullptr) return static_cast<void>(cells.insert(cells.end(), kAgainst.size(), kNone));
        for (const double time : {one->right.p10, one->right.p50, one->right.p90}) cells.push_back(timeCell(time, node.unit));
        const auto& medians = one->medians;
        const bool noise = medians && medians->withinNoise().value_or(false);
        cells.push_back(medians ? differenceCell(medians->difference(), node.unit) : kNone);
        cells.back().dim = noise;
        cells.push_back(ratioCell(one->left.p50, one->right.p50));
        cells.back().dim = noise;
        cells.push_back(!medians || !medians->low
                            ? kNone
                            : Cell{.text = QObject::tr("%1 … %2").arg(differenceCell(*medians->low, node.unit).text,
                                                                      differenceCell(*medians->high, node.unit).text),
                                   .sort = *medians->low,
                                   .tooltip = noise ? QObject::tr("Within the noise") : QObject::tr("More than noise"),
                                   .dim = noise});
    }

    /// A call that only the other side made.
    void addOfOther(const profile::TimeDifference& one) {
        std::vector<Cell> cells{instructionCell(one.instruction), {.text = text(one.name), .mark = Mark::Missing, .dim = true}};
        cells.resize(kAgainst.front(), kNone);
        cells[2] = {.text = QObject::tr("only on the other side"), .dim = true};
        for (const double time : {one.right.p10, one.right.p50, one.right.p90}) cells.push_back(timeCell(time));
        cells.resize(cells.size() + 5, kNone);
        m_rows.add(std::move(cells));
        m_rows.parents.push_back(-1);
    }

    const session::Session& m_session;
    QString m_method;
    const profile::Summary& m_summary;
    CallNames m_names;
    std::vector<std::optional<profile::Likeness>> m_likes;
    const std::vector<profile::TimeDifference>* m_differences = nullptr;
    std::map<std::tuple<std::optional<std::int64_t>, std::string, std::string>, const profile::TimeDifference*> m_differenceOf;
    Rows m_rows;
};

/// What one run took at the median: its executions, else its instructions together.
QString wholeText(std::span<const join::SessionRun> runs) {
    std::vector<std::uint64_t> totals;
    for (const join::SessionRun& run : runs) {
        const profile::RunTotal total = profile::totalOf(run);
        if (const auto one = total.execute ? total.execute : total.instructions) totals.push_back(static_cast<std::uint64_t>(*one));
    }
    return totals.empty() ? QString() : durationText(etdump::durationStatistics(std::move(totals)).p50);
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

Result<Rows> eventRows(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job) {
    const EventsAgainst& other = choice.against;
    const bool apart = other.session == session && other.file.has_value();
    const auto runs = runsOf(
        *session, method,
        [&](const join::SessionRun& run) { return choice.run ? run.index == *choice.run : !apart || run.file != *other.file; },
        job);
    if (!runs) return runs.failure();
    if (runs->empty()) {
        Rows rows;
        rows.nothing = {QObject::tr("No events of %1").arg(method), QObject::tr("No run is known to be of this method."),
                        QObject::tr("Choose another method, or add the ETDump of a run of this one.")};
        return rows;
    }
    const auto summary = profile::summary(*session, *runs, job);
    if (!summary) return summary.failure();
    EventRows made(*session, method, *summary, *runs, job);
    const auto tree = profile::callTree(*summary, *runs, made.groupName(choice.by), job);
    if (!tree) return tree.failure();
    std::vector<profile::TimeDifference> differences;
    QString against;
    if (other.session != nullptr) {
        const auto theirs = runsOf(
            *other.session, method, [&](const join::SessionRun& run) { return !other.file || run.file == *other.file; }, job);
        if (!theirs) return theirs.failure();
        auto found = profile::comparedTimes(*session, *runs, *other.session, *theirs, job);
        if (!found) return found.failure();
        differences = *std::move(found);
        made.compareWith(differences);
        against = theirs->empty() ? QObject::tr("the other side has no run of this method")
                                  : QObject::tr("other: %n run(s), %1", nullptr, counted(theirs->size())).arg(wholeText(*theirs));
    }
    Rows rows = made.make(*tree);
    rows.summary = against.isEmpty() ? summaryText(*runs) : summaryText(*runs) + QStringLiteral(" · ") + against;
    return rows;
}

std::span<const int> percentileColumns() { return kPercentiles; }
std::span<const int> narrowColumns(bool compared) {
    return std::span(kNarrow).first(compared ? kNarrow.size() : kNarrow.size() - 3);
}
std::span<const int> againstColumns() { return kAgainst; }

const RowsSpec& Tables::events() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Instr."), QT_TR_NOOP("Chain and instruction"), kCode, 9},
        {QT_TR_NOOP("Operator"), QT_TR_NOOP("What the instruction computes; under it what its kernel or backend noted inside"),
         kCode},
        {QT_TR_NOOP("Module"), QT_TR_NOOP("The innermost around all that it runs"), kCode},
        {QT_TR_NOOP("Runs as"), QT_TR_NOOP("The backend with the number of the delegate, or a CPU kernel"), kPlain, 10},
        {QT_TR_NOOP("Count"), QT_TR_NOOP("Occurrences in the runs of the method"), kNumber, 8},
        {QT_TR_NOOP("Time"), QT_TR_NOOP("Of all its occurrences together"), kNumber, 11, 0, QT_TR_NOOP("Time ns")},
        {QT_TR_NOOP("p10"), QT_TR_NOOP("A tenth of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p10 ns")},
        {QT_TR_NOOP("p50"), QT_TR_NOOP("Half of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p50 ns")},
        {QT_TR_NOOP("p90"), QT_TR_NOOP("Nine tenths of the occurrences are shorter"), kNumber, 11, 0, QT_TR_NOOP("p90 ns")},
        {QT_TR_NOOP("max"), QT_TR_NOOP("The longest"), kNumber, 11, 0, QT_TR_NOOP("max ns")},
        {QT_TR_NOOP("Other p10"), QT_TR_NOOP("The same on the other side: a tenth is shorter"), kNumber, 11, 0,
         QT_TR_NOOP("Other p10 ns")},
        {QT_TR_NOOP("Other p50"), QT_TR_NOOP("The same on the other side: half is shorter"), kNumber, 11, 0,
         QT_TR_NOOP("Other p50 ns")},
        {QT_TR_NOOP("Other p90"), QT_TR_NOOP("The same on the other side: nine tenths are shorter"), kNumber, 11, 0,
         QT_TR_NOOP("Other p90 ns")},
        {QT_TR_NOOP("Difference"), QT_TR_NOOP("How much longer the other side's median is; grey: within the noise"), kNumber, 11, 0,
         QT_TR_NOOP("Difference ns")},
        {QT_TR_NOOP("Ratio"), QT_TR_NOOP("The other side's median over this one's"), kNumber, 8},
        {QT_TR_NOOP("Noise"),
         QT_TR_NOOP("Where the difference lies in 95 of 100 resamplings of both sides; an interval around 0 is noise"), kNumber,
         16},
        {QT_TR_NOOP("Likes"), QT_TR_NOOP("Its median over that of the same operators at the same place of the other layers"),
         kNumber, 9},
        {QT_TR_NOOP("Share"), QT_TR_NOOP("Of the time of all instructions; of what happens inside one, of that instruction"),
         kNumber, 17}};
    static constexpr RowsSpec kSpec{"eventTable",
                                    QT_TR_NOOP("Reading events"),
                                    QT_TR_NOOP("linear, module:layers.0, p50>100us"),
                                    kColumns,
                                    hasEvents,
                                    QT_TR_NOOP("No events"),
                                    QT_TR_NOOP("Events are what a run of the program writes into an ETDump (.etdp)."),
                                    QT_TR_NOOP("Add the ETDump of a run, with its debug buffer when there is one."),
                                    nullptr};
    return kSpec;
}

}  // namespace etscope::ui
