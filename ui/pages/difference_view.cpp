#include "pages/difference_view.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>

#include "answers/metric_words.h"
#include "charts/element_grid.h"
#include "charts/output_matrix.h"
#include "inventory/picture_inputs.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "models/table_view.h"
#include "pages/picture_view.h"
#include "tensor/format.h"
#include "tensor/views.h"
#include "workspace/page.h"

namespace etscope::ui {
namespace {

constexpr int kPicture = 2;       ///< of the modes
constexpr int kRoomForAll = 860;  ///< of the window, for three charts above the tables

/// A heading, and quiet words behind it.
QString headed(const QString& title, const QString& more) {
    return QStringLiteral("<span style='font-weight:600'>%1</span>&nbsp;&nbsp;<span style='color:%2'>%3</span>")
        .arg(title.toHtmlEscaped(), tokens().text3.name(), more.toHtmlEscaped());
}

QString placeOf(const std::optional<compare::OutputValue>& side) {
    if (!side) return QObject::tr("nothing");
    return side->words.empty() ? text(side->place) : said(side->words);
}

/// The longest name of a metric beside a number, and the scroll bar; names that are longer than most go on in a second line.
int widthOfMetrics() {
    const QFontMetrics metrics(bodyFont());
    const int most = metrics.horizontalAdvance(QStringLiteral("max relative  0 000 000"));
    int widest = 0;
    for (const MetricWords& words : metricWords()) widest = std::max(widest, metrics.horizontalAdvance(metricTitle(words)));
    return std::min(widest, most) + metrics.horizontalAdvance(QStringLiteral("  23 161 448")) + px(16);
}

}  // namespace

DifferenceView::DifferenceView(Workspace& workspace, QWidget* parent) : QWidget(parent) {
    onThemeChange(this, [this] {
        if (!m_output) return;
        showTitle();
        showMetrics();
        showPositionTitle();
        showDifferencesTitle();
        if (!m_place.empty()) showAround(m_place);
    });
    auto* column = makeColumn(this, {}, 0);
    column->addLayout(makeHead());
    m_modes = new QStackedWidget(this);
    column->addWidget(m_modes, 1);
    m_modes->addWidget(makeDifference());
    m_modes->addWidget(makeSides());
    m_modes->addWidget(m_picture = new PictureView(workspace, m_modes));
    offer(kPicture, false);
    connect(m_mode, &QTabBar::currentChanged, this, [this](int mode) {
        m_modes->setCurrentIndex(mode);
        showHistograms();
    });
}

QLayout* DifferenceView::makeHead() {
    auto* head = makeRow(nullptr, {10, 4, 8, 4});
    m_title = new QLabel(this);
    m_title->setTextFormat(Qt::RichText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long places do not widen the window
    head->addWidget(m_title, 1);
    m_mode = named("differenceModes", new QTabBar(this));
    m_mode->setDrawBase(false);
    m_mode->setUsesScrollButtons(false);
    m_mode->addTab(tr("Difference"));
    m_mode->addTab(tr("Side by side"));
    m_mode->addTab(tr("Image"));
    head->addWidget(m_mode);
    return head;
}

QWidget* DifferenceView::makeDifference() {
    auto* difference = new QWidget(m_modes);
    auto* rows = m_rows = makeColumn(difference, {}, 8);
    auto* upper = makeRow(nullptr, {10, 0, 10, 0}, 16);
    upper->addWidget(makeMetrics(difference));
    m_heat = new HeatView(difference);
    connect(m_heat, &HeatView::placeClicked, this, &DifferenceView::showAround);
    upper->addWidget(m_heat, 3);
    upper->addLayout(makeCharts(difference), 2);
    rows->addLayout(upper, 5);
    rows->addLayout(makeLower(difference), 2);
    return difference;
}

QWidget* DifferenceView::makeMetrics(QWidget* parent) {
    m_metrics = named("metrics", new QLabel(parent));
    m_metrics->setTextFormat(Qt::RichText);
    m_metrics->setAlignment(Qt::AlignTop);
    m_metrics->setWordWrap(true);
    m_metrics->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_metrics, &QLabel::linkActivated, this, &DifferenceView::followLink);
    auto* scroll = new SteadyScrollArea(parent);  // a low window keeps all metrics in reach
    scroll->setWidget(m_metrics);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    m_metrics->setBackgroundRole(QPalette::Base);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(widthOfMetrics());
    return scroll;
}

QLayout* DifferenceView::makeCharts(QWidget* parent) {
    auto* charts = new QVBoxLayout;
    m_differencesTitle = new QLabel(parent);
    m_differencesTitle->setTextFormat(Qt::RichText);
    charts->addWidget(m_differencesTitle);
    m_differences = new HistogramView(parent);
    charts->addWidget(m_differences, 1);
    m_valuesTitle = makeHeading(tr("Values"), tr("bars: reference, line: runtime"), parent);
    charts->addWidget(m_valuesTitle);
    m_values = new HistogramView(parent);
    charts->addWidget(m_values, 1);
    m_positionTitle = new QLabel(parent);
    m_positionTitle->setTextFormat(Qt::RichText);
    charts->addWidget(m_positionTitle);
    m_positions = new PositionView(parent);
    charts->addWidget(m_positions, 1);
    connect(m_positions, &PositionView::elementChosen, this, [this](qulonglong index) {
        if (m_output && m_output->sides != nullptr) showAround(tensor::multiIndex(m_output->sides->reference().shape, index));
    });
    return charts;
}

QLayout* DifferenceView::makeLower(QWidget* parent) {
    auto* lower = makeRow(nullptr);
    const auto add = [&](QLabel* title, TableModel& model, const char* name) {
        auto* half = makeColumn(nullptr, {}, 4);
        title->setFont(headingFont());
        title->setContentsMargins(10, 0, 0, 0);
        half->addWidget(title);
        auto* table = named(name, new TableView(parent));
        table->setAccessibleName(title->text());
        table->setTable(&model, table->objectName());
        half->addWidget(table);
        lower->addLayout(half, 1);
        return table;
    };
    m_worstTable = add(new QLabel(tr("Worst elements"), parent), m_worst, "worst");
    m_aroundTitle = new QLabel(tr("Around the element"), parent);
    m_aroundTable = add(m_aroundTitle, m_around, "around");
    m_aroundTable->setTellsMissing(false);
    connect(m_worstTable, &TableView::rowSelected, this, [this] {
        const auto row = static_cast<std::size_t>(m_worstTable->filter()->tableRow(m_worstTable->currentIndex().row()));
        showAround(tensor::multiIndex(m_output->sides->reference().shape, m_output->comparison.result->worst[row].index));
    });
    return lower;
}

QWidget* DifferenceView::makeSides() {
    auto* sides = new QWidget(m_modes);
    auto* both = makeRow(sides);
    m_referenceGrid = new ElementGrid(sides);
    m_runtimeGrid = new ElementGrid(sides);
    for (const auto& [title, grid] : {std::pair{tr("Reference"), m_referenceGrid}, std::pair{tr("Runtime"), m_runtimeGrid}}) {
        auto* half = new QVBoxLayout;
        auto* heading = makeHeading(title, {}, sides);
        heading->setContentsMargins(10, 0, 0, 0);
        half->addWidget(heading);
        half->addWidget(grid, 1);
        both->addLayout(half, 1);
    }
    ElementGrid::couple(m_referenceGrid, m_runtimeGrid);
    return sides;
}

void DifferenceView::followLink(const QString& link) {
    const QString name = link.section(QLatin1Char('='), 0, 0), value = link.section(QLatin1Char('='), 1);
    if (name != QLatin1String("place")) return emit toleranceChosen(name, value);
    std::vector<std::int64_t> place;
    for (const QString& part : value.split(QLatin1Char(','), Qt::SkipEmptyParts)) place.push_back(part.toLongLong());
    showAround(place);
}

void DifferenceView::setOutput(const ComparedOutput& output, const compare::OutputCompareOptions& options, Mark wrong) {
    // Judged again: what was looked at stays in view.
    const bool same = m_output && output.sides != nullptr && m_output->sides == output.sides;
    m_output = output;
    m_options = options;
    m_wrong = wrong;
    m_differences->setWrong(wrong);
    m_positions->setWrong(wrong);
    m_heat->plot()->setWrong(wrong);
    showTitle();
    showMetrics();
    showWorst();
    if (same) return showTolerance();
    const auto show = [](ElementGrid* grid, const std::optional<compare::OutputValue>& side) {
        const auto* tensor = side ? std::get_if<tensor::Tensor>(&side->value) : nullptr;
        if (tensor != nullptr)
            grid->setTensor(*tensor);
        else
            grid->clear();
    };
    show(m_referenceGrid, m_output->pair.reference);
    show(m_runtimeGrid, m_output->pair.runtime);
    // One bar for both, where they are read together.
    const bool together = m_output->sides != nullptr && m_output->sides->reference().shape == m_output->sides->runtime().shape;
    m_runtimeGrid->setBarShown(!together);
    markSides();
    showPicture();
    showCharts();
}

/// Tabs come and go with what there is to be seen.
void DifferenceView::offer(int mode, bool any) {
    if (m_mode->isTabVisible(mode) == any) return;
    m_mode->setTabVisible(mode, any);
    m_mode->updateGeometry();
}

/// Both sides, or the one that there is.
void DifferenceView::showPicture() {
    const auto tensorOf = [](const std::optional<compare::OutputValue>& side) -> const tensor::Tensor* {
        const auto* tensor = side ? std::get_if<tensor::Tensor>(&side->value) : nullptr;
        return tensor != nullptr && inventory::looksLikePicture(*tensor) ? tensor : nullptr;
    };
    const tensor::Tensor *reference = tensorOf(m_output->pair.reference), *runtime = tensorOf(m_output->pair.runtime);
    offer(kPicture, reference != nullptr || runtime != nullptr);
    if (reference != nullptr && runtime != nullptr && reference->shape == runtime->shape)
        m_picture->setSides(*reference, *runtime);
    else if (reference != nullptr || runtime != nullptr)
        m_picture->setTensor(reference != nullptr ? *reference : *runtime);
    else
        m_picture->clear();
}

void DifferenceView::showTolerance() {
    m_heat->setTolerance(compare::toleranceOf(m_output->pair, m_options));
    m_histogramsStale = m_output->sides != nullptr && m_output->comparison.result && m_output->comparison.result->metrics;
    showHistograms();
    showPositions();
    markSides();
    if (!m_place.empty()) showAround(m_place);
}

/// Elements of the runtime that are outside the tolerance.
void DifferenceView::markSides() {
    const Sides& sides = m_output->sides;
    m_runtimeGrid->setOther(sides != nullptr ? std::optional(sides->reference()) : std::nullopt,
                            compare::toleranceOf(m_output->pair, m_options), m_wrong);
}

void DifferenceView::clear(const QString& why) {
    m_output.reset();
    m_title->setText(why);
    m_title->setToolTip({});
    m_metrics->clear();
    m_worst.setRows({});
    m_referenceGrid->clear();
    m_runtimeGrid->clear();
    m_picture->clear();
    offer(kPicture, false);
    clearCharts();
}

void DifferenceView::clearCharts() {
    m_histograms.cancel();
    m_findPositions.cancel();
    m_histogramsStale = false;
    m_positions->clear();
    m_positionTitle->clear();
    m_place.clear();
    for (HistogramView* chart : {m_differences, m_values}) {
        chart->clear();
        chart->setNote(tr("nothing was measured"));
    }
    m_heat->clear();
    m_around.clear();
    m_aroundTitle->clear();
}

/// The output always, where its sides come from as far as there is room.
void DifferenceView::showTitle() {
    if (!m_output) return;
    const compare::OutputPair& pair = m_output->pair;
    const auto* reference = pair.reference ? std::get_if<tensor::Tensor>(&pair.reference->value) : nullptr;
    const QString name = !m_output->name.isEmpty()
                             ? m_output->name
                             : tr("%1 · %2 · output %3").arg(text(pair.method), columnTitle(pair.column())).arg(pair.output);
    const QString sides =
        QStringList{reference != nullptr ? text(tensor::typeAndShapeText(reference->type, reference->shape)) : QString(),
                    tr("%1 against %2").arg(placeOf(pair.runtime), placeOf(pair.reference))}
            .join(QLatin1Char(' '))
            .trimmed();
    const double room = m_title->width() - QFontMetricsF(headingFont()).horizontalAdvance(name + QStringLiteral("    "));
    m_title->setText(QStringLiteral("<span style='font-weight:600'>%1</span>&nbsp;&nbsp;<span style='color:%3'>%2</span>")
                         .arg(name.toHtmlEscaped(),
                              QFontMetricsF(bodyFont()).elidedText(sides, Qt::ElideMiddle, room).toHtmlEscaped(),
                              tokens().text2.name()));
    m_title->setToolTip(QStringLiteral("<p>%1<br>%2</p>").arg(name.toHtmlEscaped(), sides.toHtmlEscaped()));
}

void DifferenceView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    // Where not all charts have room, that of positions says more. The view itself is never lower than what is in it.
    const bool room = window()->height() >= px(kRoomForAll);
    m_rows->setStretch(0, room ? 5 : 3);  // rows of the tables stay in view in a low window
    m_values->setVisible(room);
    m_valuesTitle->setVisible(room);
    showTitle();
}

