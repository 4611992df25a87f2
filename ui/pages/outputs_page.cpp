#include "pages/outputs_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <tuple>

#include "answers/metric_words.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/tolerance_line.h"
#include "modules/work_title.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

/// Of the operator whose value it is.
QString shownName(const Address& given) { return text(modules::shownNode(given.name.toStdString())); }

bool isBad(compare::PairState state) { return compare::pairSeverity(state) >= 3; }

/// Worst last: by state, then by the largest difference; what is not finite on one side only is worse than any.
std::tuple<int, bool, double> badness(const ComparedOutput& one) {
    const bool measured = one.comparison.result && one.comparison.result->metrics;
    const double size = measured ? one.comparison.result->metrics->maxAbs : 0;
    const int severity = compare::pairSeverity(one.comparison.state);
    // Where nothing is wrong, what can be drawn goes before what is missing.
    return {severity >= 3 ? severity : measured ? 1 : 0, measured && one.comparison.result->firstNotFinite, size};
}

}  // namespace

OutputsPage::OutputsPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* outer = makeColumn(body());
    m_filled = new QWidget(body());
    outer->addWidget(scrolling(m_filled, body()));
    auto* column = makeColumn(m_filled, {}, 0);
    makeBar(column);
    makeGivenLine(column);
    auto* splitter = named("outputsSplit", new QSplitter(Qt::Vertical, m_filled));
    m_matrix = new OutputMatrix(splitter);
    splitter->addWidget(m_matrix);
    m_detail = new DifferenceView(workspace, splitter);
    splitter->addWidget(m_detail);
    splitter->setCollapsible(1, false);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(150);
    connect(&m_delay, &QTimer::timeout, this, &OutputsPage::judge);
    connect(m_matrix, &OutputMatrix::cellSelected, this, &OutputsPage::choose);
    connect(m_detail, &DifferenceView::toleranceChosen, this, &OutputsPage::takeTolerance);
    connect(&workspace, &Workspace::runChanged, this, &OutputsPage::followRun);
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        if (!this->workspace().keptView()) forgetTolerances();
    });
}

void OutputsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (m_given.valid() && m_given == workspace().selection()) return;
    endGiven();
    if (std::exchange(m_detailStale, false) && m_cell >= 0) showCell(m_cell);
}

void OutputsPage::followSelection(const Address& selection) {
    if (const int cell = cellOf(selection); cell >= 0 && m_loaded != nullptr) {
        endGiven();
        showReady();  // also after a value of an operator that could not be shown
        showCell(cell);
    } else {
        followGiven();
    }
}

void OutputsPage::makeBar(QVBoxLayout* column) {
    auto* bar = makeRow(nullptr, kBarMargins, 6);
    m_metric = new LabelledCombo(tr("measure"),
                                 QFontMetrics(bodyFont()).horizontalAdvance(tr("measure") + QStringLiteral(" NaN, reference")) + 52,
                                 m_filled);
    for (const MetricWords& words : metricWords()) {
        m_metric->addItem(metricTitle(words), QString::fromLatin1(words.name));
        m_metric->setItemData(m_metric->count() - 1, metricTip(words), Qt::ToolTipRole);
    }
    m_metric->setCurrentIndex(m_metric->findData(QStringLiteral("max_abs")));
    bar->addWidget(m_metric);
    m_rtol = addToleranceLine(bar, tr("relative"), QStringLiteral("1e-3"), m_delay, m_filled);
    m_atol = addToleranceLine(bar, tr("absolute"), QStringLiteral("1e-5"), m_delay, m_filled);
    m_rtol->setObjectName(QStringLiteral("rtol"));
    m_atol->setObjectName(QStringLiteral("atol"));
    m_equalNan = new QCheckBox(tr("NaN = NaN"), m_filled);
    m_equalNan->setChecked(true);  // as the verdict has it
    bar->addWidget(m_equalNan);
    bar->addStretch();
    m_chips = named("chips", new QLabel(m_filled));
    onThemeChange(m_chips, [this] { showMatrix(); });
    connect(&workspace(), &Workspace::verdictChanged, this, [this] {
        showMatrix();
        if (m_loaded != nullptr && m_cell >= 0) showCell(m_cell);  // whether it is a fault is known now
    });
    bar->addWidget(m_chips);
    column->addLayout(bar);
    connect(m_equalNan, &QCheckBox::toggled, this, &OutputsPage::judge);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &OutputsPage::showMatrix);
}

