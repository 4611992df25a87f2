#include "pages/gap_page.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "compare/run_cases.h"
#include "gap/gap.h"
#include "join/runs.h"
#include "look/labelled_combo.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/gap_choice.h"
#include "pages/run_strip.h"
#include "pages/tolerance_line.h"

namespace etscope::ui {
namespace {

/// What the plot can show: sizes of which more is worse.
struct PlotMetric {
    const char* name;
    const char* formula;
    double tensor::Metrics::*value;  ///< null: the relative error of the row
};
constexpr std::array kPlotMetrics{
    PlotMetric{QT_TRANSLATE_NOOP("etscope::ui::GapPage", "relative error"),
               QT_TRANSLATE_NOOP("etscope::ui::GapPage", "‖runtime − reference‖ ∕ ‖reference‖"), nullptr},
    PlotMetric{"max_abs", QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference|"), &tensor::Metrics::maxAbs},
    PlotMetric{"mean_abs", QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean |runtime − reference|"), &tensor::Metrics::meanAbs},
    PlotMetric{"max_rel", QT_TRANSLATE_NOOP("etscope::ui::GapPage", "largest |runtime − reference| ∕ |reference|"),
               &tensor::Metrics::maxRel},
    PlotMetric{"mse", QT_TRANSLATE_NOOP("etscope::ui::GapPage", "mean (runtime − reference)²"), &tensor::Metrics::mse},
    PlotMetric{"rmse", QT_TRANSLATE_NOOP("etscope::ui::GapPage", "square root of the mean (runtime − reference)²"),
               &tensor::Metrics::rmse}};

Mark markOf(const gap::GapRow& row) {
    if (row.compared()) return row.diverges ? Mark::Differ : Mark::Match;
    switch (row.state) {
        case gap::GapState::Ok: return Mark::Match;
        case gap::GapState::ShapeMismatch: return Mark::Incomparable;
        case gap::GapState::NoReference:
        case gap::GapState::NoRuntimeValue: return Mark::Missing;
        case gap::GapState::Incomparable: return Mark::Unreadable;
    }
    return Mark::None;
}

/// The error is the call's own when it is more than twice what its inputs bring.
bool isIntroduced(const gap::GapRow& row) { return row.error > 2 * row.inherited; }

QString handlesText(const std::vector<std::int64_t>& handles) {
    if (handles.empty()) return {};
    const auto [least, most] = std::ranges::minmax_element(handles);
    return *least == *most ? QString::number(*least) : QStringLiteral("%1 … %2").arg(*least).arg(*most);
}

Address addressOf(const QString& method, const gap::GapRow& row) { return Address::ofInstruction(method, row.instruction); }

/// The note tells what the number was made against, where that is not the node's own reference as it is.
Cell metricCell(const gap::GapRow& row, std::string_view name) {
    const auto value = row.compared() ? tensor::metricColumn(name)->value(*row.result->metrics) : std::nullopt;
    if (!value) return {.text = QStringLiteral("–"), .tooltip = text(row.note), .dim = true};
    // No maximum tells of positions where a side is not finite: their number stands beside it.
    const bool maximum = name == "max_abs" && row.result->metrics->notFinite > 0;
    const QString shown = maximum
                              ? QObject::tr("%1 + %2 not finite").arg(floatText(*value), countText(row.result->metrics->notFinite))
                              : floatText(*value);
    return {.text = shown, .sort = *value, .tooltip = text(row.note)};
}

/// Why a row has no numbers.
QString stateText(gap::GapState state) {
    switch (state) {
        case gap::GapState::Ok: break;
        case gap::GapState::ShapeMismatch: return QObject::tr("other shape");
        case gap::GapState::NoReference: return QObject::tr("no reference");
        case gap::GapState::NoRuntimeValue: return QObject::tr("not logged");
        case gap::GapState::Incomparable: return QObject::tr("not comparable");
    }
    return QStringLiteral("–");
}

Cell originCell(const gap::GapRow& row) {
    if (!row.compared()) return {.text = stateText(row.state), .tooltip = text(row.note), .dim = true};
    Cell cell{.text = row.error == 0      ? QObject::tr("none")
                      : isIntroduced(row) ? QObject::tr("introduced")
                                          : QObject::tr("inherited"),
              .tooltip = text(row.note),
              .dim = !isIntroduced(row)};
    // Its numbers are not those of the node's own reference.
    if (row.state == gap::GapState::ShapeMismatch) cell.mark = Mark::Ambiguous;
    return cell;
}

Cell noteCell(const gap::GapRow& row) {
    return row.note.empty() ? Cell{} : Cell{.text = text(row.note), .tooltip = text(row.note), .dim = true};
}

Result<Rows> gapRows(const SessionPtr& session, const QString& method, const GapChoice& choice,
                     std::optional<std::size_t>& fittingRun, const JobContext& job) {
    const auto references = referencesOf(*session, method.toStdString(), choice, job);
    if (!references) return references.failure();
    const auto fitting = gap::fittingGap(*session, method.toStdString(), **references, choice.options, job);
    if (!fitting) return fitting.failure();
    const gap::GapTable* table = &fitting->table;
    fittingRun = fitting->run;
    const PlotMetric& metric = kPlotMetrics[choice.metric];
    Rows rows;
    std::size_t compared = 0;
    for (std::size_t r = 0; r < table->rows.size(); ++r) {
        const gap::GapRow& row = table->rows[r];
        const Address address = addressOf(method, row);
        const bool judged = row.compared();
        compared += judged ? 1U : 0U;
        const double plotted = metric.value == nullptr ? row.error : judged ? (*row.result->metrics).*metric.value : 0;
        const QString last = row.nodes.empty() ? QString() : text(row.nodes.back());
        rows.add({{.text = QStringLiteral("0/%1").arg(row.instruction),
                   .sort = QVariant::fromValue(static_cast<qlonglong>(row.instruction))},
                  {.text = handlesText(row.debugHandles)},
                  {.text = last, .tooltip = text([&] {
                                     std::string all;
                                     for (const std::string& node : row.nodes) all += (all.empty() ? "" : "\n") + node;
                                     return all;
                                 }())},
                  {.text = text(row.runtime)},
                  metricCell(row, "max_abs"),
                  metricCell(row, "mse"),
                  metricCell(row, "snr_db"),
                  metricCell(row, "rel_l2"),
                  metricCell(row, "kl"),
                  metricCell(row, "top5_match"),
                  metricCell(row, "top10_match"),
                  judged ? Cell{.text = floatText(row.error), .sort = row.error, .tooltip = text(row.note)}
                         : Cell{.text = QStringLiteral("–"), .dim = true},
                  originCell(row),
                  noteCell(row),
                  {.mark = markOf(row), .tooltip = text(row.note)}},
                 address);
        if (!judged) continue;
        const QString note = row.note.empty() ? QString() : QLatin1Char('\n') + text(row.note);
        rows.points.push_back({static_cast<double>(row.instruction), plotted, row.diverges, !isIntroduced(row),
                               QStringLiteral("0/%1 · %2\n%3\n%4 %5")
                                       .arg(row.instruction)
                                       .arg(last, text(row.runtime), GapPage::tr(metric.name), floatText(plotted)) +
                                   note,
                               address, table->firstDivergence == r});
    }
    if (table->firstDivergence) rows.finding = Mark::Differ;
    rows.summary = QObject::tr("%1 of %n call(s) compared · reference %2", nullptr, counted(table->rows.size()))
                       .arg(countText(compared), text((*references)->source()));
    if (fitting->run && !choice.options.run)
        rows.summary = QObject::tr("%1 · run %2, whose shapes fit").arg(rows.summary).arg(*fitting->run);
    return rows;
}

/// Whether a column of the table shows a metric that is only made on demand.
bool isRowMetric(const char* title) {
    const tensor::MetricColumn* metric = tensor::metricColumn(title);
    return metric != nullptr && metric->rowWise;
}

const RowsSpec& gapTable() {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Instr."), QT_TRANSLATE_NOOP("Column", "Chain and instruction"), Qt::AlignLeft, true, 9},
        {QT_TRANSLATE_NOOP("Column", "Handles"), QT_TRANSLATE_NOOP("Column", "Debug handles of the call, from least to largest"),
         Qt::AlignLeft, true, 10},
        {QT_TRANSLATE_NOOP("Column", "Last edge node"),
         QT_TRANSLATE_NOOP("Column", "Of the nodes that carry them; the tooltip has all"), Qt::AlignLeft, true, 0},
        {QT_TRANSLATE_NOOP("Column", "Runs as"), QT_TRANSLATE_NOOP("Column", "The event that logged the value"), Qt::AlignLeft,
         true, 20},
        {"max_abs", QT_TRANSLATE_NOOP("Column", "Largest |runtime − reference|"), Qt::AlignRight, false, 12},
        {"mse", QT_TRANSLATE_NOOP("Column", "Mean of (runtime − reference)²"), Qt::AlignRight, false, 12},
        {"snr_db", QT_TRANSLATE_NOOP("Column", "10·log10(mean reference² / mean difference²)"), Qt::AlignRight, false, 10},
        {"rel_l2", QT_TRANSLATE_NOOP("Column", "‖runtime − reference‖ / ‖reference‖ where both are finite"), Qt::AlignRight, false,
         12, true},
        {"kl", QT_TRANSLATE_NOOP("Column", "How far the softmax of the rows is from the reference's, in nats"), Qt::AlignRight,
         false, 12, true},
        {"top5_match", QT_TRANSLATE_NOOP("Column", "Rows whose largest element is among the runtime's 5 largest"), Qt::AlignRight,
         false, 12, true},
        {"top10_match", QT_TRANSLATE_NOOP("Column", "Rows whose largest element is among the runtime's 10 largest"), Qt::AlignRight,
         false, 12, true},
        {QT_TRANSLATE_NOOP("Column", "Error"), QT_TRANSLATE_NOOP("Column", "‖runtime − reference‖ / ‖reference‖"), Qt::AlignRight,
         false, 12},
        {QT_TRANSLATE_NOOP("Column", "Error is"),
         QT_TRANSLATE_NOOP("Column", "Introduced: more than twice what the inputs of the call bring"), Qt::AlignLeft, false, 13},
        {QT_TRANSLATE_NOOP("Column", "Note"),
         QT_TRANSLATE_NOOP("Column", "What the numbers were made against, where shapes do not fit"), Qt::AlignLeft, false, 40,
         true},
        {"", QT_TRANSLATE_NOOP("Column", "Within the tolerance"), Qt::AlignCenter, false, 4}};
    static constexpr RowsSpec kSpec{
        "gapTable",
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Comparing values of operators"),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "linear, error_is:introduced"),
        kColumns,
        hasGap,
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "No numeric gap"),
        QT_TRANSLATE_NOOP(
            "etscope::ui::RowsPage",
            "It needs an ETRecord, an ETDump with its debug buffer, and reference values of the nodes: .npz, "
            ".safetensors or torch.save, keyed by node name or debug handle; or a second run to hold the first against."),
        QT_TRANSLATE_NOOP("etscope::ui::RowsPage", "Add the missing files."),
        nullptr};
    return kSpec;
}

}  // namespace

GapPage::GapPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, gapTable(), parent) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 5);
    bar->setSpacing(6);
    makeBar(bar);
    head()->addLayout(bar);
    m_strip = new RunStrip(this);
    head()->addWidget(m_strip);
    m_plot = new GapPlot(this);
    chartPlace()->addWidget(m_plot, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(300);
    connect(&m_delay, &QTimer::timeout, this, &GapPage::chooseAnew);
    connect(m_reference, &QComboBox::currentIndexChanged, this, &GapPage::chooseAnew);
    for (QComboBox* choice : {m_run, m_metric}) connect(choice, &QComboBox::currentIndexChanged, this, &GapPage::remake);
    connect(m_strip, &RunStrip::runChosen, this, &GapPage::chooseRun);
    for (int column = 0; column < mainTable()->model()->columnCount(); ++column)  // as they were left
        m_rowMetrics = m_rowMetrics || (!mainTable()->isColumnHidden(column) &&
                                        isRowMetric(gapTable().columns[static_cast<std::size_t>(column)].title));
    connect(mainTable(), &TableView::columnShown, this, [this](int column) {
        if (m_rowMetrics || !isRowMetric(gapTable().columns[static_cast<std::size_t>(column)].title)) return;
        m_rowMetrics = true;
        remake();
    });
    connect(m_plot, &GapPlot::pointClicked, &workspace, &Workspace::select);
    showSelectionIn(*m_plot);
}

