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
#include "pages/call_names.h"
#include "pages/event_rows.h"
#include "report/trace.h"

namespace etscope::ui {
namespace {

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

constexpr std::array kEventTables{QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "instruction, this run"),
                                  QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "instruction, all runs"),
                                  QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "operator"),
                                  QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "backend"),
                                  QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "module"),
                                  QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "layer")};

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

std::vector<TimelineBar> barsOf(const session::Session& session, const QString& method, const join::SessionRun& run,
                                const JobContext& job) {
    const etdump::Dump& dump = *run.dump;
    const CallNames names(session, method, std::span(&run, 1), job);
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
        const CallName what = call ? names.of(event.place.instruction) : CallName{shown, shown, {}};
        bar.name = call ? QStringLiteral("%1 %2").arg(event.place.instruction).arg(what.name) : shown;
        QStringList lines{what.whole, what.module,
                          QStringLiteral("%1 ms").arg(millisecondsText(static_cast<double>(event.duration())))};
        lines.removeAll(QString());
        bar.tooltip = lines.join(QLatin1Char('\n'));
        if (event.place.chain >= 0) bar.address = instructionAddress(session, method, event.place.instruction);
    }
    std::ranges::stable_sort(bars, {}, [](const TimelineBar& bar) { return bar.start; });
    return bars;
}

}  // namespace

EventsPage::EventsPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, eventSpec(), parent) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 0);
    bar->setSpacing(6);
    m_run = new LabelledCombo(tr("Run"), px(240), this);
    m_run->setObjectName(QStringLiteral("eventsRun"));
    m_state = new QLabel(this);
    m_state->setObjectName(QStringLiteral("runState"));
    m_rows = new LabelledCombo(tr("By"), px(220), this);
    m_rows->setObjectName(QStringLiteral("eventsTable"));
    for (const char* title : kEventTables) m_rows->addItem(tr(title));
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
    connect(m_run, &QComboBox::currentIndexChanged, this, [this] {
        showRun();
        if (m_rows->currentIndex() == static_cast<int>(EventTable::OfRun)) remake();
    });
    connect(m_timeline, &TimelineView::barClicked, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    showSelectionIn(*m_timeline);
}

RowsPage::Maker EventsPage::maker() const {
    const auto kind = static_cast<EventTable>(std::max(0, m_rows->currentIndex()));
    // While the runs are being read, the one that will be chosen then.
    const auto run = m_run->currentData().isValid() ? std::optional(m_run->currentData().toUInt()) : std::nullopt;
    return [kind, run](const SessionPtr& session, const QString& method, const JobContext& job) {
        return eventRows(session, method, {kind, run}, job);
    };
}

/// Of one run that repeats nothing, every percentile is the time itself.
void EventsPage::showRows(const Rows&) {
    const bool one = m_rows->currentIndex() == static_cast<int>(EventTable::OfRun);
    for (const int column : percentileColumns()) mainTable()->setSaysLittle(column, one);
}

void EventsPage::refreshChart() {
    m_barJob.cancel();
    m_timeline->setBars({}, {});
    forgetRuns();
    ask<RunsPtr>(
        m_job, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) {
            m_runs = runs;
            const QSignalBlocker quiet(m_run);
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
    m_timeline->setBars({}, {});
    m_state->clear();
    forgetRuns();
}

void EventsPage::forgetRuns() {
    m_runs.reset();
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
         run](const JobContext& job) -> Result<std::vector<TimelineBar>> { return barsOf(*session, method, run, job); },
        [this](std::vector<TimelineBar> bars) {
            m_timeline->setBars({tr("Execution"), tr("Instructions"), tr("Kernels"), tr("Inside delegates")}, std::move(bars));
        },
        Urgency::Awaited);
}

}  // namespace etscope::ui