bool OutputsPage::hasContent() const {
    const SessionPtr& session = workspace().session();
    return session != nullptr && (!compare::referenceSources(session).empty() || !compare::runtimeSources(session).empty());
}

Mark OutputsPage::stateMark() const {
    if (m_loaded == nullptr) return Mark::None;
    int worst = 0;
    for (const ComparedOutput& loaded : *m_loaded) worst = std::max(worst, compare::pairSeverity(loaded.comparison.state));
    if (const VerdictPtr& verdict = workspace().verdict();
        worst >= 4 && verdict != nullptr && outputsMark(*verdict) == Mark::Warning)
        return Mark::Warning;  // what quantising costs
    return worst >= 4 ? Mark::Differ : worst >= 3 ? Mark::Incomparable : Mark::None;
}

compare::OutputCompareOptions OutputsPage::options() const {
    compare::OutputCompareOptions options;
    options.tolerance.rtol = toleranceOf(m_rtol, options.tolerance.rtol);
    options.tolerance.atol = toleranceOf(m_atol, options.tolerance.atol);
    options.tolerance.equalNan = m_equalNan->isChecked();
    options.perOutput = m_ownTolerances;
    for (auto& [output, own] : options.perOutput) own.equalNan = options.tolerance.equalNan;
    options.worst = 50;
    options.rowMetrics = true;
    return options;
}

QMap<QString, QString> OutputsPage::typed() const {
    return {{m_rtol->objectName(), m_rtol->text()}, {m_atol->objectName(), m_atol->text()}};
}

void OutputsPage::restore(const QMap<QString, QString>& typed) {
    for (QLineEdit* line : {m_rtol, m_atol})
        if (const QString value = typed.value(line->objectName()); !value.isEmpty()) line->setText(value);
}

compare::OutputCompareOptions OutputsPage::givenOptions() const {
    auto given = options();
    given.perOutput.clear();
    return given;
}

/// Of the output in view alone; values of operators have none of their own.
void OutputsPage::takeTolerance(const QString& name, const QString& value) {
    const bool relative = name == QLatin1String("rtol");
    if (m_given.valid() || m_loaded == nullptr || m_cell < 0) return typeTolerance(relative ? m_rtol : m_atol, value);
    const compare::OutputPair& pair = (*m_loaded)[static_cast<std::size_t>(m_cell)].pair;
    const std::pair output(pair.method, pair.output);
    if (name == QLatin1String("own")) {
        m_ownTolerances.erase(output);
    } else {
        tensor::Tolerance& own = m_ownTolerances.try_emplace(output, compare::toleranceOf(pair, options())).first->second;
        (relative ? own.rtol : own.atol) = value.toDouble();
    }
    judge();
}

void OutputsPage::forgetTolerances() {
    m_ownTolerances.clear();
    resetTolerance(m_rtol);
    resetTolerance(m_atol);
}

void OutputsPage::refresh() {
    if (m_loaded == nullptr && !m_job.running() && hasContent()) load();
    if (followGiven()) return;
    if (!hasContent())
        return showEmpty(tr("Nothing to compare"), tr("The session has neither reference outputs nor runtime values."),
                         tr("Add an ETRecord with reference outputs, and drop raw runtime outputs named "
                            "out-<method>-<call>-<output>.npy on the window."));
}

void OutputsPage::leave() {
    m_delay.stop();
    m_job.cancel();
    m_loaded.reset();
    m_judgeAgain = m_detailStale = false;
    m_cell = -1;
    m_matrix->setCells({});
    m_chips->clear();
    leaveGiven();
    m_detail->clear();
}

