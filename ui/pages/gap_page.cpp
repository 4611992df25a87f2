#include "pages/gap_page.h"

#include <QPushButton>
#include <algorithm>
#include <utility>

#include "answers/gap_columns.h"
#include "compare/run_cases.h"
#include "gap/gap.h"
#include "gap/obstacle.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/gap_guide.h"
#include "pages/reference_bar.h"

namespace etscope::ui {
namespace {

constexpr int kRoomForPlot = 300;  ///< the plot and some rows of the table
constexpr int kMetricWidth = 160;

}  // namespace

GapPage::GapPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::gap(), parent) {
    makeControls();
    m_plot = new GapPlot(this);
    chartPlace()->addWidget(m_plot, 1);
    const auto isMetric = [this](int column) { return isRowMetric(model().columns()[static_cast<std::size_t>(column)]); };
    for (int column = 0; column < mainTable()->model()->columnCount(); ++column)  // as they were left
        m_rowMetrics = m_rowMetrics || (!mainTable()->isColumnHidden(column) && isMetric(column));
    connect(mainTable(), &TableView::columnShown, this, [this, isMetric](int column) {
        if (m_rowMetrics || !isMetric(column)) return;
        m_rowMetrics = true;
        remake();
    });
    connect(&workspace, &Workspace::verdictChanged, this, &GapPage::followVerdict);
    connect(&workspace, &Workspace::runChanged, this, &GapPage::followRun);
    connect(mainTable()->filter(), &TableFilter::arranged, this, [this] {
        if (mainTable()->filter()->isTree()) m_unfolded = mainTable()->filter()->isOpen(0) ? runInView() : std::nullopt;
    });
    makeTableBar();
    connect(m_plot, &GapPlot::pointClicked, &workspace, &Workspace::select);
    showSelectionIn(*m_plot);
}

void GapPage::makeControls() {
    m_reference = new ReferenceBar(workspace(), QStringLiteral("gap"), this);
    m_metric = new LabelledCombo(tr("Measure"), px(kMetricWidth), m_reference);
    m_metric->setObjectName(QStringLiteral("gapMetric"));
    for (const PlotMetric& metric : plotMetrics()) {
        m_metric->addItem(tr(metric.name));
        m_metric->setItemData(m_metric->count() - 1, tr(metric.formula), Qt::ToolTipRole);
    }
    m_reference->add(m_metric);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &GapPage::remake);
    connect(m_reference, &ReferenceBar::changed, this, &GapPage::remake);
}

QWidget* GapPage::controls() const { return m_reference; }

void GapPage::makeTableBar() {
    auto* next = named("gapNext", new QPushButton(tr("Next fault  %1").arg(QStringLiteral("F4")), this));
    next->setToolTip(tr("The next call that is at fault itself; where none is known to be, the next outside the tolerance"));
    addToBar(next);
    connect(next, &QPushButton::clicked, this, [this] { nextBad(true); });
}

RowsPage::Maker GapPage::maker() const {
    m_found = std::make_shared<GapAnswerPtr>();
    return [choice = choice(), found = m_found](const SessionPtr& session, const QString& method,
                                                const JobContext& job) -> Result<Rows> {
        const auto answer = gapAnswer({*session, method.toStdString()}, choice, job);
        if (!answer) return answer.failure();
        *found = *answer;
        Rows rows = gapRows(method, *answer, nullptr, choice);
        const ChosenRun& chosen = (*answer)->chosen;
        if (!rows.empty() || chosen.plan || !chosen.why.isEmpty()) return rows;
        const auto obstacle = gap::gapObstacle({*session, method.toStdString()}, choice.options.run, job);
        if (!obstacle) return obstacle.failure();
        if (*obstacle) rows.nothing = Nothing{said((*obstacle)->what), said((*obstacle)->why), said((*obstacle)->todo)};
        return rows;
    };
}

/// The choices of the session and method in view; what was chosen stays where it is still there.
void GapPage::refreshChart() {
    m_plot->setPoints({});
    m_audit.cancel();
    askBeside<RunsPtr>(
        m_runs, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) { offerRuns(runs); }, Urgency::Awaited);
}

void GapPage::leaveChart() {
    m_runs.cancel();
    m_answer.reset();
    m_found.reset();
    m_audit.cancel();
    m_patient.clear();
    if (!workspace().keptView()) {
        m_preferred.clear();
        m_unfolded.reset();
        m_run.reset();
        m_shown.clear();
    }
    m_offered.clear();
    m_plot->setPoints({});
    m_reference->clear();
}

void GapPage::showRows(const Rows& rows) {
    m_answer = m_found != nullptr ? *m_found : nullptr;  // its job has ended
    showPoints(rows);
    emit runInViewChanged();
    const ChosenRun* chosen = m_answer != nullptr ? &m_answer->chosen : nullptr;
    if (chosen != nullptr && (chosen->plan || !chosen->why.isEmpty())) return offerComputing();
    audit();
}

