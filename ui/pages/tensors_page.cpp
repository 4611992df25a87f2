#include "pages/tensors_page.h"

#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>

#include "compare/logged_tensors.h"
#include "inventory/tensor_rows.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/picture_view.h"
#include "tensor/export.h"
#include "tensor/views.h"

namespace etscope::ui {

TensorsPage::TensorsPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* column = makeColumn(body(), {}, 0);
    m_view = named("tensorsTable", new TableView(this));
    m_view->setTable(&m_model, m_view->objectName());
    m_count = new QLabel(this);
    m_count->setTextFormat(Qt::PlainText);
    m_filter = makeFilterLine(m_view, tr("Filter: layers.0, role:parameter, type_and_shape:f32, /kv_cache/"), this);
    auto* bar = makeRow(nullptr, kBarMargins);
    bar->addWidget(m_filter, 1);
    bar->addSpacing(12);
    bar->addWidget(m_count);
    column->addLayout(bar);
    auto* splitter = named("tensorsSplit", new QSplitter(Qt::Vertical, this));
    splitter->addWidget(m_view);
    splitter->addWidget(makeDetail());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    beginWith(splitter, {380, 380});
    column->addWidget(splitter, 1);
    connect(m_view->filter(), &TableFilter::arranged, this, &TensorsPage::showCount);
    connect(m_view, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_view, &TableView::rowOpened, &workspace, &Workspace::visit);
}

void TensorsPage::followSelection(const Address& selection) {
    if (selection.kind != Address::Kind::Tensor) return;
    m_view->selectAddress(selection);
    showTensor(m_model.rowOf(selection));
}

QWidget* TensorsPage::makeDetail() {
    m_detail = new QWidget(this);
    auto* column = makeColumn(m_detail, {}, 0);
    auto* bar = makeRow(nullptr, {10, 6, 8, 6}, 6);
    m_title = new QLabel(tr("No tensor selected"), m_detail);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(headingFont());
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // long names do not widen the window
    bar->addWidget(m_title, 1);
    m_message = named("exportMessage", new QLabel(m_detail));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_message);
    bar->addSpacing(8);
    for (const auto& [title, toMax] : {std::pair{tr("Go to min"), false}, std::pair{tr("Go to max"), true}}) {
        auto* button = new QPushButton(title, m_detail);
        connect(button, &QPushButton::clicked, this, [this, toMax = toMax] {
            const auto& place = toMax ? m_numbers.statistics.maxIndex : m_numbers.statistics.minIndex;
            if (m_row >= 0 && place) m_grid->goTo(tensor::multiIndex(m_model.tensor(m_row).tensor.shape, *place));
        });
        bar->addWidget(button);
    }
    auto* save = named("exportTensor", new QPushButton(lineIcon(Icon::Export), tr("Export…"), m_detail));
    connect(save, &QPushButton::clicked, this, &TensorsPage::exportTensor);
    bar->addWidget(save);
    column->addLayout(bar);

    auto* row = makeRow(nullptr, {10, 0, 8, 8}, 16);
    m_statistics = named("statistics", new QLabel(m_detail));
    onThemeChange(m_statistics, [this] {
        if (m_numbers.statistics.count > 0) showNumbers(Numbers(m_numbers));
    });
    m_statistics->setTextFormat(Qt::RichText);
    m_statistics->setAlignment(Qt::AlignTop);
    m_statistics->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_statistics->setFixedWidth(px(220));
    m_histogram = named("tensorHistogram", new HistogramView(m_detail));
    m_heat = new HeatView(m_detail);
    m_grid = new ElementGrid(m_detail);
    m_channels = new ChannelView(m_detail);
    m_picture = new PictureView(workspace(), m_detail);
    auto* left = new QVBoxLayout;
    left->addWidget(m_statistics);
    left->addStretch();
    row->addLayout(left);
    auto* middle = new QVBoxLayout;
    middle->addWidget(makeHeading(tr("Values"), tr("linear bins"), m_detail));
    middle->addWidget(m_histogram, 1);
    row->addLayout(middle, 2);
    auto* tabs = named("tensorTabs", new QTabWidget(m_detail));
    tabs->setDocumentMode(true);
    tabs->addTab(m_grid, tr("Elements"));
    tabs->addTab(m_heat, tr("Heat map"));
    tabs->addTab(m_channels, tr("Channels"));
    tabs->addTab(m_picture, tr("Image"));
    tabs->setAccessibleName(tr("Views of the tensor"));
    row->addWidget(tabs, 4);
    column->addLayout(row, 1);
    connect(m_heat, &HeatView::placeClicked, this, [this, tabs](const std::vector<std::int64_t>& place) {
        tabs->setCurrentWidget(m_grid);
        m_grid->goTo(place);
    });
    connect(m_channels, &ChannelView::channelOpened, this, [this, tabs](int channel) {
        std::vector<std::int64_t> place(m_model.tensor(m_row).tensor.shape.size(), 0);
        place[static_cast<std::size_t>(m_channels->axis())] = channel;
        tabs->setCurrentWidget(m_grid);
        m_grid->goTo(place);
    });
    return scrolling(m_detail, this);
}

