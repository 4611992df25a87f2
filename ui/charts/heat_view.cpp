#include "charts/heat_view.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

#include "look/flow_layout.h"
#include "look/labelled_combo.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// What an axis is: entries of its combo.
constexpr int kRows = 0, kColumns = 1, kIndex = 2;
constexpr int kAxisBarSpacing = 6, kAroundText = 42;  ///< of a combo: its margins, the gap behind its label, its sign

}  // namespace

HeatView::HeatView(QWidget* parent) : QWidget(parent), m_axes(new AxisBar(this)), m_plot(new HeatPlot(this)) {
    auto* column = makeColumn(this, {}, 4);
    column->addWidget(m_axes);
    column->addWidget(m_plot, 1);
    setMinimumSize(px(220), px(160));
    setObjectName(QStringLiteral("heatView"));
    setFocusProxy(m_plot);
    m_plot->setNote(tr("nothing to draw"));
    connect(m_axes, &AxisBar::changed, this, &HeatView::compute);
    connect(m_plot, &HeatPlot::placeClicked, this, &HeatView::placeClicked);
}

void HeatView::setTensor(const tensor::Tensor& tensor) { setSides(tensor, std::nullopt); }

void HeatView::setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, const tensor::Tolerance& tolerance) {
    m_tolerance = tolerance;
    setSides(reference, runtime);
}

void HeatView::setTolerance(const tensor::Tolerance& tolerance) {
    m_tolerance = tolerance;
    compute();
}

void HeatView::setSides(const tensor::Tensor& first, std::optional<tensor::Tensor> second) {
    m_first = first;
    m_second = std::move(second);
    m_plot->markPlace({});
    m_axes->setShape(first.shape);
    compute();
}

void HeatView::markPlace(const std::vector<std::int64_t>& index) {
    m_plot->markPlace(index);
    m_axes->showPlace(index);
}

void HeatView::clear() {
    m_job.cancel();
    m_first.reset();
    m_second.reset();
    m_plot->markPlace({});
    m_plot->setMap({}, {}, HeatPlot::Kind::Values);
    m_plot->setNote(tr("nothing to draw"));
    m_axes->setShape({});
}

void HeatView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (std::exchange(m_stale, false)) compute();
}

/// Slices: [ and ] of the picture under them.
void HeatView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_BracketLeft || event->key() == Qt::Key_BracketRight)
        m_axes->step(event->key() == Qt::Key_BracketRight);
    else
        QWidget::keyPressEvent(event);
}

/// What is hidden is computed when it is shown.
void HeatView::compute() {
    m_stale = !isVisible();
    if (!m_first || m_stale) return;
    const tensor::PlaneRequest plane = m_axes->plane();
    const bool tolerated = m_tolerance.atol > 0 || m_tolerance.rtol > 0;
    const std::optional<tensor::Tolerance> tolerance = tolerated ? std::optional(m_tolerance) : std::nullopt;
    const HeatPlot::Kind kind = !m_second   ? HeatPlot::Kind::Values
                                : tolerated ? HeatPlot::Kind::Tolerances
                                            : HeatPlot::Kind::Differences;
    m_plot->setStale(true);
    m_plot->setNote(tr("computing …"));
    m_job.start(
        tr("Heat map"),
        [first = *m_first, second = m_second, plane, tolerance](const JobContext& job) {
            return second ? tensor::differenceMap(first, *second, plane, job, tolerance) : tensor::valueMap(first, plane, job);
        },
        [this, plane, kind](Result<tensor::HeatMap> map) {
            m_plot->setNote(map ? tr("nothing to draw") : text(map.error().message));
            m_plot->setMap(map ? std::move(*map) : tensor::HeatMap{}, plane, kind);
        });
}

AxisBar::AxisBar(QWidget* parent) : QWidget(parent), m_row(new FlowLayout(kAxisBarSpacing, this)) {
    m_row->setContentsMargins(0, 0, 0, 0);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

QSize AxisBar::sizeHint() const {
    QSize size(0, m_row->minimumSize().height());
    for (int i = 0; i < m_row->count(); ++i)
        if (!m_row->itemAt(i)->isEmpty()) size.rwidth() += m_row->itemAt(i)->sizeHint().width() + kAxisBarSpacing;
    return size;
}

void AxisBar::setShape(const std::vector<std::int64_t>& shape) {
    emptyNow(m_row);
    m_axes.clear();
    for (std::size_t axis = 0; axis < shape.size(); ++axis)
        addAxis(shape[axis], axis + 1 == shape.size() ? kColumns : axis + 2 == shape.size() ? kRows : kIndex);
    updateGeometry();
}

void AxisBar::addAxis(std::int64_t size, int role) {
    const std::size_t number = m_axes.size();
    Axis axis{size, nullptr, new QDoubleSpinBox(this)};
    const QString label = tr("axis %1").arg(number);
    const int width = QFontMetrics(bodyFont()).horizontalAdvance(label + tr("columns")) + kAroundText;
    axis.role = new LabelledCombo(label, width, this);
    axis.role->setMinimumWidth(width);
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
    updateGeometry();
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

}  // namespace etscope::ui
