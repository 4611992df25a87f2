#include "pages/gap_page.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <ranges>
#include <utility>

#include "answers/gap_columns.h"
#include "charts/family_legend.h"
#include "compare/run_cases.h"
#include "gap/gap.h"
#include "gap/obstacle.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/tolerance_line.h"
#include "look/words.h"
#include "pages/culprit_view.h"
#include "pages/gap_guide.h"

namespace etscope::ui {
namespace {

constexpr int kRoomForPlot = 450;  ///< what is in the head, the plot and some rows of the table

}  // namespace

GapPage::GapPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, Tables::gap(), parent) {
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    makeViews();
    makeBar(bar);
    m_bars->addLayout(bar, 1);
    m_ofRun = new QWidget(this);
    auto* ofRun = makeColumn(m_ofRun, {}, 0);
    head()->addWidget(m_ofRun);
    m_culprit = new CulpritView(m_ofRun);
    ofRun->addWidget(m_culprit);
    m_plot = new GapPlot(this);
    chartPlace()->addWidget(m_plot, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(300);
    connect(&m_delay, &QTimer::timeout, this, &GapPage::remake);
    for (QComboBox* choice : std::initializer_list<QComboBox*>{m_reference, m_run, m_metric})
        connect(choice, &QComboBox::currentIndexChanged, this, &GapPage::remake);
    connect(m_culprit, &CulpritView::linkActivated, &workspace, &Workspace::follow);
    const auto isMetric = [this](int column) { return isRowMetric(model().columns()[static_cast<std::size_t>(column)]); };
    for (int column = 0; column < mainTable()->model()->columnCount(); ++column)  // as they were left
        m_rowMetrics = m_rowMetrics || (!mainTable()->isColumnHidden(column) && isMetric(column));
    connect(mainTable(), &TableView::columnShown, this, [this, isMetric](int column) {
        if (m_rowMetrics || !isMetric(column)) return;
        m_rowMetrics = true;
        remake();
    });
    connect(&workspace, &Workspace::verdictChanged, this, &GapPage::followVerdict);
    connect(m_run, &QComboBox::activated, this, [this] {
        m_preferred.insert(this->workspace().method());
        if (const auto run = runChosen()) this->workspace().lookAt(*run, this->workspace().method());
    });
    connect(&workspace, &Workspace::runChanged, this, &GapPage::followRun);
    connect(mainTable()->filter(), &QAbstractItemModel::modelReset, this, &GapPage::spanFolded);
    connect(mainTable()->filter(), &TableFilter::arranged, this, [this] {
        spanFolded();
        if (mainTable()->filter()->isTree()) m_unfolded = mainTable()->filter()->isOpen(0) ? runInView() : std::nullopt;
    });
    makeTableBar();
    connect(m_plot, &GapPlot::pointClicked, &workspace, &Workspace::select);
    showSelectionIn(*m_plot);
}

void GapPage::makeTableBar() {
    m_tableBar = new GapBar(this);
    addToBar(m_tableBar);
    const auto linkOf = [this](const Address& address) {
        const int row = model().rowOf(address);
        const QList<RowLink> links = row < 0 ? QList<RowLink>() : model().links(row);
        return links.isEmpty() ? Link() : links.first().link;
    };
    const auto follow = [this, linkOf] { m_tableBar->setComparable(linkOf(workspace().selection()).valid()); };
    connect(m_tableBar, &GapBar::compareWanted, this, [this, linkOf] {
        if (const Link link = linkOf(workspace().selection()); link.valid()) workspace().follow(link);
    });
    connect(m_tableBar, &GapBar::nextWanted, this, [this] { nextBad(true); });
    connect(&workspace(), &Workspace::selectionChanged, this, follow);
    connect(&model(), &QAbstractItemModel::modelReset, this, follow);
}

/// The legend goes first, then the end of the summary.
void GapPage::fitTableBar() {
    constexpr int kFilterAndSummary = 560;
    m_tableBar->setRoomy(width() >= px(kFilterAndSummary) + m_tableBar->wholeWidth());
}

void GapPage::makeBar(QHBoxLayout* bar) {
    m_reference = addCombo(bar, tr("Reference"), "gapReference", 260, this);
    m_run = addCombo(bar, tr("Run"), "gapRun", 190, this);
    m_metric = addCombo(bar, tr("Measure"), "gapMetric", 180, this);
    for (const PlotMetric& metric : plotMetrics()) m_metric->addItem(tr(metric.name));
    m_rtol = addToleranceLine(bar, tr("relative"), QStringLiteral("1e-3"), m_delay, this);
    m_atol = addToleranceLine(bar, tr("absolute"), QStringLiteral("1e-5"), m_delay, this);
    m_rtol->setObjectName(QStringLiteral("gapRtol"));
    m_atol->setObjectName(QStringLiteral("gapAtol"));
    connect(&workspace(), &Workspace::sessionChanged, this, [this] {
        if (workspace().keptView()) return;
        resetTolerance(m_rtol);
        resetTolerance(m_atol);
    });
    bar->addStretch();
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

void GapPage::followSelection(const Address& selection) {
    RowsPage::followSelection(selection);
    followCell();
}

/// The choices of the session and method in view; what was chosen stays where it is still there.
void GapPage::refreshChart() {
    m_plot->setPoints({});
    m_audit.cancel();
    m_culprit->clear();
    askBeside<RunsPtr>(
        m_runs, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) { offerRuns(runs); }, Urgency::Awaited);
}

void GapPage::leaveChart() {
    m_delay.stop();
    m_runs.cancel();
    forgetDrift();
    m_answer.reset();
    m_found.reset();
    m_audit.cancel();
    m_culprit->clear();
    m_patient.clear();
    m_wanted = workspace().keptView() ? runChosen() : std::nullopt;
    if (!workspace().keptView()) {
        m_preferred.clear();
        m_unfolded.reset();
    }
    m_plot->setPoints({});
    const QSignalBlocker quietReference(m_reference), quietRun(m_run);
    m_reference->clear();
    m_run->clear();
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
    m_plot->setPoints(rows.points, QStringLiteral("%1 %2").arg(tr(metric.name), tr(metric.formula)),
                      metric.relative && !doubted ? chosen.options.tolerance.rtol : ChartPoint::kNone);
    m_plot->setBands(rows.bands, rows.bandsOf);
    fitPlot();
}

/// The table tells why there are no points; where only one of the two has room, it is the table.
void GapPage::fitPlot() { m_plot->setVisible(!model().content().points.empty() && height() >= px(kRoomForPlot)); }

void GapPage::resizeEvent(QResizeEvent* event) {
    RowsPage::resizeEvent(event);
    fitBars();
    fitTableBar();
    fitPlot();
}

void GapPage::showNothing() {
    if (workspace().session() == nullptr) return RowsPage::showNothing();
    showEmpty(incompleteGap(*workspace().session(), workspace().method()));
}

/// What takes long is done when a person says so, knowing how much it is.
void GapPage::offerComputing() {
    m_culprit->clear();
    showEmpty(missingReference(*workspace().session(), workspace().method(), m_answer->chosen, [this] {
        m_patient.insert(workspace().method());
        startAnew();
        remake();
    }));
}

/// After the rows: what each call did itself, and what is at fault.
void GapPage::audit() {
    m_audit.cancel();
    m_culprit->clear();
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
            m_culprit->setAudit(method, answer->table(), *audited.audited);
        });
}