void TensorsPage::refresh() {
    const SessionPtr session = workspace().session();
    // The list is of the whole session: another method or stage in view changes nothing.
    if (session == nullptr || m_model.hasList() || m_list.running()) return;
    ask<Listed>(
        m_list, tr("Listing tensors"),
        [session](const JobContext& job) -> Result<Listed> {
            const auto list = compare::tensorList(*session, job);
            if (!list) return list.failure();
            return Listed{*list, std::make_shared<const TensorModel::Order>(*session, **list)};
        },
        [this](const Listed& listed) {
            m_view->setSaysLittle("file", listed.second->weights.places.size() < 2 || listed.second->files.size() < 2);
            m_model.setList(listed.first, listed.second);
            showCount();
            const Address& selected = workspace().selection();
            const int row = m_model.rowOf(selected);
            if (m_model.rows() > 0) showTensor(std::max(row, 0));
            if (row >= 0) m_view->selectAddress(selected);
            if (m_model.rows() == 0) showNone();
            emit stateChanged();
        });
}

/// Of a filter what it leaves. Each weight counts once; where stages and files hold it, too, is told apart.
void TensorsPage::showCount() {
    m_count->setToolTip({});
    if (!m_model.hasList()) return;
    const int all = m_model.rows(), shown = m_view->model()->rowCount();
    if (shown < all) return m_count->setText(tr("%1 of %n row(s)", nullptr, all).arg(shown));
    const WeightCount& weights = m_model.weights();
    const int others = all - static_cast<int>(weights.rows);
    QString words = tr("%n weights and buffers", nullptr, counted(weights.distinct));
    if (weights.rows > weights.distinct)
        words = tr("%1 in %n row(s), one for each stage and file", nullptr, counted(weights.rows)).arg(words);
    m_count->setText(others > 0 ? tr("%1; %n other tensor(s) below", nullptr, others).arg(words) : words);
    QStringList places;
    for (const WeightCount::Place& place : weights.places) {
        QStringList words{m_model.files()[place.file], text(place.stage), countText(place.rows)};
        words.removeAll(QString());
        places.append(words.join(QStringLiteral(" · ")));
    }
    m_count->setToolTip(tip(places.join(QLatin1Char('\n'))));
}

/// What keeps a file from being read is why it has no tensors.
void TensorsPage::showNone() {
    QStringList unread;
    const Diagnostics diagnostics = workspace().session()->diagnostics();
    for (const Diagnostic& one : diagnostics.items())
        if (one.severity == Severity::Error) unread.append(tr("%1: %2").arg(text(one.where), problemText(one.code, one.message)));
    constexpr qsizetype kTold = 5;
    showEmpty(tr("No tensors"),
              unread.isEmpty() ? tr("No file of this session holds tensors.") : unread.mid(0, kTold).join(QLatin1Char('\n')),
              unread.isEmpty() ? tr("Add an ETRecord, a program or files of values.") : tr("Add another copy of these files."));
}

void TensorsPage::leave() {
    m_list.cancel();
    m_measure.cancel();
    m_export.cancel();
    m_message->clear();
    m_channels->clear();
    m_picture->clear();
    m_model.setList(nullptr, nullptr);
    m_row = -1;
    m_numbers = {};
    m_count->clear();
    m_title->setText(tr("No tensor selected"));
    m_title->setToolTip({});
    m_statistics->clear();
    m_histogram->clear();
    m_heat->clear();
    m_grid->clear();
}