void GapPage::makeBar(QHBoxLayout* bar) {
    const auto combo = [&](const QString& label, const char* name, int width) {
        auto* made = new LabelledCombo(label, px(width), this);
        made->setObjectName(QString::fromLatin1(name));
        made->setAccessibleName(label);
        bar->addWidget(made);
        return made;
    };
    m_reference = combo(tr("reference"), "gapReference", 260);
    m_run = combo(tr("run"), "gapRun", 190);
    m_metric = combo(tr("plot"), "gapMetric", 180);
    for (const PlotMetric& metric : kPlotMetrics) m_metric->addItem(tr(metric.name));
    m_rtol = addToleranceLine(bar, QStringLiteral("rtol"), QStringLiteral("1e-3"), m_delay, this);
    m_atol = addToleranceLine(bar, QStringLiteral("atol"), QStringLiteral("1e-5"), m_delay, this);
    m_rtol->setObjectName(QStringLiteral("gapRtol"));
    m_atol->setObjectName(QStringLiteral("gapAtol"));
    bar->addStretch();
}

GapChoice GapPage::choice() const {
    GapChoice choice;
    const QVariant reference = m_reference->currentData();
    if (reference.typeId() == QMetaType::QString)
        choice.file = reference.toString();
    else if (reference.isValid())
        choice.referenceRun = static_cast<std::size_t>(reference.toULongLong());
    if (m_run->currentData().isValid()) choice.options.run = static_cast<std::size_t>(m_run->currentData().toULongLong());
    choice.metric = static_cast<std::size_t>(std::max(0, m_metric->currentIndex()));
    choice.options.rowMetrics = m_rowMetrics;
    auto& tolerance = choice.options.tolerance;
    tolerance.rtol = toleranceOf(m_rtol, tolerance.rtol);
    tolerance.atol = toleranceOf(m_atol, tolerance.atol);
    return choice;
}

