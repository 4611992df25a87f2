// AxisBar: which plane of a tensor is in view; in as many lines as its axes need. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "tensor/heat_map.h"

class QComboBox;
class QDoubleSpinBox;

namespace etscope::ui {

class FlowLayout;

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
