// AxisBar: which plane of a tensor is in view; in as many lines as its axes need. HeatView: such a plane as a heat map under it:
// choosing a pixel tells its place; the map is computed in a job whenever the plane changes. GUI thread only.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "charts/heat_plot.h"
#include "jobs/job.h"
#include "tensor/heat_map.h"
#include "tensor/tensor.h"

class QComboBox;
class QDoubleSpinBox;

namespace etscope::ui {

class AxisBar;
class FlowLayout;

class HeatView : public QWidget {
    Q_OBJECT
public:
    explicit HeatView(QWidget* parent = nullptr);
    /// A value map of one tensor, or the |difference| of two of one shape.
    void setTensor(const tensor::Tensor& tensor);
    /// The latter ÷ tolerance, where something is tolerated.
    void setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, const tensor::Tolerance& tolerance);
    /// Of the difference in view: computes it anew.
    void setTolerance(const tensor::Tolerance& tolerance);
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
    tensor::Tolerance m_tolerance;
    bool m_stale = false;
    Job<tensor::HeatMap> m_job{this};
};

/// Per axis: rows, columns, or one index of it. Two axes at most are shown; the others stand at an index.
class AxisBar : public QWidget {
    Q_OBJECT
public:
    explicit AxisBar(QWidget* parent = nullptr);
    void setShape(const std::vector<std::int64_t>& shape);
    tensor::PlaneRequest plane() const;
    void setPlane(const tensor::PlaneRequest& plane);
    /// Moves the fixed indices so that the place lies in the plane.
    void showPlace(const std::vector<std::int64_t>& index);
    /// To the next or previous slice in row-major order; false at both ends and where nothing is sliced.
    bool step(bool forward);
    /// Of all axes in one line.
    QSize sizeHint() const override;

signals:
    void changed();

private:
    struct Axis {
        std::int64_t size = 0;
        QComboBox* role = nullptr;
        QDoubleSpinBox* index = nullptr;  ///< of whole numbers: an int is too short
    };
    void addAxis(std::int64_t size, int role);
    void assign(std::size_t axis, int role);
    std::int64_t indexOf(const Axis& axis) const;

    std::vector<Axis> m_axes;
    FlowLayout* m_row;
    bool m_quiet = false;
};

}  // namespace etscope::ui
