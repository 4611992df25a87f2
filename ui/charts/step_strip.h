// StepStrip: a whole run by the layers of its calls, and a frame for the part that a TimelineView shows. GUI thread only.
#pragma once

#include <QString>
#include <vector>

#include "charts/frame_strip.h"

namespace etscope::ui {

/// A call of the run; times in milliseconds from its start.
struct StepCall {
    double start = 0, end = 0;
    int family = 0;  ///< modules::OperatorFamily
    QString layer;   ///< "11", "norm"; empty: not known
};

class StepStrip : public FrameStrip {
    Q_OBJECT
public:
    explicit StepStrip(QWidget* parent = nullptr);
    /// Of calls in the order of their starts; the axis: 0 … `end`.
    void setCalls(std::vector<StepCall> calls, double end);
    QSize sizeHint() const override;

protected:
    bool isEmpty() const override { return m_calls.empty(); }
    void paintBack(QPainter& painter, const QRectF& plot) const override;
    QString frameText(double from, double to) const override;
    double plotHeight() const override;

private:
    /// Calls one after the other of one layer.
    struct Layer {
        double start = 0, end = 0;
        QString name;
    };
    bool hasLayers() const { return m_layers.size() > 1; }

    std::vector<StepCall> m_calls;
    std::vector<Layer> m_layers;
};

}  // namespace etscope::ui
