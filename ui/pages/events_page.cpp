#include "pages/events_page.h"

#include <QFileInfo>
#include <QPushButton>
#include <algorithm>
#include <array>

#include "compare/run_cases.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/picture_file.h"
#include "look/questions.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/timeline_bars.h"
#include "profile/compared_runs.h"
#include "report/trace.h"
#include "session/file_names.h"

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

/// In the order of EventsBy.
constexpr std::array kGroupings{
    QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "instruction"), QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "operator"),
    QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "module"), QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "backend"),
    QT_TRANSLATE_NOOP("etscope::ui::EventsPage", "layer")};

/// Sides that are no file of the session.
constexpr int kEventsPageNothing = -1, kOpened = -2, kAsk = -3;
/// In pixels of usual texts: with less, columns go.
constexpr int kEventsPageRoom = 920, kRoomOfBoth = 1400;

/// Of the combo of runs: a run by its number, those that were chosen, and all of a set.
constexpr int kChosenRuns = -1, kFirstSet = -2;
int entryOfSet(std::size_t set) { return kFirstSet - static_cast<int>(set); }

}  // namespace

EventsPage::EventsPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::events(), parent) {
    makeBar();
    makeTimeline();
}

void EventsPage::makeBar() {
    auto* bar = makeRow(nullptr, {8, 5, 8, 0}, 6);
    m_run = addCombo(bar, tr("Runs"), "eventsRun", 220, this);
    m_by = addCombo(bar, tr("By"), "eventsBy", 150, this);
    for (const char* title : kGroupings) m_by->addItem(tr(title));
    m_against = addCombo(bar, tr("Compare with"), "eventsAgainst", 250, this);
    offerSides();
    m_state = named("runState", new ElidedLabel(this));
    bar->addSpacing(10);
    bar->addWidget(m_state, 1);
    auto* save = named("exportTrace", new QPushButton(lineIcon(Icon::Export), tr("Export…"), this));
    save->setToolTip(tr("Write the timeline for Chrome (chrome://tracing) or Perfetto (ui.perfetto.dev), or this page"));
    bar->addWidget(save);
    head()->addLayout(bar);
    connect(save, &QPushButton::clicked, this, &EventsPage::exportTrace);
    connect(m_by, &QComboBox::currentIndexChanged, this, &EventsPage::remake);
    connect(m_against, &QComboBox::currentIndexChanged, this, &EventsPage::chooseSide);
    connect(m_run, &QComboBox::currentIndexChanged, this, &EventsPage::chooseRuns);
    connect(m_run, &QComboBox::activated, this, &EventsPage::lookAtChosen);
}

/// The timeline is of a run of the rows.
void EventsPage::chooseRuns() {
    const int entry = m_run->currentData().toInt();
    const auto set = setInView();
    const bool inSet = set && m_shown && m_runs.sets.setOfRun[*m_shown] == *set;
    if (entry >= 0)
        m_shown = static_cast<std::size_t>(entry);
    else if (set && !inSet)
        m_shown = m_runs.longestOf(*set);
    if (entry >= 0 || (set && !inSet)) showRun();
    remake();
}

/// What a person chose is what the window looks at: a run, and of unknown methods which of them.
void EventsPage::lookAtChosen() {
    const auto set = setInView();
    const bool others = set && m_runs.sets.sets[*set].method.empty() && workspace().run() != m_shown;
    if (m_shown && (m_run->currentData().toInt() >= 0 || others)) workspace().lookAt(*m_shown, workspace().method());
}

std::optional<std::size_t> EventsPage::setInView() const {
    const QVariant entry = m_run->currentData();
    if (!entry.isValid() || entry.toInt() > kFirstSet) return std::nullopt;
    return static_cast<std::size_t>(kFirstSet - entry.toInt());
}