void OutputsPage::load() {
    const SessionPtr session = workspace().session();
    ask<std::shared_ptr<LoadedList>>(
        m_job, tr("Comparing outputs"),
        [session, options = options()](const JobContext& job) -> Result<std::shared_ptr<LoadedList>> {
            auto pairs = compare::pairOutputs(session, job);
            if (!pairs) return pairs.failure();
            auto list = std::make_shared<LoadedList>();
            for (compare::OutputPair& pair : *pairs) {
                if (job.cancelled()) return cancelledFailure();
                list->push_back(comparedOutput(std::move(pair), options, job));
                job.report(static_cast<double>(list->size()) / static_cast<double>(pairs->size()));
            }
            return list;
        },
        [this](const std::shared_ptr<LoadedList>& list) {
            m_loaded = list;
            showMatrix();
            const int selected = cellOf(workspace().selection());
            const auto worst = std::ranges::max_element(*m_loaded, {}, badness);
            if (!m_loaded->empty())
                showCell(selected >= 0 ? selected : cellOfRun() >= 0 ? cellOfRun() : static_cast<int>(worst - m_loaded->begin()));
            if (m_given.valid() && !m_valueJob.running()) showGiven(m_value);
            emit stateChanged();
            if (std::exchange(m_judgeAgain, false)) judge();
        });
}

void OutputsPage::judge() {
    judgeGiven();
    if (m_loaded == nullptr) {
        m_judgeAgain = m_job.running();
        return;
    }
    ask<std::shared_ptr<LoadedList>>(
        m_job, tr("Judging"),
        [loaded = m_loaded, options = options()](const JobContext& job) -> Result<std::shared_ptr<LoadedList>> {
            auto list = std::make_shared<LoadedList>(*loaded);
            for (ComparedOutput& one : *list)
                if (auto judged = judgeAgain(one, options, job); !judged) return judged.failure();
            return list;
        },
        [this](const std::shared_ptr<LoadedList>& list) {
            m_loaded = list;
            showMatrix();
            if (m_cell >= 0) showCell(m_cell);
            emit stateChanged();
        });
}

/// Whether it may differ by what quantising costs.
bool OutputsPage::isExpected(const ComparedOutput& one) const {
    const VerdictPtr& verdict = workspace().verdict();
    const findings::MethodOutcome* outcome = verdict != nullptr ? outcomeOf(*verdict, text(one.pair.method)) : nullptr;
    return outcome != nullptr && isQuantisation(*outcome);
}

Mark OutputsPage::wrongMark(int cell) const {
    return isExpected((*m_loaded)[static_cast<std::size_t>(cell)]) ? Mark::Warning : Mark::Differ;
}

void OutputsPage::showMatrix() {
    if (m_loaded == nullptr) return;
    const tensor::MetricColumn* metric = tensor::metricColumn(m_metric->currentData().toString().toStdString());
    std::vector<OutputMatrix::CellInfo> cells;
    std::uint64_t match = 0, differ = 0, expected = 0, incomparable = 0, missing = 0;
    for (const ComparedOutput& loaded : *m_loaded) {
        OutputMatrix::CellInfo cell;
        cell.method = text(loaded.pair.method);
        cell.caseIndex = loaded.pair.column();
        cell.output = loaded.pair.output;
        cell.outputName = QString::number(cell.output);
        cell.state = loaded.comparison.state;
        cell.rank = compare::pairSeverity(cell.state);
        const bool measured = loaded.comparison.result && loaded.comparison.result->metrics && metric != nullptr;
        cell.value = measured ? metricText(*metric, *loaded.comparison.result->metrics) : QStringLiteral("–");
        if (const auto& runtime = loaded.pair.runtime; runtime && runtime->run) cell.run = static_cast<std::size_t>(*runtime->run);
        cell.expected = isExpected(loaded);
        cells.push_back(cell);
        const int s = cell.rank;
        ++(s >= 4 ? (cell.expected ? expected : differ) : s >= 3 ? incomparable : s >= 2 ? missing : match);
    }
    m_matrix->setCells(std::move(cells));
    m_matrix->setCurrent(m_given.valid() ? -1 : m_cell);
    const auto chip = [](std::uint64_t count, const QString& word, const QColor& back) {
        return count == 0 ? QString()
                          : QStringLiteral("<span style='background:%1'>&nbsp;%2 %3&nbsp;</span>&nbsp;&nbsp;")
                                .arg(back.name(), countText(count), word);
    };
    const Tokens& t = tokens();
    m_chips->setText(chip(differ, tr("differ"), t.differBack) + chip(expected, tr("differ by quantisation"), t.amberBack) +
                     chip(incomparable, tr("cannot compare"), t.incomparableBack) + chip(missing, tr("missing"), t.missingBack) +
                     chip(match, tr("match"), t.matchBack));
}