void DifferenceView::showCharts() {
    clearCharts();
    if (m_output->sides == nullptr || !m_output->comparison.result || !m_output->comparison.result->metrics) return;
    m_heat->setDifference(m_output->sides->reference(), m_output->sides->runtime(),
                          compare::toleranceOf(m_output->pair, m_options));
    m_histogramsStale = true;
    showHistograms();
    showPositions();
    if (const auto& worst = m_output->comparison.result->worst; !worst.empty())
        showAround(tensor::multiIndex(m_output->sides->reference().shape, worst.front().index));
}

/// How large the error is at each position, and where it is beyond the tolerance.
void DifferenceView::showPositions() {
    const Sides& sides = m_output->sides;
    const auto axis = sides != nullptr ? tensor::positionAxis(sides->reference().shape) : std::nullopt;
    if (!axis) return m_positions->clear(tr("one element only"));
    m_findPositions.start(
        tr("Error by position"),
        [sides, axis = *axis, tolerance = compare::toleranceOf(m_output->pair, m_options)](const JobContext& job) {
            return tensor::errorsAlong(*sides, axis, tolerance, job);
        },
        [this](Result<tensor::PositionErrors> errors) {
            if (!errors) return m_positions->clear(text(errors.error().message));
            m_positions->setErrors(*std::move(errors));
            showPositionTitle();
        });
}