RowsPage::Maker GapPage::maker() const {
    m_found = std::make_shared<FittingRun>();
    return [choice = choice(), found = m_found](const SessionPtr& session, const QString& method, const JobContext& job) {
        return gapRows(session, method, choice, *found, job);
    };
}

void GapPage::chooseAnew() {
    m_judge.cancel();
    m_references.clear();
    m_strip->forgetVerdicts();
    m_stopped = false;
    remake();
}

void GapPage::chooseRun(std::size_t run, const QString& method) {
    m_stopped = false;
    if (method != workspace().method()) {
        m_wanted = run;
        return workspace().goToMethod(method);
    }
    if (const int at = m_run->findData(static_cast<qulonglong>(run)); at >= 0) m_run->setCurrentIndex(at);
}

std::optional<std::size_t> GapPage::runInView() const {
    if (m_run->currentData().isValid()) return static_cast<std::size_t>(m_run->currentData().toULongLong());
    return m_fitting;
}

void GapPage::showEvent(QShowEvent* event) {
    RowsPage::showEvent(event);
    judgeNext();
}

/// After the rows, which the person waits for. What cannot be compared says why and is not asked again.
void GapPage::judgeNext() {
    const auto run = m_stopped || m_judge.running() || !isVisible() ? std::nullopt : m_strip->unknownRun(workspace().method());
    if (!run) return;
    GapChoice asked = choice();
    asked.options.run = run->index;
    asked.options.rowMetrics = false;
    m_judge.start(
        tr("Comparing run %1").arg(run->index),
        [session = workspace().session(), method = run->method.toStdString(), asked,
         known = m_references[run->method]](const JobContext& job) -> Result<Judged> {
            const Result<References> references =
                known != nullptr ? Result<References>(known) : referencesOf(*session, method, asked, job);
            if (!references) return references.failure();
            const auto table = gap::numericGap(*session, method, **references, asked.options, job);
            if (!table) return table.failure();
            return Judged{*references, runVerdict(*table)};
        },
        [this, run = *run](Result<Judged> judged) {
            if (!judged && judged.error().code == "cancelled") return void(m_stopped = true);
            if (judged) m_references[run.method] = judged->references;
            m_strip->setVerdict(run.index, judged ? judged->verdict : RunVerdict{.words = text(judged.error().message)});
            judgeNext();
        },
        Urgency::Filling);
}

