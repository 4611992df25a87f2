// MemoryView: the planned tensors of one buffer as boxes, lifetimes across, offsets upwards, the peak marked. GUI thread only.
#pragma once

#include <QWidget>

#include "look/tokens.h"
#include "program/memory_plan.h"

namespace etscope::ui {

class MemoryView : public QWidget {
    Q_OBJECT
public:
    explicit MemoryView(QWidget* parent = nullptr);
    /// `instructions`: of the method; the right end of the axis.
    void setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions);
    void clear() { setPlan({}, 0, 0); }
    /// Where a value's box is drawn; empty when it is not.
    QRectF boxOf(program::ValueIndex value) const;

signals:
    void tensorClicked(program::ValueIndex value, std::int64_t firstUse);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    QRectF boxOf(const program::PlannedTensor& tensor) const;
    /// The tensor drawn topmost there; −1: none.
    int at(QPointF point) const;
    void paintAxes(QPainter& painter) const;
    void paintPeak(QPainter& painter) const;

    std::vector<program::PlannedTensor> m_tensors;
    int m_selected = -1;
    std::optional<program::MemoryPeak> m_peak;
    std::uint64_t m_bytes = 0;
    std::int64_t m_instructions = 0;
};

}  // namespace etscope::ui