void DifferenceView::showPositionTitle() {
    const tensor::PositionErrors& errors = m_positions->errors();
    if (errors.entries.empty()) return m_positionTitle->clear();
    const QString summary = m_positions->summary();
    m_positionTitle->setText(headed(tr("By position"), QStringList{tr("axis %1, mean |d|").arg(errors.axis), summary}.join(
                                                           summary.isEmpty() ? QString() : QStringLiteral("; "))));
}

/// Why there are no differences to draw; "" where there are some.
QString DifferenceView::noBarsText(const tensor::Metrics& metrics) {
    if (metrics.notFinite > 0 && metrics.compared == 0) return tr("no element is finite on both sides");
    if (metrics.maxAbs > 0) return {};
    return metrics.notFinite > 0 ? tr("0 where both sides are finite") : tr("every difference is 0");
}

bool DifferenceView::isTolerated() const {
    const tensor::Tolerance tolerance = compare::toleranceOf(m_output->pair, m_options);
    return tolerance.atol > 0 || tolerance.rtol > 0;
}

void DifferenceView::showDifferencesTitle() {
    m_differencesTitle->setText(isTolerated() ? headed(tr("|d| ÷ tolerance"), tr("log scale, up to 1 passes"))
                                              : headed(tr("|difference|"), tr("log scale")));
}

