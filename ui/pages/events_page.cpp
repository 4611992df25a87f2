#include "pages/events_page.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "compare/run_cases.h"
#include "etdump/event_names.h"
#include "join/runs.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/tokens.h"
#include "look/words.h"
#include "modules/operator_family.h"
#include "profile/event_statistics.h"
#include "profile/time_totals.h"
#include "report/trace.h"

namespace etscope::ui {
namespace {

constexpr double kTicksPerMillisecond = 1e6;

QString millisecondsText(double ticks) { return QString::number(ticks / kTicksPerMillisecond, 'f', 4); }

bool hasEvents(const session::Session& session) {
    return std::ranges::any_of(session.files(), [](const session::SessionFile& file) { return file.dump != nullptr; });
}

Address addressOf(const session::Session& session, const QString& method, const std::optional<std::int64_t>& instruction) {
    if (!instruction || *instruction < 0 || session.plan(method.toStdString()) == nullptr) return {};
    return Address::ofInstruction(method, *instruction);
}

/// The runs of the method as one timeline for other viewers.
Result<void> writeTrace(const SessionPtr& session, const QString& method, const QString& path, const JobContext& job) {
    const auto trace = report::traceDocument(*session, {method.toStdString(), {}}, kTicksPerMillisecond * 1e3, job);
    if (!trace) return trace.failure();
    const std::string content = report::jsonText(*trace);
    return writeThroughDevice(path, job, [&](QIODevice& device) -> Result<void> {
        device.write(content.data(), static_cast<qint64>(content.size()));
        return {};
    });
}

std::vector<join::SessionRun> runsOf(const std::vector<join::SessionRun>& all, const std::string& method) {
    std::vector<join::SessionRun> mine;
    for (const join::SessionRun& run : all)
        if (run.attribution.method == method) mine.push_back(run);
    return mine;
}

Cell timeCell(double ticks) {
    return {.text = millisecondsText(ticks), .sort = ticks, .tooltip = QObject::tr("%1 ticks").arg(ticks, 0, 'f', 0)};
}

Result<Rows> eventRows(const SessionPtr& session, const QString& method, const JobContext& job) {
    const auto all = compare::runs(*session, job);
    if (!all) return all.failure();
    const auto mine = runsOf(**all, method.toStdString());
    auto statistics = profile::eventStatistics(mine, 1);
    double whole = 0;
    for (const profile::EventStatistics& row : statistics)
        if (row.name == "Method::execute") whole = row.durations.p50;
    std::ranges::stable_sort(statistics, std::greater{}, [](const profile::EventStatistics& row) { return row.durations.p50; });
    Rows rows;
    for (const profile::EventStatistics& row : statistics) {
        const double share = whole > 0 ? row.durations.p50 / whole : 0;
        rows.add(
            {row.instruction ? Cell{.text = QStringLiteral("0/%1").arg(*row.instruction),
                                    .sort = QVariant::fromValue(static_cast<qlonglong>(*row.instruction))}
                             : Cell{.text = QStringLiteral("–"), .dim = true},
             {.text = text(row.name), .tooltip = text(row.name)},
             {.text = word(text(etdump::eventKindName(row.kind))), .dim = true},
             {.text = countText(row.durations.count), .sort = QVariant::fromValue(static_cast<qulonglong>(row.durations.count))},
             timeCell(row.durations.p10),
             timeCell(row.durations.p50),
             timeCell(row.durations.p90),
             timeCell(static_cast<double>(row.durations.max)),
             {.text = QStringLiteral("%1 %").arg(share * 100, 0, 'f', 1), .sort = share, .share = std::min(1.0, share)}},
            addressOf(*session, method, row.instruction));
    }
    rows.summary = QObject::tr("%n run(s) of %1 · ticks taken as ns", nullptr, counted(mine.size())).arg(method);
    return rows;
}

/// What the table lists: events, or totals by a word of profile::TimeTotal.
struct RowKind {
    const char* title;
    const char* by;
};
constexpr std::array kRowKinds{RowKind{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "events"), ""},
                               RowKind{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "totals by operator"), "target"},
                               RowKind{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "totals by backend"), "backend"},
                               RowKind{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "totals by module"), "module"},
                               RowKind{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "totals by layer"), "layer"}};