/// Selecting a row scrolls the timeline there and keeps its zoom.
void EventsPage::makeTimeline() {
    m_strip = new StepStrip(this);
    m_timeline = new TimelineView(this);
    addBelow(m_strip);
    addBelow(m_timeline);
    fitChart();
    connect(&workspace(), &Workspace::runChanged, this, &EventsPage::followRun);
    connect(m_timeline, &TimelineView::viewMoved, m_strip, [this] {
        const auto [left, right] = m_timeline->edges();
        m_strip->setEdges(left, right);
        m_strip->setFrame(m_timeline->from(), m_timeline->to());
    });
    connect(m_strip, &StepStrip::frameMoved, m_timeline, &TimelineView::moveTo);
    connect(m_timeline, &TimelineView::barClicked, this, [this](const Address& address) {
        if (address.valid()) this->workspace().select(address);
    });
    showSelectionIn(*m_timeline);
    connect(&workspace(), &Workspace::selectionChanged, m_timeline, [this] { m_timeline->showCurrent(); });
}

EventsAgainst EventsPage::against() const {
    const int side = m_against->currentData().toInt();
    if (side == kOpened) return {m_other, {}};
    if (side < 0) return {};
    return {workspace().session(), static_cast<unsigned>(side)};
}

/// While the runs are being read, those that are offered first.
RowsPage::Maker EventsPage::maker() const {
    EventChoice choice{static_cast<EventsBy>(std::max(0, m_by->currentIndex())), {}, setInView(), against()};
    const QVariant run = m_run->currentData();
    if (run.isValid() && run.toInt() == kChosenRuns) choice.runs = chosenRuns();
    if (run.isValid() && run.toInt() >= 0) choice.runs = {run.toUInt()};
    return [choice](const SessionPtr& session, const QString& method, const JobContext& job) {
        return eventRows(session, method, choice, job);
    };
}

void EventsPage::showRows(const Rows& rows) {
    const int count = mainTable()->columnOf("count");
    m_once = true;
    for (int row = 0; m_once && row < model().rows(); ++row) m_once = rows.cell(row, count).sort.toULongLong() <= 1;
    hideColumns();
}

void EventsPage::resizeEvent(QResizeEvent* event) {
    RowsPage::resizeEvent(event);
    hideColumns();
}

/// Of what happened once, every percentile is the time itself; of more, the sum says little. Where there is little room, the
/// columns go first that say least.
void EventsPage::hideColumns() {
    const bool compared = against().session != nullptr, narrow = width() < px(compared ? kRoomOfBoth : kEventsPageRoom);
    std::vector<bool> hidden;
    for (const Column& column : model().columns())
        hidden.push_back(eventColumnSaysLittle(columnKey(column), m_once, compared, narrow));
    if (hidden == m_hidden) return;
    m_hidden = hidden;
    for (std::size_t column = 0; column < hidden.size(); ++column)
        mainTable()->setSaysLittle(static_cast<int>(column), hidden[column]);
}

void EventsPage::refreshChart() {
    m_barJob.cancel();
    m_timeline->setBars({}, {});
    forgetRuns();
    ask<Runs>(
        m_job, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) -> Result<Runs> {
            const auto runs = compare::runs(*session, job);
            if (!runs) return runs.failure();
            return readRuns(*runs);
        },
        [this](Runs runs) {
            m_runs = std::move(runs);
            offerRuns();
            showRun();
        });
}

EventsPage::Runs EventsPage::readRuns(const std::shared_ptr<const std::vector<join::SessionRun>>& all) {
    Runs found{all, profile::runSets(*all), {}};
    for (const join::SessionRun& run : *all) {
        const profile::RunTotal total = profile::totalOf(run);
        found.ticks.push_back(total.execute.value_or(total.instructions.value_or(0)));
    }
    return found;
}

std::size_t EventsPage::Runs::longestOf(std::size_t set) const {
    return *std::ranges::max_element(sets.sets[set].runs, {}, [this](std::size_t run) { return ticks[run]; });
}

/// All of a set together, and each.
void EventsPage::offerSet(std::size_t set) {
    const profile::RunSet& one = m_runs.sets.sets[set];
    const QString title = one.method.empty() ? said(one.title()) : text(one.method);
    m_run->addItem(tr("all %1 of %2").arg(one.runs.size()).arg(title), entryOfSet(set));
    for (const std::size_t run : one.runs) {
        const auto& caseIndex = (*m_runs.all)[run].caseIndex;
        m_run->addItem(caseIndex ? tr("%1 · case %2").arg(run).arg(*caseIndex) : QString::number(run), static_cast<int>(run));
    }
}

