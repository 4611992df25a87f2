#include "pages/channel_view.h"

#include <QLabel>
#include <utility>

#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

enum ChannelColumns { Index, Count, Min, Max, Mean, Std, Zero, NonFinite };

}  // namespace

std::span<const Column> ChannelModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Index"), QT_TRANSLATE_NOOP("Column", "Along the axis"), kNumber, 8},
        {QT_TRANSLATE_NOOP("Column", "Count"), QT_TRANSLATE_NOOP("Column", "Elements"), kNumber, 10},
        {"min", QT_TRANSLATE_NOOP("Column", "Least finite element"), kNumber, 12},
        {"max", QT_TRANSLATE_NOOP("Column", "Largest finite element"), kNumber, 12},
        {"mean", QT_TRANSLATE_NOOP("Column", "Of finite elements"), kNumber, 12},
        {"std", QT_TRANSLATE_NOOP("Column", "Of finite elements, with N"), kNumber, 12},
        {QT_TRANSLATE_NOOP("Column", "Zeros"), QT_TRANSLATE_NOOP("Column", "Elements that are 0"), kNumber, 10},
        {QT_TRANSLATE_NOOP("Column", "NaN, Inf"), QT_TRANSLATE_NOOP("Column", "Elements that are not finite"), kNumber, 10}};
    return kColumns;
}

Cell ChannelModel::cellOf(const Channels& channels, int row, int column) {
    const tensor::Statistics& s = channels[static_cast<std::size_t>(row)];
    switch (column) {
        case Index: return countCell(static_cast<std::uint64_t>(row));
        case Count: return countCell(s.count);
        case Min: return numberCell(s.min);
        case Max: return numberCell(s.max);
        case Mean: return numberCell(s.mean);
        case Std: return numberCell(s.std);
        case Zero: return rareCell(s.zero);
        case NonFinite: {
            Cell cell = rareCell(s.count - s.finite);
            if (s.count != s.finite) cell.mark = Mark::Warning;
            return cell;
        }
        default: return {};
    }
}

ChannelView::ChannelView(QWidget* parent) : QWidget(parent) {
    auto* column = makeColumn(this, {}, 4);
    auto* bar = makeRow(nullptr, {8, 4, 8, 0}, 6);
    m_axis = named("channelAxis", new LabelledCombo(tr("per"), px(170), this));
    m_axis->setAccessibleName(tr("Axis of the channels"));
    m_note = named("channelNote", new QLabel(this));
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    bar->addWidget(m_axis);
    bar->addWidget(m_note, 1);
    column->addLayout(bar);
    m_table = named("channels", new TableView(this));
    m_table->setAccessibleName(tr("Statistics of each channel"));
    m_table->setTable(&m_model, m_table->objectName());
    column->addWidget(m_table, 1);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &ChannelView::measure);
    connect(m_table, &QAbstractItemView::doubleClicked, this,
            [this](const QModelIndex& at) { emit channelOpened(m_table->filter()->mapToSource(at).row()); });
}

int ChannelView::axis() const { return m_axis->currentIndex(); }

void ChannelView::setTensor(const tensor::Tensor& tensor) {
    m_tensor = tensor;
    {
        const QSignalBlocker quiet(m_axis);
        m_axis->clear();
        for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis)
            m_axis->addItem(tr("axis %1 of %2").arg(axis).arg(countText(static_cast<std::uint64_t>(tensor.shape[axis]))));
    }
    measure();
}

void ChannelView::clear() {
    m_job.cancel();
    m_tensor.reset();
    m_stale = false;
    const QSignalBlocker quiet(m_axis);
    m_axis->clear();
    m_note->clear();
    m_model.setChannels({});
}

void ChannelView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) measure();
}

void ChannelView::measure() {
    m_job.cancel();
    m_model.setChannels({});
    m_stale = !isVisible();
    if (!m_tensor || m_stale) return;
    if (axis() < 0) return m_note->setText(tr("a scalar has no channels"));
    m_note->setText(tr("measuring …"));
    m_job.start(
        tr("Statistics of channels"),
        [tensor = *m_tensor, axis = static_cast<std::size_t>(axis())](const JobContext& job) {
            return tensor::channelStatistics(tensor, axis, job);
        },
        [this](Result<std::vector<tensor::Statistics>> channels) {
            m_note->setText(channels ? tr("Double-click shows the elements of a channel") : text(channels.error().message));
            if (channels) m_model.setChannels(std::move(*channels));
        });
}

}  // namespace etscope::ui
