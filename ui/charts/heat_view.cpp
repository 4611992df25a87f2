#include "charts/heat_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "look/labelled_combo.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

// Combo entries of an axis: 0 rows, 1 columns, 2 + i index i. Long axes list their first indices; a place outside is added.
constexpr int kRows = 0, kColumns = 1, kFirstIndex = 2;
constexpr std::int64_t kListed = 512;
constexpr int kScaleHeight = 34, kLeft = 44;

}  // namespace

AxisBar::AxisBar(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(6);
}

void AxisBar::setShape(const std::vector<std::int64_t>& shape) {
    m_shape = shape;
    while (QLayoutItem* item = m_row->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_combos.clear();
    const std::size_t rank = shape.size();
    for (std::size_t axis = 0; axis < rank; ++axis) {
        auto* combo =
            new LabelledCombo(tr("axis %1").arg(axis), QFontMetrics(bodyFont()).horizontalAdvance(tr("axis 0 columns")) + 48, this);
        combo->setMinimumWidth(64);  // narrow windows
        combo->addItems({tr("rows"), tr("columns")});
        for (std::int64_t i = 0; i < std::min(shape[axis], kListed); ++i)
            combo->addItem(QString::number(i), QVariant::fromValue(static_cast<qlonglong>(i)));
        combo->setCurrentIndex(axis + 1 == rank ? kColumns : axis + 2 == rank ? kRows : kFirstIndex);
        connect(combo, &QComboBox::currentIndexChanged, this, [this, axis](int choice) { assign(axis, choice); });
        m_row->addWidget(combo);
        m_combos.append(combo);
    }
    m_row->addStretch();
}

void AxisBar::assign(std::size_t axis, int choice) {
    if (m_quiet) return;
    m_quiet = true;
    // Rows and columns are one axis each: the one that had it goes to an index.
    if (choice < kFirstIndex)
        for (qsizetype other = 0; other < m_combos.size(); ++other)
            if (other != static_cast<qsizetype>(axis) && m_combos[other]->currentIndex() == choice)
                m_combos[other]->setCurrentIndex(kFirstIndex);
    m_quiet = false;
    emit changed();
}

tensor::PlaneRequest AxisBar::plane() const {
    tensor::PlaneRequest plane;
    plane.index.assign(m_shape.size(), 0);
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) {
        const QComboBox* combo = m_combos[static_cast<qsizetype>(axis)];
        if (combo->currentIndex() == kRows)
            plane.rowAxis = axis;
        else if (combo->currentIndex() == kColumns)
            plane.columnAxis = axis;
        else
            plane.index[axis] = combo->currentData().toLongLong();
    }
    return plane;
}

void AxisBar::showPlace(const std::vector<std::int64_t>& index) {
    m_quiet = true;
    bool moved = false;
    for (std::size_t axis = 0; axis < m_shape.size() && axis < index.size(); ++axis) {
        QComboBox* combo = m_combos[static_cast<qsizetype>(axis)];
        if (combo->currentIndex() < kFirstIndex || combo->currentData().toLongLong() == index[axis]) continue;
        int at = combo->findData(QVariant::fromValue(static_cast<qlonglong>(index[axis])));
        if (at < 0) {
            combo->addItem(QString::number(index[axis]), QVariant::fromValue(static_cast<qlonglong>(index[axis])));
            at = combo->count() - 1;
        }
        combo->setCurrentIndex(at);
        moved = true;
    }
    m_quiet = false;
    if (moved) emit changed();
}

HeatView::HeatView(QWidget* parent) : QWidget(parent), m_axes(new AxisBar(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_axes, 0, Qt::AlignTop);
    column->addStretch(1);
    setMinimumSize(220, 160);
    setObjectName(QStringLiteral("heatView"));
    connect(m_axes, &AxisBar::changed, this, &HeatView::compute);
}

void HeatView::setTensor(const tensor::Tensor& tensor) {
    m_first = tensor;
    m_second.reset();
    m_place.clear();
    m_axes->setShape(tensor.shape);
    compute();
}

void HeatView::setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, double tolerance) {
    m_first = reference;
    m_second = runtime;
    m_tolerance = tolerance;
    m_place.clear();
    m_axes->setShape(reference.shape);
    compute();
}

void HeatView::markPlace(const std::vector<std::int64_t>& index) {
    m_place = index;
    m_axes->showPlace(index);
    update();
}

void HeatView::clear() {
    m_job.cancel();
    m_first.reset();
    m_second.reset();
    m_image = {};
    m_axes->setShape({});
    update();
}

void HeatView::compute() {
    if (!m_first) return;
    m_job.start(
        tr("Heat map"),
        [first = *m_first, second = m_second, plane = m_axes->plane()](const JobContext& job) {
            return second ? tensor::differenceMap(first, *second, plane, job) : tensor::valueMap(first, plane, job);
        },
        [this](Result<tensor::HeatMap> map) {
            m_error = map ? QString() : text(map.error().message);
            m_map = map ? std::move(*map) : tensor::HeatMap{};
            makeImage();
            update();
        });
}

/// Differences that are all within the tolerance look it: it stands in the middle of the ramp then.
double HeatView::top() const {
    constexpr double kQuiet = 1e3;
    return m_second && m_map.max <= m_tolerance ? m_tolerance * kQuiet : m_map.max;
}

/// Differences: a log scale over six decades up to the top; values: −max … max through the base colour when signed, else linear.
double HeatView::scaled(double value) const {
    if (!m_second) return m_map.max > m_map.min ? (value - m_map.min) / (m_map.max - m_map.min) : 0;
    if (value <= 0 || top() <= 0) return 0;
    const double low = std::log10(top()) - 6;
    return std::clamp((std::log10(value) - low) / 6, 0.0, 1.0);
}