Result<Rows> totalRows(const SessionPtr& session, const QString& method, std::string_view by, const JobContext& job) {
    const auto all = compare::runs(*session, job);
    if (!all) return all.failure();
    const auto mine = runsOf(**all, method.toStdString());
    const auto totals = profile::timeTotals(*session, profile::eventStatistics(mine, 1), job);
    if (!totals) return totals.failure();
    const Cell none{.text = QStringLiteral("–"), .dim = true};
    Rows rows;
    for (const profile::TimeTotal& total : *totals) {
        if (total.by != by || text(total.method) != method) continue;
        const double share = total.share.value_or(0);
        rows.add({none,
                  {.text = text(total.name), .tooltip = text(total.name)},
                  {.text = word(text(total.by)), .dim = true},
                  {.text = countText(total.calls), .sort = QVariant::fromValue(static_cast<qulonglong>(total.calls))},
                  none,
                  timeCell(total.ticks),
                  none,
                  none,
                  {.text = QStringLiteral("%1 %").arg(share * 100, 0, 'f', 1), .sort = share, .share = std::min(1.0, share)}});
    }
    rows.summary =
        QObject::tr("sums of the medians over %n run(s) · share of all calls · ticks taken as ns", nullptr, counted(mine.size()));
    return rows;
}

const RowsSpec& eventTable() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Instr."), QT_TRANSLATE_NOOP("Column", "Chain and instruction"), Qt::AlignLeft, true, 9},
        {QT_TRANSLATE_NOOP("Column", "Name"), QT_TRANSLATE_NOOP("Column", "Of the event; of delegate events the backend's own id"),
         Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Kind"), QT_TRANSLATE_NOOP("Column", "Operator, delegate call, inside a delegate, other"),
         Qt::AlignLeft, false, 14},
        {QT_TRANSLATE_NOOP("Column", "Count"), QT_TRANSLATE_NOOP("Column", "Occurrences in the runs of the method"), Qt::AlignRight,
         false, 8},
        {QT_TRANSLATE_NOOP("Column", "p10 ms"), QT_TRANSLATE_NOOP("Column", "A tenth of the occurrences are shorter"),
         Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "p50 ms"), QT_TRANSLATE_NOOP("Column", "Half of the occurrences are shorter"), Qt::AlignRight,
         false, 11},
        {QT_TRANSLATE_NOOP("Column", "p90 ms"), QT_TRANSLATE_NOOP("Column", "Nine tenths of the occurrences are shorter"),
         Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "max ms"), QT_TRANSLATE_NOOP("Column", "The longest"), Qt::AlignRight, false, 11},
        {QT_TRANSLATE_NOOP("Column", "Share"),
         QT_TRANSLATE_NOOP("Column", "p50 of Method::execute's p50; calls contain their kernels"), Qt::AlignRight, false, 17}};
    static constexpr RowsSpec kSpec{
        "eventTable",
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Reading events"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "native_call, kind:delegate, conv"),
        kColumns,
        hasEvents,
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No events"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Events are what a run of the program writes into an ETDump (.etdp)."),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the ETDump of a run, with its debug buffer when there is one."),
        eventRows};
    return kSpec;
}

enum Lane { Whole, Instructions, Kernels, Inside, LaneCount };

int laneOf(const etdump::Event& event, std::string_view name) {
    if (event.kind == etdump::EventKind::Delegate) return Inside;
    if (event.place.chain < 0) return Whole;
    return name == "OPERATOR_CALL" || event.kind == etdump::EventKind::DelegateCall || event.kind == etdump::EventKind::Other
               ? Instructions
               : Kernels;
}

