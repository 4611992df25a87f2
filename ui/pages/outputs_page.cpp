#include "pages/outputs_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/element_grid.h"
#include "tensor/element_reader.h"
#include "tensor/format.h"
#include "tensor/views.h"

namespace etscope::ui {
namespace {

/// Worst first: differing before incomparable before missing before matching.
double severity(session::PairState state) {
    switch (state) {
        case session::PairState::Differ: return 4;
        case session::PairState::ShapeMismatch:
        case session::PairState::TypeMismatch:
        case session::PairState::Unreadable: return 3;
        case session::PairState::MissingReference:
        case session::PairState::MissingRuntime: return 2;
        case session::PairState::Match: return 1;
    }
    return 0;
}

bool isBad(session::PairState state) { return severity(state) >= 3; }

QTableWidget* makeSmallTable(const QStringList& titles, QWidget* parent) {
    auto* table = new QTableWidget(0, static_cast<int>(titles.size()), parent);
    table->setHorizontalHeaderLabels(titles);
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(QFontMetrics(bodyFont()).height() + 6);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setFont(smallFont());
    return table;
}

QTableWidgetItem* numberItem(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    item->setFont(codeFont());
    return item;
}

QString placeOf(const std::optional<session::OutputValue>& side) { return side ? text(side->place) : QObject::tr("nothing"); }

}  // namespace

OutputsPage::OutputsPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_stack = new QStackedWidget(this);
    outer->addWidget(m_stack);
    m_filled = new QWidget(m_stack);
    m_stack->addWidget(m_filled);
    auto* column = new QVBoxLayout(m_filled);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    makeBar(column);
    auto* splitter = new QSplitter(Qt::Vertical, m_filled);
    m_matrix = new OutputMatrix(splitter);
    splitter->addWidget(m_matrix);
    splitter->addWidget(makeDetail());
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({130, 700});
    column->addWidget(splitter, 1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(150);
    connect(&m_delay, &QTimer::timeout, this, &OutputsPage::judge);
    connect(m_matrix, &OutputMatrix::cellSelected, this, [this](int cell) {
        const auto& info = m_matrix->cells()[static_cast<std::size_t>(cell)];
        this->workspace().select(Address::ofOutput(info.method, info.caseIndex, info.output));
    });
    connect(&workspace, &Workspace::selectionChanged, this, [this](const Address& address) {
        if (const int cell = cellOf(address); cell >= 0) showCell(cell);
    });
}

void OutputsPage::makeBar(QVBoxLayout* column) {
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 5, 8, 5);
    bar->setSpacing(6);
    const auto label = [&](const QString& title) {
        auto* text = new QLabel(title, m_filled);
        text->setForegroundRole(QPalette::PlaceholderText);
        bar->addWidget(text);
    };
    label(tr("metric"));
    m_metric = new QComboBox(m_filled);
    for (const tensor::MetricColumn& metric : tensor::metricColumns()) m_metric->addItem(text(metric.name));
    m_metric->setCurrentText(QStringLiteral("max_abs"));
    m_metric->setAccessibleName(tr("metric"));
    bar->addWidget(m_metric);
    const auto edit = [&](const QString& title, const QString& value) {
        label(title);
        auto* line = new QLineEdit(value, m_filled);
        line->setMaximumWidth(80);
        line->setObjectName(title);
        line->setAccessibleName(title);
        bar->addWidget(line);
        connect(line, &QLineEdit::textChanged, &m_delay, qOverload<>(&QTimer::start));
        return line;
    };
    m_rtol = edit(QStringLiteral("rtol"), QStringLiteral("1e-3"));
    m_atol = edit(QStringLiteral("atol"), QStringLiteral("1e-5"));
    m_equalNan = new QCheckBox(tr("NaN = NaN"), m_filled);
    bar->addWidget(m_equalNan);
    bar->addStretch();
    m_chips = new QLabel(m_filled);
    m_chips->setObjectName(QStringLiteral("chips"));
    bar->addWidget(m_chips);
    column->addLayout(bar);
    connect(m_equalNan, &QCheckBox::toggled, this, &OutputsPage::judge);
    connect(m_metric, &QComboBox::currentIndexChanged, this, &OutputsPage::showMatrix);
}