/// In a job, and not while the sides stand before them.
void DifferenceView::showHistograms() {
    if (!m_histogramsStale || m_modes->currentIndex() != 0) return;
    m_histogramsStale = false;
    tensor::ComparisonOptions compare;
    compare.tolerance = compare::toleranceOf(m_output->pair, m_options);
    compare.differenceHistogram = compare.histograms = true;
    compare.findAxisOrder = false;
    compare.inTolerances = isTolerated();
    showDifferencesTitle();
    compare.bins = barsFor(m_output->comparison.result->metrics->count);
    m_histograms.start(
        tr("Histograms"), [sides = m_output->sides, compare](const JobContext& job) { return sides->judge(compare, job); },
        [this, inTolerances = compare.inTolerances](Result<tensor::ComparisonResult> result) {
            const QString problem = result ? QString() : text(result.error().message);
            m_differences->setNote(result && result->metrics ? noBarsText(*result->metrics) : problem);
            m_values->setNote(problem);
            if (!result) return;
            m_values->setHistogram(result->referenceHistogram.value_or(tensor::Histogram{}));
            m_values->setSecond(result->runtimeHistogram.value_or(tensor::Histogram{}));
            m_differences->setHistogram(result->differenceHistogram.value_or(tensor::Histogram{}), true);
            m_differences->setLimit(inTolerances ? 1 : std::numeric_limits<double>::quiet_NaN());
        });
    m_differences->setNote(tr("computing …"));
    m_values->setNote(tr("computing …"));
}

void DifferenceView::showWorst() {
    const ComparedOutput& loaded = *m_output;
    const bool any = loaded.comparison.result && loaded.sides != nullptr;
    m_worst.setRows(any ? worstRows(loaded.sides, loaded.comparison.result->worst) : Rows());
}

void DifferenceView::showAround(const Place& place) {
    if (!m_output || m_output->sides == nullptr) return m_around.clear();
    m_around.setPlace(m_output->sides, place, m_options.tolerance, m_wrong);
    if (m_around.rowOfPlace() < 0) return;
    m_place = place;
    m_heat->markPlace(place);
    m_aroundTitle->setText(tr("Around %1").arg(text(tensor::indexText(place))));
    const int row = m_aroundTable->filter()->shownRow(m_around.rowOfPlace());
    m_aroundTable->selectRow(row);
    m_aroundTable->scrollTo(m_aroundTable->model()->index(row, 0));
}

}  // namespace etscope::ui