int familyOf(const etdump::Event& event, std::string_view name) {
    using modules::OperatorFamily;
    if (event.kind == etdump::EventKind::Delegate || event.kind == etdump::EventKind::DelegateCall)
        return static_cast<int>(OperatorFamily::Delegate);
    if (const std::string_view kernel = etdump::kernelOf(name); !kernel.empty())
        return static_cast<int>(modules::describeOperator("aten::" + std::string(kernel)).family);
    return static_cast<int>(OperatorFamily::Other);
}

std::vector<TimelineBar> barsOf(const session::Session& session, const QString& method, const join::SessionRun& run) {
    const etdump::Dump& dump = *run.dump;
    std::uint64_t begin = ~std::uint64_t{0};
    for (const etdump::Event& event : dump.events(run.run())) begin = std::min(begin, event.start);
    std::vector<TimelineBar> bars;
    for (const etdump::Event& event : dump.events(run.run())) {
        const std::string_view name = event.place.delegate.kind == etdump::DelegateId::Kind::Text
                                          ? dump.text(event.place.delegate.text)
                                          : dump.text(event.name);
        TimelineBar& bar = bars.emplace_back();
        bar.start = static_cast<double>(event.start - begin) / kTicksPerMillisecond;
        bar.end = bar.start + static_cast<double>(event.duration()) / kTicksPerMillisecond;
        bar.lane = laneOf(event, name);
        bar.family = familyOf(event, name);
        const bool call = name == "OPERATOR_CALL" || name == "DELEGATE_CALL";
        const QString shown = text(std::string(name));
        bar.name = call ? QString::number(event.place.instruction) : shown;
        bar.tooltip = QStringLiteral("%1\n%2 ms").arg(shown, millisecondsText(static_cast<double>(event.duration())));
        if (event.place.chain >= 0) bar.address = addressOf(session, method, event.place.instruction);
    }
    std::ranges::stable_sort(bars, {}, [](const TimelineBar& bar) { return bar.start; });
    return bars;
}

}  // namespace

EventsPage::EventsPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, eventTable(), parent) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 0);
    bar->setSpacing(6);
    m_run = new LabelledCombo(tr("Run"), px(240), this);
    m_run->setObjectName(QStringLiteral("eventsRun"));
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("runState"));
    m_rows = new LabelledCombo(tr("Table"), px(220), this);
    m_rows->setObjectName(QStringLiteral("eventsTable"));
    for (const RowKind& kind : kRowKinds) m_rows->addItem(tr(kind.title));
    connect(m_rows, &QComboBox::currentIndexChanged, this, &EventsPage::remake);
    bar->addWidget(m_rows);
    bar->addWidget(m_run);
    bar->addSpacing(10);
    bar->addWidget(m_state, 1);
    auto* save = new QPushButton(lineIcon(Icon::Export), tr("Export…"), this);
    save->setObjectName(QStringLiteral("exportTrace"));
    save->setToolTip(tr("Write the timeline for Chrome (chrome://tracing) or Perfetto (ui.perfetto.dev), or this page"));
    connect(save, &QPushButton::clicked, this, &EventsPage::exportTrace);
    bar->addWidget(save);
    head()->addLayout(bar);
    m_timeline = new TimelineView(this);
    chartPlace()->addWidget(m_timeline);
    fitChart();
    connect(m_run, &QComboBox::currentIndexChanged, this, &EventsPage::showRun);
    connect(m_timeline, &TimelineView::barClicked, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    showSelectionIn(*m_timeline);
}

RowsPage::Maker EventsPage::maker() const {
    const std::string_view by = kRowKinds[static_cast<std::size_t>(std::max(0, m_rows->currentIndex()))].by;
    if (by.empty()) return eventRows;
    return [by](const SessionPtr& session, const QString& method, const JobContext& job) {
        return totalRows(session, method, by, job);
    };
}