/// What comes before it is right; a row that is selected is in view already.
void GapPage::startAtDivergence() {
    const Rows& rows = model().content();
    const TableView& table = *mainTable();
    const int constant = table.columnOf("constant"), error = table.columnOf("error"), introduced = table.columnOf("introduced"),
              inherited = table.columnOf("inherited");
    const auto ofAll = [&](auto holds) {
        const auto all = std::views::iota(0, model().rows());
        return std::ranges::all_of(all, holds);
    };
    mainTable()->setSaysLittle(constant, ofAll([&](int row) { return rows.cell(row, constant).dim; }));
    // The parts say it, where all of them are known.
    mainTable()->setSaysLittle(error, ofAll([&](int row) {
                                   const auto known = [&](int column) { return rows.cell(row, column).sort.isValid(); };
                                   return !known(error) || (known(introduced) && known(inherited));
                               }));
    if (rows.first && rows.rowOf(workspace().selection()) < 0) mainTable()->startAt(static_cast<int>(*rows.first));
}

/// The line that stands for the rows before the culprit has no module: its words have that room, too.
void GapPage::spanFolded() {
    TableView* table = mainTable();
    table->clearSpans();
    const int row = table->filter()->isTree() ? table->filter()->shownRow(0) : -1;
    const QHeaderView* header = table->horizontalHeader();
    const int name = table->columnOf("operator"), module = table->columnOf("module");
    if (row >= 0 && header->visualIndex(module) - header->visualIndex(name) == module - name)
        table->setSpan(row, name, 1, module - name + 1);
}