/// Several runs may have fed one case: what is in view stays, else that of the run that is looked at comes first.
int OutputsPage::cellOf(const Address& address) const {
    if (address.kind != Address::Kind::Output || m_loaded == nullptr) return -1;
    int found = -1;
    for (int cell = 0; cell < static_cast<int>(m_loaded->size()); ++cell) {
        if (addressOf(cell) != address) continue;
        if (cell == m_cell) return cell;
        if (found < 0 || (runOf(cell) == workspace().run() && runOf(found) != workspace().run())) found = cell;
    }
    return found;
}

Address OutputsPage::addressOf(int cell) const {
    const compare::OutputPair& pair = (*m_loaded)[static_cast<std::size_t>(cell)].pair;
    return Address::ofOutput(text(pair.method), pair.column(), pair.output);
}

void OutputsPage::choose(int cell) {
    showCell(cell);
    if (const auto run = runOf(cell)) workspace().lookAt(*run, {});
    workspace().select(addressOf(cell));
}

std::optional<std::size_t> OutputsPage::runOf(int cell) const {
    if (m_loaded == nullptr || cell < 0) return std::nullopt;
    const auto& runtime = (*m_loaded)[static_cast<std::size_t>(cell)].pair.runtime;
    return runtime && runtime->run ? std::optional(static_cast<std::size_t>(*runtime->run)) : std::nullopt;
}

std::optional<std::size_t> OutputsPage::runInView() const { return m_given.valid() ? std::nullopt : runOf(m_cell); }

int OutputsPage::cellOfRun() const {
    int best = -1;
    for (int cell = 0; workspace().run() && m_loaded != nullptr && cell < static_cast<int>(m_loaded->size()); ++cell) {
        const auto rank = [&](int of) { return badness((*m_loaded)[static_cast<std::size_t>(of)]); };
        if (runOf(cell) == workspace().run() && (best < 0 || rank(cell) > rank(best))) best = cell;
    }
    return best;
}

void OutputsPage::followRun() {
    const auto& run = workspace().run();
    if (!run || m_loaded == nullptr || runOf(m_cell) == run) return;
    const int cell = cellOfRun();
    if (cell < 0 && !runOf(m_cell)) return;  // values alone are of no run
    cell >= 0 ? showCell(cell) : showNone(*run);
    const Address::Kind kind = workspace().selection().kind;
    if (kind == Address::Kind::Output || kind == Address::Kind::Run) takeChosenRun();
}

void OutputsPage::takeChosenRun() {
    if (!isVisible() || m_loaded == nullptr || !workspace().run()) return;
    const int cell = cellOfRun();
    workspace().select(cell >= 0 ? addressOf(cell) : Address::ofRun(static_cast<qint64>(*workspace().run())));
}

/// A run that gave no output that is known is not looked at in another's.
void OutputsPage::showNone(std::size_t run) {
    m_cell = -1;
    emit runInViewChanged();
    if (m_given.valid()) return;
    m_matrix->setCurrent(-1);
    m_detail->clear(tr("No output of run %1 is known.").arg(run));
}

void OutputsPage::showCell(int cell) {
    m_cell = cell;
    emit runInViewChanged();
    if (m_given.valid()) return void(m_detailStale = true);  // its values are in view
    m_matrix->setCurrent(cell);
    m_detailStale = !isVisible();
    if (!m_detailStale) m_detail->setOutput((*m_loaded)[static_cast<std::size_t>(cell)], options(), wrongMark(cell));
}