QWidget* OutputsPage::makeDetail() {
    auto* detail = new QWidget(m_filled);
    auto* column = new QVBoxLayout(detail);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 4, 8, 4);
    m_title = new QLabel(detail);
    m_title->setTextFormat(Qt::RichText);
    head->addWidget(m_title, 1);
    m_mode = new QTabBar(detail);
    m_mode->setObjectName(QStringLiteral("dockTabs"));
    m_mode->addTab(tr("Difference"));
    m_mode->addTab(tr("Side by side"));
    head->addWidget(m_mode);
    column->addLayout(head);
    m_modes = new QStackedWidget(detail);
    column->addWidget(m_modes, 1);
    connect(m_mode, &QTabBar::currentChanged, m_modes, &QStackedWidget::setCurrentIndex);

    auto* difference = new QWidget(m_modes);
    auto* rows = new QVBoxLayout(difference);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* upper = new QHBoxLayout;
    upper->setContentsMargins(10, 0, 10, 0);
    upper->setSpacing(16);
    m_metrics = new QLabel(difference);
    m_metrics->setObjectName(QStringLiteral("metrics"));
    m_metrics->setTextFormat(Qt::RichText);
    m_metrics->setAlignment(Qt::AlignTop);
    m_metrics->setFixedWidth(216);
    m_metrics->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(m_metrics, &QLabel::linkActivated, this, [this](const QString& link) {
        const QStringList parts = link.split(QLatin1Char('='));
        if (parts.value(0) == QLatin1String("place")) {
            std::vector<std::int64_t> place;
            for (const QString& part : parts.value(1).split(QLatin1Char(','), Qt::SkipEmptyParts)) place.push_back(part.toLongLong());
            return showAround(place);
        }
        (parts.value(0) == QLatin1String("rtol") ? m_rtol : m_atol)->setText(parts.value(1));
    });
    upper->addWidget(m_metrics);
    m_heat = new HeatView(difference);
    connect(m_heat, &HeatView::placeClicked, this, &OutputsPage::showAround);
    upper->addWidget(m_heat, 3);
    auto* charts = new QVBoxLayout;
    charts->addWidget(makeHeading(tr("|difference|"), tr("log, dashed: atol"), difference));
    m_differences = new HistogramView(difference);
    charts->addWidget(m_differences, 1);
    charts->addWidget(makeHeading(tr("Values"), tr("bars reference, line runtime"), difference));
    m_values = new HistogramView(difference);
    charts->addWidget(m_values, 1);
    upper->addLayout(charts, 2);
    rows->addLayout(upper, 3);
    auto* lower = new QHBoxLayout;
    lower->setContentsMargins(0, 0, 0, 0);
    auto* worst = new QVBoxLayout;
    auto* worstTitle = makeHeading(tr("Worst elements"), {}, difference);
    worstTitle->setContentsMargins(10, 0, 0, 0);
    worst->addWidget(worstTitle);
    m_worst = makeSmallTable({QStringLiteral("#"), tr("Index"), tr("Reference"), tr("Runtime"), QStringLiteral("|d|"), tr("rel")}, difference);
    m_worst->setObjectName(QStringLiteral("worst"));
    worst->addWidget(m_worst);
    lower->addLayout(worst, 1);
    auto* around = new QVBoxLayout;
    m_aroundTitle = new QLabel(difference);
    m_aroundTitle->setFont(headingFont());
    around->addWidget(m_aroundTitle);
    m_around = makeSmallTable({}, difference);
    m_around->setObjectName(QStringLiteral("around"));
    around->addWidget(m_around);
    lower->addLayout(around, 1);
    rows->addLayout(lower, 2);
    m_modes->addWidget(difference);
    connect(m_worst, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (row < 0 || m_cell < 0) return;
        const auto& loaded = (*m_loaded)[static_cast<std::size_t>(m_cell)];
        if (loaded.comparison.result && static_cast<std::size_t>(row) < loaded.comparison.result->worst.size())
            showAround(tensor::multiIndex(loaded.sides->reference().shape, loaded.comparison.result->worst[static_cast<std::size_t>(row)].index));
    });

    auto* sides = new QWidget(m_modes);
    auto* both = new QHBoxLayout(sides);
    both->setContentsMargins(0, 0, 0, 0);
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
    m_modes->addWidget(sides);
    return detail;
}

bool OutputsPage::hasContent() const {
    const SessionPtr& session = workspace().session();
    return session != nullptr && (session::recordReferences(session) != nullptr || session::rawOutputs(session) != nullptr);
}

