// HeatView: a plane of a tensor as an image: nearest neighbour, one scale, axis controls per dimension. Clicking a pixel tells
// the place. The map is computed in a job whenever the plane changes. GUI thread only.
#pragma once

#include <QComboBox>
#include <QImage>
#include <QWidget>
#include <functional>
#include <optional>

#include "jobs/job.h"
#include "tensor/heat_map.h"
#include "tensor/tensor.h"

class QHBoxLayout;

namespace etscope::ui {

/// One combo per axis: an index, "rows" or "columns". Two axes at most are shown; the others stand at an index.
class AxisBar : public QWidget {
    Q_OBJECT
public:
    explicit AxisBar(QWidget* parent = nullptr);
    void setShape(const std::vector<std::int64_t>& shape);
    tensor::PlaneRequest plane() const;
    /// Moves the fixed indices so that the place lies in the plane.
    void showPlace(const std::vector<std::int64_t>& index);

signals:
    void changed();

private:
    void assign(std::size_t axis, int choice);
    std::vector<std::int64_t> m_shape;
    QList<QComboBox*> m_combos;
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
    void markPlace(const std::vector<std::int64_t>& index);
    void clear();
    const QImage& image() const { return m_image; }

signals:
    void placeClicked(std::vector<std::int64_t> index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
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
    std::vector<std::int64_t> m_place;
    QString m_error;
    Job<tensor::HeatMap> m_job;
};

}  // namespace etscope::ui