void GapPage::showPoints(const Rows& rows) {
    const GapChoice chosen = choice();
    const PlotMetric& metric = plotMetrics()[chosen.metric];
    const bool doubted = m_answer != nullptr && !m_answer->table().doubt.empty();
    m_plot->setPoints(rows.points, tr("total error, %1").arg(tr(metric.name)),
                      metric.relative && !doubted ? chosen.options.tolerance.rtol : ChartPoint::kNone);
    m_plot->setBands(rows.bands, rows.bandsOf);
    fitPlot();
}

/// The table tells why there are no points; where only one of the two has room, it is the table.
void GapPage::fitPlot() { m_plot->setVisible(!model().content().points.empty() && height() >= px(kRoomForPlot)); }

void GapPage::resizeEvent(QResizeEvent* event) {
    RowsPage::resizeEvent(event);
    fitPlot();
}

void GapPage::showNothing() {
    if (workspace().session() == nullptr) return RowsPage::showNothing();
    showEmpty(incompleteGap(*workspace().session(), workspace().method()));
}

/// What takes long is done when a person says so, knowing how much it is.
void GapPage::offerComputing() {
    showEmpty(missingReference(*workspace().session(), workspace().method(), m_answer->chosen, [this] {
        m_patient.insert(workspace().method());
        startAnew();
        remake();
    }));
}

/// After the rows: what each call did itself, and what is at fault.
void GapPage::audit() {
    m_audit.cancel();
    if (m_answer == nullptr || m_answer->table().rows.empty()) return;
    askBeside<Audited>(
        m_audit, tr("Judging operators"),
        [session = workspace().session(), method = text(m_answer->chosen.held.method), answer = m_answer,
         choice = choice()](const JobContext& job) -> Result<Audited> {
            auto audited = causes::keptAudit(*session, answer->chosen.held, choice.reference, job);
            if (!audited) return audited.failure();
            Rows rows = gapRows(method, answer, *audited, choice);
            rows.index();
            return Audited{std::move(rows), *std::move(audited)};
        },
        [this, session = workspace().session(), method = text(m_answer->chosen.held.method), answer = m_answer](Audited audited) {
            // The answer is of the run's method, whatever is looked at now.
            showGap({*session, method.toStdString()}, std::make_shared<const KnownGap>(KnownGap{answer, audited.audited}));
            emit workspace().gapChanged();
            if (session != workspace().session() || method != workspace().method() || answer != m_answer) return;
            const bool unfolded = m_unfolded && m_unfolded == runInView();
            replaceRows(std::move(audited.rows));
            mainTable()->filter()->setOpen(0, unfolded);
            showPoints(model().content());
            startAtDivergence();
            selectCulprit();
        });
}

/// What comes before it is right; a row that is selected is in view already.
void GapPage::startAtDivergence() {
    const Rows& rows = model().content();
    const TableView& table = *mainTable();
    const int constant = table.columnOf("constant"), error = table.columnOf("error"), introduced = table.columnOf("own_error"),
              inherited = table.columnOf("inherited");
    const auto ofAll = [&](auto holds) {
        int row = 0;
        while (row < model().rows() && holds(row)) ++row;
        return row == model().rows();
    };
    mainTable()->setSaysLittle(constant, ofAll([&](int row) { return rows.cell(row, constant).dim; }));
    // The parts say it, where all of them are known.
    mainTable()->setSaysLittle(error, ofAll([&](int row) {
                                   const auto known = [&](int column) { return rows.cell(row, column).sort.isValid(); };
                                   return !known(error) || (known(introduced) && known(inherited));
                               }));
    if (rows.first && rows.rowOf(workspace().selection()) < 0) mainTable()->startAt(static_cast<int>(*rows.first));
}

/// Once: a person who selects something else, or nothing, is left alone.
void GapPage::selectCulprit() {
    const auto& points = model().content().points;
    const auto wrong = std::ranges::find_if(points, [](const ChartPoint& point) { return !point.wrong.isEmpty(); });
    if (wrong == points.end() || m_shown.contains(wrong->address)) return;
    const Address& selected = workspace().selection();
    const bool chosen = selected.valid() && !m_shown.contains(selected);
    const bool first = !workspace().canGoBack();  // nobody has gone anywhere: there is nothing to come back to
    m_shown.insert(wrong->address);
    if (!isVisible() || chosen) return;
    workspace().select(wrong->address);
    if (first) workspace().beginHistory();
}

bool GapPage::nextBad(bool forward) {
    const Rows& rows = model().content();
    if (rows.blamed.empty()) return RowsPage::nextBad(forward);
    const int here = rows.rowOf(workspace().selection());
    const auto isBehind = [&](std::size_t row) { return static_cast<int>(row) > here; };
    const auto isBefore = [&](std::size_t row) { return here < 0 || static_cast<int>(row) < here; };
    std::optional<std::size_t> next;  // rows at fault are in their order
    for (const std::size_t row : rows.blamed)
        if (forward ? !next && isBehind(row) : isBefore(row)) next = row;
    if (!next) return false;
    workspace().select(rows.addresses[*next]);
    return true;
}

}  // namespace etscope::ui