void TensorsPage::showTensor(int row) {
    if (row == m_row || row < 0 || row >= m_model.rows()) return;
    m_row = row;
    m_numbers = {};
    const inventory::TensorRow& tensor = m_model.tensor(row);
    m_title->setText(tensorName(tensor) + QStringLiteral("   ") + tensorTypeText(tensor.tensor));
    m_title->setToolTip(tip(m_title->text()));
    if (!m_export.running()) m_message->clear();
    m_histogram->clear();
    m_grid->setTensor(tensor.tensor);
    if (tensor.tensor.state != tensor::DataState::Dense) {
        m_heat->clear();
        m_channels->clear();
        m_picture->clear();
        m_measure.cancel();
        m_statistics->setText(tr("No elements to measure: %1").arg(text(tensor.tensor.note).toHtmlEscaped()));
        return;
    }
    m_heat->setTensor(tensor.tensor);
    m_channels->setTensor(tensor.tensor);
    m_picture->setTensor(tensor.tensor);
    m_statistics->setText(tr("measuring …"));
    m_measure.start(
        tr("Statistics"),
        [tensor = tensor.tensor](const JobContext& job) -> Result<Numbers> {
            auto statistics = tensor::statistics(tensor, job);
            if (!statistics) return statistics.failure();
            Numbers numbers{*statistics, {}};
            if (statistics->finite == 0) return numbers;
            auto histogram = tensor::histogram(tensor, statistics->min, statistics->max, barsFor(statistics->finite), job);
            if (!histogram) return histogram.failure();
            numbers.histogram = std::move(*histogram);
            return numbers;
        },
        [this](Result<Numbers> numbers) {
            if (numbers)
                showNumbers(*numbers);
            else
                m_statistics->setText(text(numbers.error().message).toHtmlEscaped());
        });
}

void TensorsPage::showNumbers(const Numbers& numbers) {
    m_numbers = numbers;
    const tensor::Statistics& s = numbers.statistics;
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    const auto row = [&](const QString& name, const QString& value) {
        html += QStringLiteral("<tr><td style='color:%1'>%2&nbsp;&nbsp;</td><td align='right'>%3</td></tr>")
                    .arg(tokens().text3.name(), name, value);
    };
    row(tr("elements"), countText(s.count));
    row(tr("finite"), countText(s.finite));
    row(QStringLiteral("NaN"), countText(s.nan));
    row(QStringLiteral("±∞"), countText(s.posInf + s.negInf));
    row(tr("zero"), countText(s.zero));
    if (s.finite > 0) {
        if (s.negInf > 0) row(tr("min"), QStringLiteral("−∞"));
        row(s.negInf > 0 ? tr("min, finite") : tr("min"), floatText(s.min));
        row(s.posInf > 0 ? tr("max, finite") : tr("max"), floatText(s.max));
        if (s.posInf > 0) row(tr("max"), QStringLiteral("∞"));
        row(tr("mean"), floatText(s.mean));
        row(tr("standard deviation"), floatText(s.std));
        row(tr("L1 norm"), floatText(s.l1));
        row(tr("L2 norm"), floatText(s.l2));
    }
    m_statistics->setText(html + QStringLiteral("</table>"));
    m_histogram->setHistogram(numbers.histogram);
}

void TensorsPage::exportTensor() {
    if (m_row < 0) return;
    // The session may be closed while the dialog is open.
    const inventory::TensorRow row = m_model.tensor(m_row);
    const QString suggestion =
        text(tensor::safeName(row.name)).replace(QLatin1Char('/'), QLatin1Char('_')) + QStringLiteral(".npy");
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Export tensor"), suggestion, tr("Tensors (*.npy *.npz *.safetensors *.csv *.bin)")},
               [this, row](const QString& path) { writeTensor(row, path); });
}

void TensorsPage::writeTensor(const inventory::TensorRow& row, const QString& path) {
    const auto format = tensor::exportFormatOf(path.toStdString());
    if (!format) return m_message->setText(tr("Nothing was written: the name must end in .npy, .npz, .safetensors, .csv or .bin"));
    m_message->setText(tr("exporting …"));
    m_export.start(
        tr("Exporting"),
        [tensor = row.tensor, name = row.name, path = path.toStdString(), format = *format](const JobContext& job) -> Result<bool> {
            auto written = tensor::exportTensor(tensor, name, path, format, job);
            if (!written) return written.failure();
            return true;
        },
        [this, name = QFileInfo(path).fileName()](Result<bool> written) {
            m_message->setText(written ? tr("Exported to %1").arg(name)
                                       : tr("Not exported: %1").arg(text(written.error().message)));
        });
}

}  // namespace etscope::ui