Mark OutputsPage::stateMark() const {
    if (m_loaded == nullptr) return Mark::None;
    double worst = 0;
    for (const Loaded& loaded : *m_loaded) worst = std::max(worst, severity(loaded.comparison.state));
    return worst >= 4 ? Mark::Differ : worst >= 3 ? Mark::Incomparable : Mark::None;
}

session::OutputCompareOptions OutputsPage::options() const {
    session::OutputCompareOptions options;
    bool okR = false, okA = false;
    const double rtol = m_rtol->text().toDouble(&okR), atol = m_atol->text().toDouble(&okA);
    if (okR && rtol >= 0) options.tolerance.rtol = rtol;
    if (okA && atol >= 0) options.tolerance.atol = atol;
    options.tolerance.equalNan = m_equalNan->isChecked();
    options.worst = 50;
    return options;
}

void OutputsPage::refresh() {
    const SessionPtr session = workspace().session();
    if (m_shown.lock() == session && m_loaded != nullptr) return;
    m_shown = session;
    m_loaded.reset();
    m_cell = -1;
    m_matrix->setCells({});
    delete m_empty;
    m_empty = nullptr;
    const bool references = session != nullptr && session::recordReferences(session) != nullptr;
    const bool runtime = session != nullptr && session::rawOutputs(session) != nullptr;
    if (!references && !runtime) {
        m_empty = new EmptyState(tr("Nothing to compare"), tr("The session has neither reference outputs nor runtime values."),
                                 tr("Add an ETRecord with reference outputs, and drop raw runtime outputs named out-<method>-<call>-<output>.npy on the window."), this);
        m_stack->addWidget(m_empty);
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    m_stack->setCurrentWidget(m_filled);
    load();
}

void OutputsPage::load() {
    const SessionPtr session = workspace().session();
    m_job.start(
        tr("Comparing outputs"),
        [session, options = options()](const JobContext& job) -> Result<std::shared_ptr<LoadedList>> {
            auto pairs = session::pairOutputs(session, job);
            if (!pairs) return pairs.failure();
            auto list = std::make_shared<LoadedList>();
            for (session::OutputPair& pair : *pairs) {
                if (job.cancelled()) return cancelledFailure();
                Loaded loaded;
                loaded.comparison = session::compareOutput(pair, options, job);
                const auto sides = pair.reference && pair.runtime ? session::comparableSides(pair) : Result<session::ComparableSides>(fail("missing", ""));
                if (sides && loaded.comparison.result)
                    if (auto kept = tensor::ComparedPair::load(sides->reference, sides->runtime)) loaded.sides = std::make_shared<const tensor::ComparedPair>(std::move(*kept));
                loaded.pair = std::move(pair);
                list->push_back(std::move(loaded));
                job.report(static_cast<double>(list->size()) / static_cast<double>(pairs->size()));
            }
            return list;
        },
        [this](Result<std::shared_ptr<LoadedList>> list) {
            if (!list) return;
            m_loaded = *list;
            showMatrix();
            const int selected = cellOf(workspace().selection());
            int worst = 0;
            for (std::size_t i = 0; i < m_loaded->size(); ++i)
                if (severity((*m_loaded)[i].comparison.state) > severity((*m_loaded)[static_cast<std::size_t>(worst)].comparison.state)) worst = static_cast<int>(i);
            if (!m_loaded->empty()) showCell(selected >= 0 ? selected : worst);
            emit stateChanged();
        });
}

void OutputsPage::judge() {
    if (m_loaded == nullptr) return;
    m_job.start(
        tr("Judging"),
        [loaded = m_loaded, options = options()](const JobContext& job) -> Result<std::shared_ptr<LoadedList>> {
            auto list = std::make_shared<LoadedList>(*loaded);
            for (Loaded& one : *list) {
                if (job.cancelled()) return cancelledFailure();
                if (one.sides == nullptr) continue;
                tensor::ComparisonOptions compare;
                compare.tolerance = session::toleranceOf(one.pair, options);
                compare.worst = options.worst;
                auto result = one.sides->judge(compare, job);
                if (!result) return result.failure();
                using State = tensor::ComparisonState;
                if (result->state == State::Match) one.comparison.state = session::PairState::Match;
                if (result->state == State::Differ) one.comparison.state = session::PairState::Differ;
                one.comparison.result = std::move(*result);
            }
            return list;
        },
        [this](Result<std::shared_ptr<LoadedList>> list) {
            if (!list) return;
            m_loaded = *list;
            showMatrix();
            if (m_cell >= 0) showCell(m_cell);
            emit stateChanged();
        });
}

void OutputsPage::showMatrix() {
    if (m_loaded == nullptr) return;
    const tensor::MetricColumn* metric = tensor::metricColumn(m_metric->currentText().toStdString());
    std::vector<OutputMatrix::CellInfo> cells;
    std::uint64_t match = 0, differ = 0, incomparable = 0, missing = 0;
    for (const Loaded& loaded : *m_loaded) {
        OutputMatrix::CellInfo cell;
        cell.method = text(loaded.pair.method);
        cell.caseIndex = loaded.pair.caseIndex;
        cell.output = loaded.pair.output;
        cell.outputName = QString::number(cell.output);
        cell.state = loaded.comparison.state;
        cell.rank = severity(cell.state);
        const bool measured = loaded.comparison.result && loaded.comparison.result->metrics && metric != nullptr;
        const auto value = measured ? metric->value(*loaded.comparison.result->metrics) : std::nullopt;
        cell.value = value ? floatText(*value) : QStringLiteral("–");
        cells.push_back(cell);
        const double s = severity(cell.state);
        ++(s >= 4 ? differ : s >= 3 ? incomparable : s >= 2 ? missing : match);
    }
    m_matrix->setCells(std::move(cells));
    m_matrix->setCurrent(m_cell);
    const auto chip = [](std::uint64_t count, const QString& word, const QColor& back) {
        return count == 0 ? QString() : QStringLiteral("<span style='background:%1'>&nbsp;%2 %3&nbsp;</span>&nbsp;&nbsp;").arg(back.name(), countText(count), word);
    };
    const Tokens& t = tokens();
    m_chips->setText(chip(differ, tr("differ"), t.differBack) + chip(incomparable, tr("cannot compare"), t.incomparableBack) + chip(missing, tr("missing"), t.missingBack) +
                     chip(match, tr("match"), t.matchBack));
}

int OutputsPage::cellOf(const Address& address) const {
    if (address.kind != Address::Kind::Output || m_loaded == nullptr) return -1;
    for (std::size_t i = 0; i < m_loaded->size(); ++i) {
        const session::OutputPair& pair = (*m_loaded)[i].pair;
        if (text(pair.method) == address.method && pair.caseIndex == address.caseIndex && pair.output == address.output) return static_cast<int>(i);
    }
    return -1;
}

void OutputsPage::showCell(int cell) {
    m_cell = cell;
    m_matrix->setCurrent(cell);
    const Loaded& loaded = (*m_loaded)[static_cast<std::size_t>(cell)];
    const auto* reference = loaded.pair.reference ? std::get_if<tensor::Tensor>(&loaded.pair.reference->value) : nullptr;
    m_title->setText(QStringLiteral("<b>%1 · case %2 · output %3</b>&nbsp;&nbsp;<span style='color:%6'>%4 %5</span>")
                         .arg(text(loaded.pair.method).toHtmlEscaped())
                         .arg(loaded.pair.caseIndex)
                         .arg(loaded.pair.output)
                         .arg(reference != nullptr ? text(tensor::typeAndShapeText(reference->type, reference->shape)) : QString(),
                              tr("%1 against %2").arg(placeOf(loaded.pair.runtime), placeOf(loaded.pair.reference)).toHtmlEscaped(), tokens().text2.name()));
    showMetrics(loaded);
    showWorst(loaded);
    const auto show = [](ElementGrid* grid, const std::optional<session::OutputValue>& side) {
        const auto* tensor = side ? std::get_if<tensor::Tensor>(&side->value) : nullptr;
        if (tensor != nullptr) grid->setTensor(*tensor);
        else grid->clear();
    };
    show(m_referenceGrid, loaded.pair.reference);
    show(m_runtimeGrid, loaded.pair.runtime);
    const bool measured = loaded.sides != nullptr && loaded.comparison.result && loaded.comparison.result->metrics;
    if (!measured) {
        m_heat->clear();
        m_differences->clear();
        m_values->clear();
        return;
    }
    m_heat->setDifference(loaded.sides->reference(), loaded.sides->runtime(), options().tolerance.atol);
    tensor::ComparisonOptions compare;
    compare.tolerance = session::toleranceOf(loaded.pair, options());
    compare.histograms = true;
    compare.findAxisOrder = false;
    // Small enough to stay here: the sides are in memory or were just read.
    if (const auto result = loaded.sides->judge(compare, {}); result && result->referenceHistogram) {
        m_values->setHistogram(*result->referenceHistogram);
        m_values->setSecond(result->runtimeHistogram.value_or(tensor::Histogram{}));
        if (result->differenceHistogram) m_differences->setHistogram(*result->differenceHistogram, true);
        else m_differences->clear();
        m_differences->setLimit(compare.tolerance.atol);
    }
    if (!loaded.comparison.result->worst.empty()) showAround(tensor::multiIndex(loaded.sides->reference().shape, loaded.comparison.result->worst.front().index));
}

void OutputsPage::showMetrics(const Loaded& loaded) {
    const Tokens& t = tokens();
    QString html;
    if (!loaded.comparison.note.empty()) html += QStringLiteral("<p style='color:%1'>%2</p>").arg(t.text2.name(), text(loaded.comparison.note).toHtmlEscaped());
    if (!loaded.comparison.result || !loaded.comparison.result->metrics) {
        m_metrics->setText(html + tr("<p>%1: nothing was measured.</p>").arg(text(pairStateName(loaded.comparison.state))));
        return;
    }
    const tensor::Metrics& metrics = *loaded.comparison.result->metrics;
    html += QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const tensor::MetricColumn& column : tensor::metricColumns()) {
        const auto value = column.value(metrics);
        if (column.name == "required_rtol" || !value) continue;
        html += QStringLiteral("<tr><td style='color:%1'>%2&nbsp;&nbsp;</td><td align='right'>%3</td></tr>")
                    .arg(t.text3.name(), text(column.name), column.integer ? countText(static_cast<std::uint64_t>(*value)) : floatText(*value));
    }
    html += QStringLiteral("</table>");
    if (metrics.mismatched > 0) {
        const auto use = [](const char* name, double value) {
            const QString exact = QString::number(value * (1 + 1e-9), 'g', 12);
            return QStringLiteral("<br>%1 ≥ %2 &nbsp;<a href='%1=%3'>use</a>").arg(QString::fromLatin1(name), floatText(value), exact);
        };
        html += tr("<p style='color:%1'>Would pass with").arg(t.text3.name()) + QStringLiteral("</p>");
        html += QStringLiteral("<p>") + use("rtol", metrics.requiredRtol).mid(4) + use("atol", metrics.requiredAtol) + QStringLiteral("</p>");
    }
    if (loaded.comparison.result->first) {
        const auto place = tensor::multiIndex(loaded.sides->reference().shape, loaded.comparison.result->first->index);
        QString link;
        for (const std::int64_t i : place) link += (link.isEmpty() ? QString() : QStringLiteral(",")) + QString::number(i);
        html += tr("<p><span style='color:%1'>First mismatch</span><br><a href='place=%2'>%3</a></p>").arg(t.text3.name(), link, text(tensor::indexText(place)));
    }
    if (const auto& order = loaded.comparison.result->axisOrder) {
        QString axes;
        for (const std::size_t axis : order->axes) axes += (axes.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(axis);
        html += tr("<p>Looks transposed: axes [%1] %2.</p>").arg(axes, order->matches ? tr("match") : tr("fit better"));
    }
    m_metrics->setText(html);
}

void OutputsPage::showWorst(const Loaded& loaded) {
    const QSignalBlocker quiet(m_worst);
    const bool any = loaded.comparison.result && loaded.sides != nullptr;
    const auto& worst = any ? loaded.comparison.result->worst : std::vector<tensor::Difference>{};
    m_worst->setRowCount(static_cast<int>(worst.size()));
    for (std::size_t i = 0; i < worst.size(); ++i) {
        const int row = static_cast<int>(i);
        const tensor::Tensor& reference = loaded.sides->reference();
        auto* index = new QTableWidgetItem(text(tensor::indexText(tensor::multiIndex(reference.shape, worst[i].index))));
        index->setFont(codeFont());
        m_worst->setItem(row, 0, numberItem(QString::number(i + 1)));
        m_worst->setItem(row, 1, index);
        m_worst->setItem(row, 2, numberItem(text(tensor::elementText(worst[i].reference, reference.type))));
        m_worst->setItem(row, 3, numberItem(text(tensor::elementText(worst[i].runtime, loaded.sides->runtime().type))));
        m_worst->setItem(row, 4, numberItem(floatText(worst[i].abs)));
        m_worst->setItem(row, 5, numberItem(floatText(worst[i].rel)));
    }
    m_worst->resizeColumnsToContents();
    m_worst->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
}

/// Both sides around a place: three rows up and down along the last axis but one, two columns to each side.
void OutputsPage::showAround(const std::vector<std::int64_t>& place) {
    if (m_cell < 0) return;
    const Loaded& loaded = (*m_loaded)[static_cast<std::size_t>(m_cell)];
    m_around->clear();
    m_around->setRowCount(0);
    m_around->setColumnCount(0);
    if (loaded.sides == nullptr) return;
    const tensor::Tensor &reference = loaded.sides->reference(), &runtime = loaded.sides->runtime();
    if (place.empty() || place.size() != reference.shape.size() || place.size() != runtime.shape.size()) return;
    m_heat->markPlace(place);
    m_aroundTitle->setText(tr("Around %1").arg(text(tensor::indexText(place))));
    const std::size_t last = place.size() - 1;
    const auto range = [&](std::size_t axis, std::int64_t reach) {
        const std::int64_t size = reference.shape[axis], count = std::min(size, 2 * reach + 1);
        const std::int64_t first = std::clamp<std::int64_t>(place[axis] - reach, 0, size - count);
        return std::pair(first, first + count);
    };
    const auto [c0, c1] = range(last, 2);
    const auto [r0, r1] = last > 0 ? range(last - 1, 3) : std::pair<std::int64_t, std::int64_t>(0, 1);
    const int columns = static_cast<int>(c1 - c0), rows = static_cast<int>(r1 - r0);
    QStringList titles{tr("ref")};
    for (int c = 0; c < columns; ++c) titles.append(QString::number(c0 + c));
    titles.append(tr("run"));
    for (int c = 0; c < columns; ++c) titles.append(QString::number(c0 + c));
    m_around->setColumnCount(static_cast<int>(titles.size()));
    m_around->setHorizontalHeaderLabels(titles);
    m_around->setRowCount(rows);
    const tensor::Tolerance tolerance = options().tolerance;
    for (int r = 0; r < rows; ++r) {
        m_around->setItem(r, 0, numberItem(QString::number(r0 + r)));
        m_around->setItem(r, columns + 1, numberItem(QString::number(r0 + r)));
        for (int c = 0; c < columns; ++c) {
            std::vector<std::int64_t> at = place;
            at[last] = c0 + c;
            if (last > 0) at[last - 1] = r0 + r;
            const auto a = tensor::elementAt(reference, at), b = tensor::elementAt(runtime, at);
            const auto shown = [](const Result<tensor::Element>& element, ScalarType type) {
                if (!element) return QStringLiteral("?");
                const auto* real = std::get_if<double>(&*element);
                return real != nullptr ? floatText(*real) : text(tensor::elementText(*element, type));
            };
            auto* left = numberItem(shown(a, reference.type));
            auto* right = numberItem(shown(b, runtime.type));
            const auto* x = a ? std::get_if<double>(&*a) : nullptr;
            const auto* y = b ? std::get_if<double>(&*b) : nullptr;
            if (x != nullptr && y != nullptr && !(std::abs(*y - *x) <= tolerance.atol + tolerance.rtol * std::abs(*x))) right->setBackground(tokens().differBack);
            if (at == place) left->setBackground(tokens().selection), right->setFont(headingFont());
            m_around->setItem(r, 1 + c, left);
            m_around->setItem(r, columns + 2 + c, right);
        }
    }
    m_around->resizeColumnsToContents();
}

bool OutputsPage::nextBad(bool forward) {
    if (m_loaded == nullptr || m_loaded->empty()) return false;
    const int count = static_cast<int>(m_loaded->size());
    for (int step = 1; step <= count; ++step) {
        const int at = ((m_cell + (forward ? step : -step)) % count + count) % count;
        if (!isBad((*m_loaded)[static_cast<std::size_t>(at)].comparison.state)) continue;
        const session::OutputPair& pair = (*m_loaded)[static_cast<std::size_t>(at)].pair;
        workspace().select(Address::ofOutput(text(pair.method), pair.caseIndex, pair.output));
        return true;
    }
    return false;
}

}  // namespace etscope::ui