/// The sets of the method, of unknown methods those that executed something first; a run that was asked for comes into view.
void EventsPage::offerRuns() {
    const QSignalBlocker quiet(m_run);
    const std::string method = workspace().method().toStdString();
    std::vector<std::size_t> mine;
    for (std::size_t set = 0; set < m_runs.sets.sets.size(); ++set)
        if (m_runs.sets.sets[set].method == method) mine.push_back(set);
    std::ranges::sort(mine, {}, [this](std::size_t set) { return std::pair(m_runs.ticks[m_runs.longestOf(set)] <= 0, set); });
    for (const std::size_t set : mine) offerSet(set);
    const auto asked = std::exchange(m_wanted, std::nullopt);
    const auto wanted = asked ? asked : workspace().run();
    const bool there = wanted && m_run->findData(static_cast<int>(*wanted)) >= 0;
    const auto first = firstSet(m_runs.sets, *m_runs.all, workspace().method());
    const auto set = there ? std::optional(m_runs.sets.setOfRun[*wanted]) : first;
    m_shown = there ? wanted : set ? std::optional(m_runs.longestOf(*set)) : std::nullopt;
    if (set) m_run->setCurrentIndex(m_run->findData(entryOfSet(*set)));
    m_chosen = chosenRuns();
    offerChosen();
    if (!m_chosen.empty() || set != first) remake();
    offerSides();
}

/// ETDumps of the session where it has several, files that were opened, and others.
void EventsPage::offerSides() {
    const QSignalBlocker quiet(m_against);
    const QVariant before = m_against->currentData();
    m_against->clear();
    m_against->addItem(tr("nothing"), kEventsPageNothing);
    std::vector<std::pair<QString, unsigned>> dumps;
    if (const SessionPtr& session = workspace().session(); session != nullptr)
        for (unsigned file = 0; file < session->files().size(); ++file)
            if (session->files()[file].dump != nullptr) dumps.emplace_back(text(session::fileNames(*session)[file]), file);
    if (dumps.size() > 1)
        for (const auto& [name, file] : dumps) m_against->addItem(name, static_cast<int>(file));
    if (m_other != nullptr) m_against->addItem(m_otherName, kOpened);
    m_against->addItem(tr("another run's files…"), kAsk);
    m_side = std::max(0, before.isValid() ? m_against->findData(before) : 0);
    m_against->setCurrentIndex(m_side);
}

void EventsPage::chooseSide() {
    if (m_against->currentData().toInt() != kAsk) {
        m_side = m_against->currentIndex();
        return remake();
    }
    {
        const QSignalBlocker quiet(m_against);
        m_against->setCurrentIndex(m_side);
    }
    if (workspace().session() == nullptr) return;
    askForPaths(this, {PathQuestion::Kind::OpenMany, tr("Compare with the runs of")},
                [this](const QStringList& paths) { compareWith(paths); });
}

void EventsPage::compareWith(const QStringList& paths) {
    const SessionPtr session = workspace().session();
    if (session == nullptr || paths.isEmpty()) return;
    std::vector<std::string> files;
    for (const QString& path : paths) files.push_back(path.toStdString());
    askBeside<SessionPtr>(
        m_opening, tr("Opening"), [session, files](const JobContext& job) { return profile::openAgainst(*session, files, job); },
        [this, name = QFileInfo(paths.front()).fileName()](SessionPtr other) {
            m_other = std::move(other);
            m_otherName = name;
            offerSides();
            const QSignalBlocker quiet(m_against);
            m_side = m_against->findData(kOpened);
            m_against->setCurrentIndex(m_side);
            remake();
        },
        Urgency::Awaited);
}

std::set<std::size_t> EventsPage::chosenRuns() const {
    std::set<std::size_t> runs = workspace().runsBeside();
    if (!runs.empty() && workspace().run()) runs.insert(*workspace().run());
    return runs;
}