/// The choices of the session and method in view; what was chosen stays where it is still there.
void GapPage::refreshChart() {
    m_plot->setPoints({});
    askBeside<RunsPtr>(
        m_runs, tr("Reading runs"),
        [session = workspace().session()](const JobContext& job) { return compare::runs(*session, job); },
        [this](const RunsPtr& runs) { offerRuns(runs); }, Urgency::Awaited);
}

void GapPage::leaveChart() {
    m_delay.stop();
    m_runs.cancel();
    m_judge.cancel();
    m_references.clear();
    m_strip->setRuns({});
    m_fitting.reset();
    m_wanted.reset();
    m_stopped = false;
    m_plot->setPoints({});
    const QSignalBlocker quietReference(m_reference), quietRun(m_run);
    m_reference->clear();
    m_run->clear();
}

void GapPage::offerRuns(const RunsPtr& runs) {
    const QVariant reference = m_reference->currentData(), before = m_run->currentData();
    const auto wanted = std::exchange(m_wanted, std::nullopt);
    const QVariant run = wanted ? QVariant(static_cast<qulonglong>(*wanted)) : before;
    const QSignalBlocker quietReference(m_reference), quietRun(m_run);
    m_reference->clear();
    m_run->clear();
    m_reference->addItem(tr("found in the session"));
    for (const std::string& path : gap::valueFiles(*workspace().session()))
        m_reference->addItem(text(baseName(path)), QString::fromStdString(path));
    m_run->addItem(tr("that fits, or all folded"));
    std::vector<RunStrip::Run> all;
    for (const join::SessionRun& one : *runs) {
        if (one.kind() == etdump::BlockKind::Execute)
            all.push_back({one.index, text(one.attribution.method.value_or("")),
                           one.caseIndex ? tr("case %1").arg(*one.caseIndex) : QString()});
        if (text(one.attribution.method.value_or("")) != workspace().method()) continue;
        const auto index = static_cast<qulonglong>(one.index);
        m_reference->addItem(tr("run %1").arg(index), index);
        m_run->addItem(tr("run %1").arg(index), index);
    }
    m_reference->setCurrentIndex(std::max(0, m_reference->findData(reference)));
    m_run->setCurrentIndex(std::max(0, m_run->findData(run)));
    m_strip->setRuns(std::move(all));
    m_strip->setChosen(runInView());
    if (m_reference->currentData() != reference) return chooseAnew();
    if (m_run->currentData() != before) return remake();
    judgeNext();
}

void GapPage::showRows(const Rows& rows) {
    const PlotMetric& metric = kPlotMetrics[static_cast<std::size_t>(std::max(0, m_metric->currentIndex()))];
    m_plot->setPoints(rows.points, QStringLiteral("%1 %2").arg(tr(metric.name), tr(metric.formula)));
    m_plot->setVisible(!rows.points.empty());  // the table tells why there are none
    m_fitting = *m_found;                      // its job has ended
    m_strip->setChosen(runInView());
    judgeNext();
}

}  // namespace etscope::ui
