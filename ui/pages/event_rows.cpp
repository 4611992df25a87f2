#include "pages/event_rows.h"

#include <algorithm>
#include <array>

#include "compare/run_cases.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "pages/call_names.h"
#include "profile/summary.h"
#include "profile/time_totals.h"

namespace etscope::ui {
namespace {

constexpr std::array kPercentiles{4, 6, 7, 8, 9};  // with the count

const Cell kNone{.text = QStringLiteral("–"), .dim = true};

bool hasEvents(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

Result<std::vector<join::SessionRun>> runsOf(const session::Session& session, const QString& method, const JobContext& job) {
    const auto all = compare::runs(session, job);
    if (!all) return all.failure();
    std::vector<join::SessionRun> mine;
    for (const join::SessionRun& run : **all)
        if (text(run.attribution.method.value_or("")) == method) mine.push_back(run);
    return mine;
}

/// What counts no time that is known stands in its own unit.
Cell timeCell(double amount, profile::TimeUnit unit = profile::TimeUnit::Ticks) {
    const auto seconds = profile::secondsOf(unit, kTicksPerMillisecond * 1e3);
    const QString number = QString::number(amount, 'f', 0), name = word(text(profile::timeUnitName(unit)));
    const QString own = name.isEmpty() ? number : number + QLatin1Char(' ') + name;
    if (!seconds) return {.text = own, .sort = amount};
    const double ticks = amount * *seconds * kTicksPerMillisecond * 1e3;
    return {.text = millisecondsText(ticks), .sort = ticks, .tooltip = own};
}

Cell shareCell(const std::optional<double>& share) {
    if (!share) return kNone;
    return {.text = QStringLiteral("%1 %").arg(*share * 100, 0, 'f', 1), .sort = *share, .share = std::min(1.0, *share)};
}

Cell countCell(std::uint64_t count) {
    return {.text = countText(count), .sort = QVariant::fromValue(static_cast<qulonglong>(count))};
}

/// An instruction's row, or one that is of none, and what happened inside.
struct Group {
    const profile::SummaryRow* head = nullptr;
    std::vector<const profile::SummaryRow*> inside;
};

bool isLonger(const profile::SummaryRow* a, const profile::SummaryRow* b) { return profile::ticksOf(*a) > profile::ticksOf(*b); }

/// What is of no instruction comes first, then the instructions, the longest one first; what happens inside keeps its order.
std::vector<Group> groupsOf(const profile::Summary& summary) {
    using profile::TimeLevel;
    std::vector<Group> groups;
    std::map<std::int64_t, std::size_t> groupOf;
    for (const profile::SummaryRow& row : summary.rows) {
        if (row.level == TimeLevel::Kernel || row.level == TimeLevel::Inside) continue;
        if (row.event.instruction) groupOf.try_emplace(*row.event.instruction, groups.size());
        groups.push_back({&row, {}});
    }
    for (const profile::SummaryRow& row : summary.rows) {
        if (row.level != TimeLevel::Kernel && row.level != TimeLevel::Inside) continue;
        const auto hit = row.event.instruction ? groupOf.find(*row.event.instruction) : groupOf.end();
        hit != groupOf.end() ? groups[hit->second].inside.push_back(&row) : groups.push_back({&row, {}});
    }
    std::ranges::stable_sort(groups, [](const Group& a, const Group& b) {
        const bool first = a.head->event.instruction.has_value(), second = b.head->event.instruction.has_value();
        return first != second ? second : isLonger(a.head, b.head);
    });
    return groups;
}

class EventRows {
public:
    EventRows(const session::Session& session, QString method, std::span<const join::SessionRun> runs, const JobContext& job)
        : m_session(session), m_method(std::move(method)), m_names(session, m_method, runs, job) {}

    Rows make(const profile::Summary& summary) {
        for (const Group& group : groupsOf(summary)) {
            add(*group.head, group.head->level == profile::TimeLevel::Instruction ? shareCell(group.head->share) : kNone);
            for (const profile::SummaryRow* row : group.inside) add(*row, partCell(row->partOfCall, *group.head));
            addRemainder(group);
        }
        return std::move(m_rows);
    }

private:
    /// Sorted by, it is a share of the whole, like those of the instructions.
    static Cell partCell(const std::optional<double>& part, const profile::SummaryRow& call) {
        if (!part) return kNone;
        return {.text = QObject::tr("%1 % of it").arg(*part * 100, 0, 'f', 1), .sort = *part * call.share.value_or(0), .dim = true};
    }

    /// What of a delegate call the backend did not measure: the call itself, and what is copied for it.
    void addRemainder(const Group& group) {
        double measured = 0;
        for (const profile::SummaryRow* row : group.inside) {
            if (row->level != profile::TimeLevel::Inside) continue;
            if (!row->partOfCall) return;
            measured += *row->partOfCall;
        }
        if (measured <= 0 || measured >= 1) return;
        const Cell time = timeCell(profile::ticksOf(*group.head) * (1 - measured), group.head->unit);
        m_rows.add({instructionCell(group.head->event.instruction),
                    {.text = QObject::tr("call and copy"), .mark = Mark::Missing, .dim = true},
                    kNone,
                    {.text = QObject::tr("not measured inside"), .dim = true},
                    kNone,
                    time,
                    kNone,
                    kNone,
                    kNone,
                    kNone,
                    partCell(1 - measured, *group.head)},
                   instructionAddress(m_session, m_method, group.head->event.instruction));
    }

    static Cell instructionCell(const std::optional<std::int64_t>& instruction) {
        if (!instruction) return kNone;
        return {.text = QStringLiteral("0/%1").arg(*instruction),
                .sort = QVariant::fromValue(static_cast<qlonglong>(*instruction))};
    }

    void add(const profile::SummaryRow& row, Cell share) {
        const etdump::DurationStatistics& times = row.event.durations;
        const bool call = row.level == profile::TimeLevel::Instruction && row.event.instruction;
        const QString event = text(row.event.name);
        CallName name = call ? m_names.of(*row.event.instruction) : CallName{event, event, event, text(row.module)};
        if (name.name.isEmpty()) name.name = name.whole = event;
        m_rows.add({instructionCell(row.event.instruction),
                    {.text = name.name, .tooltip = call ? name.whole + QLatin1Char('\n') + event : name.whole},
                    name.module.isEmpty() ? kNone : Cell{.text = name.module, .tooltip = name.module},
                    {.text = word(text(profile::timeLevelName(row.level))), .dim = true},
                    countCell(times.count),
                    timeCell(profile::ticksOf(row), row.unit),
                    timeCell(times.p10, row.unit),
                    timeCell(times.p50, row.unit),
                    timeCell(times.p90, row.unit),
                    timeCell(static_cast<double>(times.max), row.unit),
                    std::move(share)},
                   instructionAddress(m_session, m_method, row.event.instruction));
    }

    const session::Session& m_session;
    QString m_method;
    CallNames m_names;
    Rows m_rows;
};

/// The word of profile::TimeTotal that a table adds up by.
std::string_view totalOf(EventTable table) {
    static constexpr std::array<std::string_view, 6> kBy{"", "", "target", "backend", "module", "layer"};
    return kBy[static_cast<std::size_t>(table)];
}

Result<Rows> totalRows(const session::Session& session, const QString& method, EventTable table,
                       const std::vector<join::SessionRun>& runs, const JobContext& job) {
    const auto totals = profile::timeTotals(session, profile::eventStatistics(runs, 1), job);
    if (!totals) return totals.failure();
    Rows rows;
    for (const profile::TimeTotal& total : *totals) {
        if (total.by != totalOf(table) || text(total.method) != method) continue;
        rows.add({kNone,
                  {.text = text(total.name), .tooltip = text(total.name)},
                  kNone,
                  {.text = word(text(total.by)), .dim = true},
                  countCell(total.calls),
                  timeCell(total.ticks),
                  kNone,
                  kNone,
                  kNone,
                  kNone,
                  shareCell(total.share)});
    }
    rows.summary =
        QObject::tr("sums of the medians over %n run(s) · share of all calls · ticks taken as ns", nullptr, counted(runs.size()));
    return rows;
}

}  // namespace

QString millisecondsText(double ticks) { return QString::number(ticks / kTicksPerMillisecond, 'f', 4); }

Address instructionAddress(const session::Session& session, const QString& method, const std::optional<std::int64_t>& instruction) {
    if (!instruction || *instruction < 0 || session.plan(method.toStdString()) == nullptr) return {};
    return Address::ofInstruction(method, *instruction);
}

Result<Rows> eventRows(const SessionPtr& session, const QString& method, const EventChoice& choice, const JobContext& job) {
    auto runs = runsOf(*session, method, job);
    if (!runs) return runs.failure();
    if (runs->empty()) {
        Rows rows;
        rows.nothing = {QObject::tr("No events of %1").arg(method), QObject::tr("No run is known to be of this method."),
                        QObject::tr("Choose another method, or add the ETDump of a run of this one.")};
        return rows;
    }
    if (choice.table > EventTable::OfAllRuns) return totalRows(*session, method, choice.table, *runs, job);
    const bool one = choice.table == EventTable::OfRun;
    if (one) {
        const auto chosen = std::ranges::find(*runs, choice.run.value_or(runs->front().index), &join::SessionRun::index);
        *runs = chosen != runs->end() ? std::vector{*chosen} : std::vector<join::SessionRun>();
    }
    const auto summary = profile::summary(*session, *runs, job);
    if (!summary) return summary.failure();
    Rows rows = EventRows(*session, method, *runs, job).make(*summary);
    rows.summary = one && runs->size() == 1
                       ? QObject::tr("run %1 · share of its instructions · ticks taken as ns").arg(runs->front().index)
                       : QObject::tr("%n run(s) of %1 together · share of all their instructions · ticks taken as ns", nullptr,
                                     counted(runs->size()))
                             .arg(method);
    return rows;
}

std::span<const int> percentileColumns() { return kPercentiles; }

const RowsSpec& eventSpec() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Instr."), QT_TRANSLATE_NOOP("Column", "Chain and instruction"), Qt::AlignLeft, true, 9},
        {QT_TRANSLATE_NOOP("Column", "Name"),
         QT_TRANSLATE_NOOP("Column",
                           "The operator, or the backend with the operators that it runs; inside of them the event's name"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Module"), QT_TRANSLATE_NOOP("Column", "The innermost around all that it runs"), Qt::AlignLeft,
         true, 0},
        {QT_TRANSLATE_NOOP("Column", "Level"), QT_TRANSLATE_NOOP("Column", "Events of one level do not contain each other"),
         Qt::AlignLeft, false, 14},
        {QT_TRANSLATE_NOOP("Column", "Count"), QT_TRANSLATE_NOOP("Column", "Occurrences in the runs of the method"), Qt::AlignRight,
         false, 8},
        {QT_TRANSLATE_NOOP("Column", "Time ms"), QT_TRANSLATE_NOOP("Column", "Of all its occurrences together"), Qt::AlignRight,
         false, 11},
        {QT_TRANSLATE_NOOP("Column", "p10 ms"), QT_TRANSLATE_NOOP("Column", "A tenth of the occurrences are shorter"),
         Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "p50 ms"), QT_TRANSLATE_NOOP("Column", "Half of the occurrences are shorter"), Qt::AlignRight,
         false, 11},
        {QT_TRANSLATE_NOOP("Column", "p90 ms"), QT_TRANSLATE_NOOP("Column", "Nine tenths of the occurrences are shorter"),
         Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "max ms"), QT_TRANSLATE_NOOP("Column", "The longest"), Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "Share"),
         QT_TRANSLATE_NOOP("Column", "Of the time of all instructions; of what happens inside one, of that instruction"),
         Qt::AlignRight, false, 17}};
    static constexpr RowsSpec kSpec{
        "eventTable",
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Reading events"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "linear, level:instruction, module:layers.0"),
        kColumns,
        hasEvents,
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No events"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Events are what a run of the program writes into an ETDump (.etdp)."),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the ETDump of a run, with its debug buffer when there is one."),
        nullptr};
    return kSpec;
}

}  // namespace etscope::ui
