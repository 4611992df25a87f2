// MemoryStrip: how much of an arena is in use over the whole run, and a frame for the part that a MemoryView shows, which can be
// dragged, and moved by keys: arrows, Page Up and Down, Home and End. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "program/memory_plan.h"

namespace etscope::ui {

class MemoryStrip : public QWidget {
    Q_OBJECT
public:
    explicit MemoryStrip(QWidget* parent = nullptr);
    /// `bytes`: all of the arena; the axis is that of the view: −1 … instructions + 1.
    void setLevels(std::vector<program::MemoryLevel> levels, std::uint64_t bytes, std::int64_t instructions);
    /// What the view shows.
    void setFrame(double from, double to);
    /// Room at both ends, so that columns stand above those of the view.
    void setEdges(double left, double right);
    QRectF frame() const;
    QSize sizeHint() const override;

signals:
    void frameMoved(double from, double to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    QRectF plot() const;
    double xOf(double instruction) const;
    double instructionAt(double x) const;
    void moveTo(double from);
    std::vector<std::uint64_t> highestByPixel(int width) const;

    std::vector<program::MemoryLevel> m_levels;
    std::uint64_t m_bytes = 0;
    std::int64_t m_instructions = 0;
    double m_from = -1, m_to = 1, m_left = 0, m_right = 0, m_grip = 0;
};

}  // namespace etscope::ui
