// MemoryStrip: how much of an arena is in use over the whole run, and a frame for the part that a MemoryView shows. GUI thread
// only.
#pragma once

#include <vector>

#include "charts/frame_strip.h"
#include "program/memory_plan.h"

namespace etscope::ui {

class MemoryStrip : public FrameStrip {
    Q_OBJECT
public:
    explicit MemoryStrip(QWidget* parent = nullptr);
    /// `bytes`: all of the arena; the axis is that of the view: −1 … instructions + 1.
    void setLevels(std::vector<program::MemoryLevel> levels, std::uint64_t bytes, std::int64_t instructions);
    QSize sizeHint() const override;

protected:
    bool isEmpty() const override { return m_levels.empty() || m_bytes == 0; }
    void paintBack(QPainter& painter, const QRectF& plot) const override;
    QString frameText(double from, double to) const override;
    double plotHeight() const override;

private:
    std::vector<std::uint64_t> highestByPixel(int width) const;

    std::vector<program::MemoryLevel> m_levels;
    std::uint64_t m_bytes = 0;
    std::int64_t m_instructions = 0;
};

}  // namespace etscope::ui