bool OutputsPage::nextBad(bool forward) {
    if (m_loaded == nullptr || m_loaded->empty()) return false;
    const int count = static_cast<int>(m_loaded->size());
    for (int step = 1; step <= count; ++step) {
        const int at = ((m_cell + (forward ? step : -step)) % count + count) % count;
        if (!isBad((*m_loaded)[static_cast<std::size_t>(at)].comparison.state)) continue;
        choose(at);
        return true;
    }
    return false;
}

void OutputsPage::makeGivenLine(QVBoxLayout* column) {
    m_givenLine = named("givenLine", new QLabel(m_filled));
    m_givenLine->setTextFormat(Qt::RichText);
    m_givenLine->setWordWrap(true);
    m_givenLine->setContentsMargins(10, 4, 10, 4);
    m_givenLine->hide();
    connect(m_givenLine, &QLabel::linkActivated, &workspace(), &Workspace::followText);
    column->addWidget(m_givenLine);
}

/// What is selected, where it is such a value; false: it is none.
bool OutputsPage::followGiven() {
    const Address& selected = workspace().selection();
    if (workspace().session() == nullptr || selected.kind != Address::Kind::Given) return false;
    if (selected == m_given && (m_value || m_valueJob.running())) return true;
    m_given = selected;
    m_value.reset();
    m_detailStale = true;
    m_matrix->setCurrent(-1);
    m_detail->clear();
    m_givenLine->setText(html(tr("Comparing what %1 gave …").arg(shownName(m_given))));
    m_givenLine->show();
    ask<std::optional<ComparedOutput>>(
        m_valueJob, tr("Comparing values of an operator"),
        [session = workspace().session(), given = m_given, options = givenOptions()](const JobContext& job) {
            return comparedOperator(*session, given, options, job);
        },
        [this](const std::optional<ComparedOutput>& value) { showGiven(value); }, [this] { leaveGiven(); });
    return true;
}

void OutputsPage::showGiven(const std::optional<ComparedOutput>& value) {
    const Address node = Address::ofNode(m_given.method, m_given.stage, m_given.name);
    const QString nothing = tr("No value of %1 was compared").arg(shownName(m_given));
    const QString why = tr("No run logged it, or nothing is known to hold it against.");
    const QString todo = tr("Operators says what is missing, and computes references.");
    m_value = value;
    if (!value && m_loaded == nullptr && !m_job.running())
        return showEmpty(nothing, why, todo, pageTitle(PageId::Gap),
                         [this, node] { workspace().follow(Link::on(PageId::Gap, node)); });
    const QString words =
        value ? tr("What an operator gave on the way, against its reference.") : nothing + QStringLiteral(". ") + why;
    QStringList parts{html(words), link(Link::on(PageId::Graph, node), tr("Show in graph")),
                      link(Link::on(PageId::Gap, node), pageTitle(PageId::Gap))};
    if (m_loaded != nullptr && m_cell >= 0) {
        parts.append(link(Link::on(PageId::Outputs, addressOf(m_cell)), tr("Back to the outputs")));
    }
    m_givenLine->setText(parts.join(QStringLiteral(" &nbsp;·&nbsp; ")));
    if (value) m_detail->setOutput(*value, givenOptions());
}

void OutputsPage::judgeGiven() {
    if (!m_value) return;
    askBeside<std::optional<ComparedOutput>>(
        m_valueJob, tr("Judging values of an operator"),
        [value = m_value, options = givenOptions()](const JobContext& job) -> Result<std::optional<ComparedOutput>> {
            auto judged = value;
            if (auto done = judgeAgain(*judged, options, job); !done) return done.failure();
            return judged;
        },
        [this](const std::optional<ComparedOutput>& value) { showGiven(value); }, Urgency::Awaited);
}

/// Back to the outputs.
void OutputsPage::endGiven() {
    if (!m_given.valid()) return;
    leaveGiven();
    m_loaded != nullptr ? showReady() : refresh();
}

void OutputsPage::leaveGiven() {
    m_valueJob.cancel();
    m_given = {};
    m_value.reset();
    m_givenLine->hide();
    m_givenLine->clear();
}

}  // namespace etscope::ui
