// HeatView: a plane of a tensor as a heat map under the controls of its axes. Choosing a pixel tells its place. The map is computed
// in a job whenever the plane changes. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>

#include "charts/axis_bar.h"
#include "charts/heat_plot.h"
#include "jobs/job.h"
#include "tensor/tensor.h"

namespace etscope::ui {

class HeatView : public QWidget {
    Q_OBJECT
public:
    explicit HeatView(QWidget* parent = nullptr);
    /// A value map of one tensor, or the |difference| of two of one shape.
    void setTensor(const tensor::Tensor& tensor);
    void setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, double tolerance);
    /// Of the difference in view: colours it anew.
    void setTolerance(double tolerance) { m_plot->setTolerance(tolerance); }
    /// Brings its plane into view.
    void markPlace(const std::vector<std::int64_t>& index);
    void clear();
    HeatPlot* plot() const { return m_plot; }

signals:
    void placeClicked(std::vector<std::int64_t> index);

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setSides(const tensor::Tensor& first, std::optional<tensor::Tensor> second);
    void compute();

    AxisBar* m_axes;
    HeatPlot* m_plot;
    std::optional<tensor::Tensor> m_first, m_second;
    bool m_stale = false;
    Job<tensor::HeatMap> m_job{this};
};

}  // namespace etscope::ui
