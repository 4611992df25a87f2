// HeatView: a plane of a tensor as an image: nearest neighbour, one scale, axis controls per dimension. Clicking a pixel tells
// the place. The map is computed in a job whenever the plane changes. GUI thread only.
#pragma once

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QWidget>
#include <functional>
#include <optional>

#include "jobs/job.h"
#include "tensor/heat_map.h"
#include "tensor/tensor.h"

class QHBoxLayout;

namespace etscope::ui {

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

signals:
    void changed();

private:
    struct Axis {
        std::int64_t size = 0;
        QComboBox* role = nullptr;
        QDoubleSpinBox* index = nullptr;  ///< of whole numbers: an int is too short
    };
    void addAxis(std::int64_t size, std::size_t rank, int role);
    void assign(std::size_t axis, int role);
    std::int64_t indexOf(const Axis& axis) const;

    std::vector<Axis> m_axes;
    QHBoxLayout* m_row;
    bool m_quiet = false;
};

class HeatView : public QWidget {
    Q_OBJECT
public:
    explicit HeatView(QWidget* parent = nullptr);
    /// A value map of one tensor, or the |difference| of two of one shape.
    void setTensor(const tensor::Tensor& tensor);
    void setDifference(const tensor::Tensor& reference, const tensor::Tensor& runtime, double tolerance);
    /// Of the difference in view: colours it anew.
    void setTolerance(double tolerance);
    void markPlace(const std::vector<std::int64_t>& index);
    void clear();
    const QImage& image() const { return m_image; }

signals:
    void placeClicked(std::vector<std::int64_t> index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// The first element of the pixel there; none beside the image, and while that of another plane is computed.
    std::optional<std::vector<std::int64_t>> placeAt(QPointF point) const;
    QString pixelText(const std::vector<std::int64_t>& place) const;
    void step(int rows, int columns);
    void compute();
    void makeImage();
    QRectF imageRect() const;
    /// The amount at the end of the ramp.
    double top() const;
    double scaled(double value) const;

    AxisBar* m_axes;
    std::optional<tensor::Tensor> m_first, m_second;
    tensor::HeatMap m_map;
    QImage m_image;
    double m_tolerance = 0;
    bool m_stale = false;
    std::vector<std::int64_t> m_place;
    QString m_error;
    Job<tensor::HeatMap> m_job;
};

}  // namespace etscope::ui