void HeatView::makeImage() {
    const int rows = static_cast<int>(m_map.rows), columns = static_cast<int>(m_map.columns);
    m_image = rows * columns > 0 ? QImage(columns, rows, QImage::Format_RGB32) : QImage();
    const QColor odd = tokens().series[3];
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const std::size_t at = static_cast<std::size_t>(y) * m_map.columns + static_cast<std::size_t>(x);
            const bool nonFinite = (m_map.flags[at] & (tensor::HeatMap::HasNan | tensor::HeatMap::HasInf)) != 0;
            QColor colour =
                nonFinite ? ((x + y) % 2 != 0 ? odd : odd.darker(115)) : heatColour(scaled(static_cast<double>(m_map.values[at])));
            m_image.setPixelColor(x, y, colour);
        }
}

QRectF HeatView::imageRect() const {
    const double top = m_axes->height() + 8;
    return {static_cast<double>(kLeft), top, width() - kLeft - 4.0, height() - top - kScaleHeight - 16};
}

void HeatView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& t = tokens();
    const QRectF area = imageRect();
    painter.setFont(smallFont());
    if (m_image.isNull()) {
        painter.setPen(t.text3);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         m_error.isEmpty() ? (m_job.running() ? tr("computing …") : tr("nothing to draw")) : m_error);
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(area, m_image);
    painter.setPen(t.border);
    painter.drawRect(area.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(t.text3);
    const auto plane = m_axes->plane();
    painter.drawText(QRectF(0, area.top(), kLeft - 6, 14), Qt::AlignRight | Qt::AlignTop, QStringLiteral("0"));
    painter.drawText(QRectF(0, area.bottom() - 14, kLeft - 6, 14), Qt::AlignRight | Qt::AlignBottom,
                     countText(m_map.planeRows - 1));
    painter.drawText(QRectF(area.left(), area.bottom() + 2, 60, 14), Qt::AlignLeft, QStringLiteral("0"));
    painter.drawText(QRectF(area.right() - 90, area.bottom() + 2, 90, 14), Qt::AlignRight, countText(m_map.planeColumns - 1));
    // Scale: ramp, both ends, tolerance tick, what a pixel is.
    const QRectF ramp(area.left() + 62, area.bottom() + 22, 110, 8);
    for (int x = 0; x < static_cast<int>(ramp.width()); ++x)
        painter.fillRect(QRectF(ramp.left() + x, ramp.top(), 1, ramp.height()), heatColour(x / ramp.width()));
    const double low = m_second ? top() * 1e-6 : m_map.min;
    painter.drawText(QRectF(area.left(), ramp.top() - 4, 58, 16), Qt::AlignRight | Qt::AlignVCenter,
                     (m_second ? QStringLiteral("≤ ") : QString()) + floatText(low));
    painter.drawText(QRectF(ramp.right() + 4, ramp.top() - 4, 80, 16), Qt::AlignLeft | Qt::AlignVCenter, floatText(top()));
    if (m_second && m_tolerance > 0 && top() > 0)
        painter.fillRect(QRectF(ramp.left() + scaled(m_tolerance) * ramp.width(), ramp.top() - 3, 2, ramp.height() + 6), t.text);
    const std::uint64_t perPixel = std::max<std::uint64_t>(1, (m_map.planeRows / std::max<std::size_t>(1, m_map.rows)) *
                                                                  (m_map.planeColumns / std::max<std::size_t>(1, m_map.columns)));
    const QString pixel = perPixel == 1 ? QString()
                          : m_second    ? tr("1 px = max of %1").arg(countText(perPixel))
                                        : tr("1 px = mean of %1").arg(countText(perPixel));
    painter.drawText(QRectF(ramp.right() + 70, ramp.top() - 4, area.right() - ramp.right() - 70, 16),
                     Qt::AlignRight | Qt::AlignVCenter, pixel);
    if (m_place.empty()) return;
    const double r = plane.rowAxis ? static_cast<double>(m_place[*plane.rowAxis]) / static_cast<double>(m_map.planeRows) : 0;
    const double c =
        plane.columnAxis ? static_cast<double>(m_place[*plane.columnAxis]) / static_cast<double>(m_map.planeColumns) : 0;
    const QRectF cell(area.left() + c * area.width(), area.top() + r * area.height(),
                      std::max(6.0, area.width() / static_cast<double>(m_map.planeColumns)),
                      std::max(6.0, area.height() / static_cast<double>(m_map.planeRows)));
    painter.setPen(QPen(t.base, 4));
    painter.drawRect(cell);
    painter.setPen(QPen(t.accent, 2));
    painter.drawRect(cell);
}

void HeatView::mousePressEvent(QMouseEvent* event) {
    const QRectF area = imageRect();
    // While the map of another plane is computed, that which is seen says nothing of places.
    if (m_image.isNull() || m_job.running() || !area.contains(event->position())) return;
    const auto plane = m_axes->plane();
    std::vector<std::int64_t> index = plane.index;
    if (plane.rowAxis)
        index[*plane.rowAxis] =
            static_cast<std::int64_t>((event->position().y() - area.top()) / area.height() * static_cast<double>(m_map.planeRows));
    if (plane.columnAxis)
        index[*plane.columnAxis] = static_cast<std::int64_t>((event->position().x() - area.left()) / area.width() *
                                                             static_cast<double>(m_map.planeColumns));
    markPlace(index);
    emit placeClicked(index);
}

}  // namespace etscope::ui