/// Several that were chosen in the strip of runs are an entry of their own, as long as they are.
void EventsPage::offerChosen() {
    if (m_run->count() == 0) return;
    const std::set<std::size_t> runs = chosenRuns();
    const QSignalBlocker quiet(m_run);
    const int before = m_run->findData(kChosenRuns);
    const bool shown = before >= 0 && before == m_run->currentIndex();
    if (before >= 0) m_run->removeItem(before);
    if (runs.empty()) return shown ? m_run->setCurrentIndex(0) : void();
    QStringList numbers;
    for (const std::size_t run : runs) numbers.append(QString::number(run));
    m_run->insertItem(1, tr("runs %1").arg(numbers.join(QStringLiteral(", "))), kChosenRuns);
    m_run->setCurrentIndex(1);
}

/// Once the runs of its method are offered.
void EventsPage::followRun() {
    const auto& run = workspace().run();
    if (!run) return;
    if (isVisible() && chosenRuns() != m_chosen) {
        m_chosen = chosenRuns();
        offerChosen();
        remake();
    }
    const int at = isVisible() ? m_run->findData(static_cast<int>(*run)) : -1;
    if (at < 0) {
        m_wanted = run;
        return isVisible() ? void() : invalidate();
    }
    if (std::exchange(m_shown, run) == run) return;
    if (m_run->currentData().toInt() >= 0 && at != m_run->currentIndex()) return m_run->setCurrentIndex(at);
    if (const auto set = setInView(); set && m_runs.sets.setOfRun[*run] != *set)
        m_run->setCurrentIndex(m_run->findData(entryOfSet(m_runs.sets.setOfRun[*run])));
    showRun();
}

void EventsPage::leaveChart() {
    m_job.cancel();
    m_opening.cancel();
    m_barJob.cancel();
    m_export.cancel();
    showTimeline({});
    m_state->clear();
    m_other.reset();
    m_wanted.reset();
    forgetRuns();
    offerSides();
}

void EventsPage::forgetRuns() {
    m_runs = {};
    m_shown.reset();
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
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Export events"), workspace().method() + QStringLiteral(".trace.json"),
                trace + QStringLiteral(";;") + pictures},
               [this](const QString& path) {
                   if (workspace().session() == nullptr) return;
                   startExport(path, [this, name = QFileInfo(path).fileName()](const Result<void>& written) {
                       m_state->setText(written ? tr("Exported to %1").arg(name)
                                                : tr("Not exported: %1").arg(text(written.error().message)));
                   });
               });
}

void EventsPage::showRun() {
    emit runInViewChanged();
    if (m_runs.all == nullptr || !m_shown) {
        m_barJob.cancel();
        m_state->setText(workspace().method().isEmpty() ? QString() : tr("No run is known to be of this method."));
        return showTimeline({});
    }
    const join::SessionRun& run = (*m_runs.all)[*m_shown];
    m_state->setText(tr("run %1 · method %2").arg(run.index).arg(word(text(join::methodStateName(run.attribution.state)))));
    m_state->setToolTip(tip(said(run.attribution.evidence).join(QLatin1Char('\n'))));
    askBeside<RunTimeline>(
        m_barJob, tr("Reading the run"),
        [session = workspace().session(), method = workspace().method(), run](const JobContext& job) -> Result<RunTimeline> {
            return runTimeline(*session, method, run, job);
        },
        [this](RunTimeline timeline) { showTimeline(std::move(timeline)); }, Urgency::Awaited);
}

void EventsPage::showTimeline(RunTimeline timeline) {
    double end = 0;
    for (const StepCall& call : timeline.calls) end = std::max(end, call.end);
    for (const TimelineBar& bar : timeline.bars) end = std::max(end, bar.end);
    m_strip->setVisible(!timeline.calls.empty());
    m_strip->setCalls(std::move(timeline.calls), end);
    m_timeline->setBars(std::move(timeline.lanes), std::move(timeline.bars));
}

}  // namespace etscope::ui
