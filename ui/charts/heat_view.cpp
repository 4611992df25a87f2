#include "charts/heat_view.h"

#include <QKeyEvent>
#include <utility>

#include "look/make.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {

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

void HeatView::setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, double tolerance) {
    m_plot->setTolerance(tolerance);
    setSides(reference, runtime);
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
    m_plot->setMap({}, {}, false);
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
    m_plot->setStale(true);
    m_plot->setNote(tr("computing …"));
    m_job.start(
        tr("Heat map"),
        [first = *m_first, second = m_second, plane](const JobContext& job) {
            return second ? tensor::differenceMap(first, *second, plane, job) : tensor::valueMap(first, plane, job);
        },
        [this, plane](Result<tensor::HeatMap> map) {
            m_plot->setNote(map ? tr("nothing to draw") : text(map.error().message));
            m_plot->setMap(map ? std::move(*map) : tensor::HeatMap{}, plane, m_second.has_value());
        });
}

}  // namespace etscope::ui
