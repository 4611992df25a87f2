#include "charts/heat_view.h"

#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "look/labelled_combo.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

/// What an axis is: entries of its combo.
constexpr int kRows = 0, kColumns = 1, kIndex = 2;
constexpr int kScaleHeight = 34, kLeft = 44;

}  // namespace

AxisBar::AxisBar(QWidget* parent) : QWidget(parent), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(6);
}

void AxisBar::setShape(const std::vector<std::int64_t>& shape) {
    while (QLayoutItem* item = m_row->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_axes.clear();
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        addAxis(shape[axis], shape.size(), axis + 1 == shape.size() ? kColumns : axis + 2 == shape.size() ? kRows : kIndex);
    m_row->addStretch();
}

void AxisBar::addAxis(std::int64_t size, std::size_t rank, int role) {
    const std::size_t number = m_axes.size();
    Axis axis{size, nullptr, new QDoubleSpinBox(this)};
    axis.role =
        new LabelledCombo(tr("axis %1").arg(number), QFontMetrics(bodyFont()).horizontalAdvance(tr("axis 0 columns")) + 48, this);
    const int whole = QFontMetrics(bodyFont()).horizontalAdvance(tr("columns")) + 46;
    axis.role->setMinimumWidth(rank <= 2 ? whole : std::min(64, whole));  // narrow windows
    axis.role->setToolTip(tr("Axis %1: %2 indices").arg(number).arg(countText(static_cast<std::uint64_t>(size))));
    axis.role->setAccessibleName(tr("Axis %1").arg(number));
    axis.role->addItems({tr("rows"), tr("columns"), tr("index")});
    axis.role->setCurrentIndex(role);
    axis.index->setDecimals(0);
    axis.index->setButtonSymbols(QAbstractSpinBox::NoButtons);
    axis.index->setRange(0, static_cast<double>(std::max<std::int64_t>(0, size - 1)));
    axis.index->setVisible(role == kIndex);
    axis.index->setAccessibleName(tr("Index of axis %1").arg(number));
    axis.index->setToolTip(tr("Index 0 … %1 of axis %2; [ and ] step").arg(std::max<std::int64_t>(0, size - 1)).arg(number));
    axis.index->setKeyboardTracking(false);
    connect(axis.role, &QComboBox::currentIndexChanged, this, [this, number](int now) { assign(number, now); });
    connect(axis.index, &QDoubleSpinBox::valueChanged, this, [this] {
        if (!m_quiet) emit changed();
    });
    m_row->addWidget(axis.role);
    m_row->addWidget(axis.index);
    m_axes.push_back(axis);
}

void AxisBar::assign(std::size_t axis, int role) {
    m_axes[axis].index->setVisible(role == kIndex);
    if (m_quiet) return;
    m_quiet = true;
    // Rows and columns are one axis each: the one that had it goes to an index.
    for (std::size_t other = 0; role != kIndex && other < m_axes.size(); ++other)
        if (other != axis && m_axes[other].role->currentIndex() == role) m_axes[other].role->setCurrentIndex(kIndex);
    m_quiet = false;
    emit changed();
}

std::int64_t AxisBar::indexOf(const Axis& axis) const {
    return axis.role->currentIndex() == kIndex ? static_cast<std::int64_t>(axis.index->value()) : 0;
}

tensor::PlaneRequest AxisBar::plane() const {
    tensor::PlaneRequest plane;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        plane.index.push_back(indexOf(m_axes[axis]));
        if (m_axes[axis].role->currentIndex() == kRows) plane.rowAxis = axis;
        if (m_axes[axis].role->currentIndex() == kColumns) plane.columnAxis = axis;
    }
    return plane;
}

void AxisBar::setPlane(const tensor::PlaneRequest& wanted) {
    const tensor::PlaneRequest now = plane();
    if (wanted.index.size() != m_axes.size() ||
        (now.rowAxis == wanted.rowAxis && now.columnAxis == wanted.columnAxis && now.index == wanted.index))
        return;
    m_quiet = true;
    for (std::size_t axis = 0; axis < m_axes.size(); ++axis) {
        const int role = wanted.rowAxis == axis ? kRows : wanted.columnAxis == axis ? kColumns : kIndex;
        m_axes[axis].role->setCurrentIndex(role);
        if (role == kIndex) m_axes[axis].index->setValue(static_cast<double>(wanted.index[axis]));
    }
    m_quiet = false;
    emit changed();
}

void AxisBar::showPlace(const std::vector<std::int64_t>& index) {
    tensor::PlaneRequest wanted = plane();
    for (std::size_t axis = 0; axis < m_axes.size() && axis < index.size(); ++axis)
        if (m_axes[axis].role->currentIndex() == kIndex) wanted.index[axis] = index[axis];
    setPlane(wanted);
}

bool AxisBar::step(bool forward) {
    tensor::PlaneRequest wanted = plane();
    for (std::size_t axis = m_axes.size(); axis-- > 0;) {
        if (m_axes[axis].role->currentIndex() != kIndex) continue;
        std::int64_t& at = wanted.index[axis];
        at += forward ? 1 : -1;
        if (at >= 0 && at < m_axes[axis].size) {
            setPlane(wanted);
            return true;
        }
        at = forward ? 0 : m_axes[axis].size - 1;
    }
    return false;
}

HeatView::HeatView(QWidget* parent) : QWidget(parent), m_axes(new AxisBar(this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_axes, 0, Qt::AlignTop);
    column->addStretch(1);
    setMinimumSize(220, 160);
    setObjectName(QStringLiteral("heatView"));
    setAccessibleName(tr("Heat map"));
    setFocusPolicy(Qt::StrongFocus);
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

void HeatView::setTolerance(double tolerance) {
    if (std::exchange(m_tolerance, tolerance) == tolerance) return;
    makeImage();
    update();
}

void HeatView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) makeImage();
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
    m_map = {};
    m_image = {};
    m_axes->setShape({});
    update();
}