void EventsPage::refreshChart() {
    m_barJob.cancel();
    m_timeline->setBars({}, {});
    ask<RunsPtr>(
        m_job, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) {
            m_runs = runs;
            const QSignalBlocker quiet(m_run);
            m_run->clear();
            for (const join::SessionRun& run : *m_runs)
                if (text(run.attribution.method.value_or("")) == workspace().method())
                    m_run->addItem(
                        run.caseIndex ? tr("%1 · case %2").arg(run.index).arg(*run.caseIndex) : QString::number(run.index),
                        static_cast<int>(run.index));
            showRun();
        });
}

void EventsPage::leaveChart() {
    m_job.cancel();
    m_barJob.cancel();
    m_export.cancel();
    m_runs.reset();
    m_timeline->setBars({}, {});
    m_state->clear();
    const QSignalBlocker quiet(m_run);
    m_run->clear();
}

Result<void> EventsPage::exportTo(const QString& path) {
    if (!path.endsWith(QLatin1String(".trace.json"), Qt::CaseInsensitive)) return RowsPage::exportTo(path);
    if (!hasContent()) return fail("export-nothing", tr("there are no events").toStdString());
    return writeTrace(workspace().session(), workspace().method(), path, {});
}

/// Timelines of long runs are many megabytes: in a job.
void EventsPage::startExport(const QString& path, std::function<void(Result<void>)> done) {
    if (!path.endsWith(QLatin1String("json"), Qt::CaseInsensitive) || !hasContent())
        return RowsPage::startExport(path, std::move(done));
    m_export.start(
        tr("Exporting"),
        [session = workspace().session(), method = workspace().method(), path](const JobContext& job) -> Result<bool> {
            const auto written = writeTrace(session, method, path, job);
            if (!written) return written.failure();
            return true;
        },
        [done = std::move(done)](Result<bool> written) { done(written ? Result<void>() : Result<void>(written.failure())); });
}

void EventsPage::exportTrace() {
    const QString trace = tr("Trace for Chrome and Perfetto (*.trace.json *.json)");
    const QString pictures = tr("This page (*.png *.svg *.pdf *.csv *.tsv *.md)");
    QString chosen = trace;
    const QString path = QFileDialog::getSaveFileName(this, tr("Export events"), workspace().method() + ".trace.json",
                                                      trace + ";;" + pictures, &chosen);
    if (path.isEmpty() || workspace().session() == nullptr) return;
    startExport(path, [this, name = QFileInfo(path).fileName()](const Result<void>& written) {
        m_state->setText(written ? tr("Exported to %1").arg(name) : tr("Not exported: %1").arg(text(written.error().message)));
    });
}

void EventsPage::showRun() {
    const int index = m_run->currentData().isValid() ? m_run->currentData().toInt() : -1;
    if (m_runs == nullptr || index < 0) {
        m_barJob.cancel();
        m_state->setText(tr("No run is known to be of this method."));
        return m_timeline->setBars({}, {});
    }
    const join::SessionRun& run = (*m_runs)[static_cast<std::size_t>(index)];
    QStringList evidence;
    for (const std::string& fact : run.attribution.evidence) evidence.append(text(fact));
    m_state->setText(tr("method %1").arg(word(text(join::methodStateName(run.attribution.state)))));
    m_state->setToolTip(evidence.join(QLatin1Char('\n')));
    askBeside<std::vector<TimelineBar>>(
        m_barJob, tr("Reading the run"),
        [session = workspace().session(), method = workspace().method(),
         run](const JobContext&) -> Result<std::vector<TimelineBar>> { return barsOf(*session, method, run); },
        [this](std::vector<TimelineBar> bars) {
            m_timeline->setBars({tr("Execution"), tr("Instructions"), tr("Kernels"), tr("Inside delegates")}, std::move(bars));
        },
        Urgency::Awaited);
}

}  // namespace etscope::ui