bool GapPage::nextBad(bool forward) {
    if (m_byStep) return nextFault(forward);
    const Rows& rows = model().content();
    if (rows.blamed.empty()) return RowsPage::nextBad(forward);
    const int here = rows.rowOf(workspace().selection());
    const auto at = [&](std::size_t row) { return static_cast<int>(row); };
    const auto next = forward ? std::ranges::find_if(rows.blamed, [&](std::size_t row) { return at(row) > here; })
                              : std::ranges::find_if(rows.blamed | std::views::reverse, [&](std::size_t row) {
                                    return here < 0 || at(row) < here;
                                }).base();
    if (forward && next == rows.blamed.end()) return false;
    if (!forward && next == rows.blamed.begin()) return false;
    workspace().select(rows.addresses[forward ? *next : *std::prev(next)]);
    return true;
}

GapBar::GapBar(QWidget* parent) : QWidget(parent) {
    auto* row = makeRow(this, {8, 0, 0, 0});
    m_legend = new FamilyLegend(this);
    m_legend->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    std::vector<FamilyLegend::Entry> parts;
    for (const causes::Origin part : {causes::Origin::Introduced, causes::Origin::Constant, causes::Origin::Inherited})
        parts.push_back({.words = originText(part), .sign = signOf(part)});
    m_legend->setEntries(std::move(parts));
    m_legend->setToolTip(
        tr("Where the error of an operator comes from: the call itself, constants of the program that are not the record's, "
           "or what it read"));
    row->addWidget(m_legend);
    m_compare = named("gapCompare", new QPushButton(tr("Compare values"), this));
    m_compare->setToolTip(tr("The values that the selected call gave, beside their reference"));
    row->addWidget(m_compare);
    m_next = named("gapNext", new QPushButton(tr("Next introduced  %1").arg(QStringLiteral("F4")), this));
    m_next->setToolTip(tr("The next call that is at fault itself; where none is known to be, the next outside the tolerance"));
    row->addWidget(m_next);
    connect(m_compare, &QPushButton::clicked, this, &GapBar::compareWanted);
    connect(m_next, &QPushButton::clicked, this, &GapBar::nextWanted);
    setComparable(false);
}

void GapBar::setComparable(bool comparable) { m_compare->setEnabled(comparable); }

void GapBar::setRoomy(bool roomy) { m_legend->setVisible(roomy); }

int GapBar::wholeWidth() const {
    return m_legend->sizeHint().width() + m_compare->sizeHint().width() + m_next->sizeHint().width() + 3 * layout()->spacing();
}

}  // namespace etscope::ui