void HeatView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) compute();
}

/// What is hidden is computed when it is shown.
void HeatView::compute() {
    m_stale = !isVisible();
    if (!m_first || m_stale) return;
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

/// In scan lines, with a ramp of as many steps as can be told apart; the map has at most 512 × 512 pixels (PlaneRequest).
void HeatView::makeImage() {
    constexpr int kSteps = 1024;
    std::array<QRgb, kSteps + 1> ramp;
    for (int i = 0; i <= kSteps; ++i) ramp[static_cast<std::size_t>(i)] = heatColour(static_cast<double>(i) / kSteps).rgb();
    const QRgb odd[2] = {tokens().series[3].darker(115).rgb(), tokens().series[3].rgb()};
    const int rows = static_cast<int>(m_map.rows), columns = static_cast<int>(m_map.columns);
    m_image = rows * columns > 0 ? QImage(columns, rows, QImage::Format_RGB32) : QImage();
    for (int y = 0; y < rows; ++y) {
        const std::size_t start = static_cast<std::size_t>(y) * m_map.columns;
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = 0; x < columns; ++x) {
            const std::size_t at = start + static_cast<std::size_t>(x);
            const bool nonFinite = (m_map.flags[at] & (tensor::HeatMap::HasNan | tensor::HeatMap::HasInf)) != 0;
            const double share = std::clamp(scaled(static_cast<double>(m_map.values[at])), 0.0, 1.0);
            line[x] = nonFinite ? odd[(x + y) % 2] : ramp[static_cast<std::size_t>(std::lround(share * kSteps))];
        }
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
    painter.setPen(hasFocus() ? QPen(t.accent, 2) : QPen(t.border, 1));
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

std::optional<std::vector<std::int64_t>> HeatView::placeAt(QPointF point) const {
    const QRectF area = imageRect();
    if (m_image.isNull() || m_job.running() || !area.contains(point)) return std::nullopt;
    const auto plane = m_axes->plane();
    std::vector<std::int64_t> index = plane.index;
    const auto along = [](double share, std::uint64_t size) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(share * static_cast<double>(size)), 0,
                                        static_cast<std::int64_t>(size) - 1);
    };
    if (plane.rowAxis) index[*plane.rowAxis] = along((point.y() - area.top()) / area.height(), m_map.planeRows);
    if (plane.columnAxis) index[*plane.columnAxis] = along((point.x() - area.left()) / area.width(), m_map.planeColumns);
    return index;
}

QString HeatView::pixelText(const std::vector<std::int64_t>& place) const {
    const auto plane = m_axes->plane();
    const auto pixel = [&](const std::optional<std::size_t>& axis, std::size_t pixels, std::uint64_t size) -> std::size_t {
        if (!axis || size == 0) return 0;
        return std::min<std::size_t>(pixels - 1, static_cast<std::size_t>(place[*axis]) * pixels / size);
    };
    const std::size_t at = pixel(plane.rowAxis, m_map.rows, m_map.planeRows) * m_map.columns +
                           pixel(plane.columnAxis, m_map.columns, m_map.planeColumns);
    const bool nonFinite = (m_map.flags[at] & (tensor::HeatMap::HasNan | tensor::HeatMap::HasInf)) != 0;
    const QString value = floatText(static_cast<double>(m_map.values[at]));
    return text(tensor::indexText(place)) + QLatin1Char('\n') + (m_second ? tr("|difference| %1").arg(value) : value) +
           (nonFinite ? tr(", NaN or Inf") : QString());
}

void HeatView::mousePressEvent(QMouseEvent* event) {
    const auto place = placeAt(event->position());
    if (!place) return;
    markPlace(*place);
    emit placeClicked(*place);
}

/// Moves the mark by pixels.
void HeatView::step(int rows, int columns) {
    const auto plane = m_axes->plane();
    std::vector<std::int64_t> place = m_place.size() == plane.index.size() ? m_place : plane.index;
    const auto move = [&](const std::optional<std::size_t>& axis, int by, std::uint64_t size, std::size_t pixels) {
        if (!axis || by == 0) return;
        const auto elements = static_cast<std::int64_t>(std::max<std::uint64_t>(1, size / std::max<std::size_t>(1, pixels)));
        place[*axis] = std::clamp<std::int64_t>(place[*axis] + by * elements, 0, static_cast<std::int64_t>(size) - 1);
    };
    move(plane.rowAxis, rows, m_map.planeRows, m_map.rows);
    move(plane.columnAxis, columns, m_map.planeColumns, m_map.columns);
    markPlace(place);
    setAccessibleDescription(pixelText(place));
}

void HeatView::keyPressEvent(QKeyEvent* event) {
    const bool ready = !m_image.isNull() && !m_job.running();
    switch (ready ? event->key() : 0) {
        case Qt::Key_Up: return step(-1, 0);
        case Qt::Key_Down: return step(1, 0);
        case Qt::Key_Left: return step(0, -1);
        case Qt::Key_Right: return step(0, 1);
        case Qt::Key_BracketLeft: m_axes->step(false); return;
        case Qt::Key_BracketRight: m_axes->step(true); return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (!m_place.empty()) emit placeClicked(m_place);
            return;
        default: QWidget::keyPressEvent(event);
    }
}

bool HeatView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto place = placeAt(help->pos());
    QToolTip::showText(help->globalPos(), place ? pixelText(*place) : QString(), this);
    return true;
}

}  // namespace etscope::ui
